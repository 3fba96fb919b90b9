import ArgumentParser
import ParlorKit
import Platform
import Render
import Simulation

/// `parlor simulate merge`: adds up parts written by `parlor simulate --out`.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Add up parts of a simulation.",
    usage: "parlor simulate merge [--partial] [--format text|json] PATH…",
    discussion: """
      Example:

        parlor simulate farkle random random -n 1000 --shard 1/2 --out one.part
        parlor simulate farkle random random -n 1000 --shard 2/2 --out two.part
        parlor simulate merge one.part two.part

      A folder stands for all parts in it, without `.partial` files, which are incomplete.

      The report is byte for byte that of a single run, whatever the number of parts and the order \
      of the files.

      Exit codes: 0 the simulation is complete, 1 games are missing, 2 the files do not belong \
      together or are incomplete, 3 a file cannot be read.
      """)

  @Flag(
    help:
      "Report even if some games are missing, and accept .partial files."
  )
  var partial = false

  @Option(help: "Format of the report.")
  var format = SimulateCommand.Format.text

  @Option(
    help: ArgumentHelp(
      "Also draw the shares of wins, as `parlor simulate --plot` does. The file is replaced.",
      valueName: "file"),
    completion: .file(), transform: PlotFile.argument)
  var plot: PlotFile?

  @ArgumentParser.Argument(
    help: ArgumentHelp("Files written by `--out`, and folders of them.", valueName: "path"),
    completion: .file())
  var paths: [String]

  func run() throws {
    let files = paths.flatMap(files)
    if files.isEmpty { refuse("no complete part of a simulation was found") }
    let parts = files.map { path in
      if let part = TournamentPart(
        file: Self.read { () throws(FileError) in
          try FileSystem.read(path, limit: TournamentPart.maxFileSize)
        })
      {
        return part
      }
      refuse("`\(path)` is not a complete part of a simulation")
    }
    let report: Report
    do throws(PartError) {
      report = try TournamentPart.report(on: parts)
    } catch {
      refuse(message(of: error, files))
    }
    let missing = TournamentPart.missing(in: parts)
    if !missing.isEmpty {
      // Games are counted from 1 for people.
      let ranges = missing.map { "\(($0.lowerBound + 1).grouped) to \($0.upperBound.grouped)" }
      StandardOutput.complain("these games are missing: \(ranges.joined(separator: ", "))")
      guard partial else { ExitStatus.failed.exit() }
    }
    plot?.write(Plot(report))
    format.write(report)
    (missing.isEmpty ? ExitStatus.fine : .failed).exit()
  }

  /// A file, or the parts in a folder. Its other files, such as logs and reports, are ignored.
  private func files(_ path: String) -> [String] {
    guard FileSystem.kind(of: path) == .folder else {
      // `part-*` in a shell matches it as well.
      guard path.hasSuffix(".partial"), !partial else { return [path] }
      StandardOutput.complain(
        "skips `\(path)`, which is incomplete; `--partial` accepts it")
      return []
    }
    let parts = Self.read { () throws(FileError) in
      try FileSystem.entries(of: path).map { "\(path)/\($0)" }.filter { file in
        guard !file.hasSuffix(".tmp"), !file.hasSuffix(".partial"),
          FileSystem.kind(of: file) == .file,
          let start = try? FileSystem.beginning(of: file, count: 64)
        else { return false }
        return TournamentPart.isBegun(start)
      }
    }
    if parts.isEmpty { refuse("`\(path)` contains no part of a simulation") }
    return parts
  }

  private static func read<Result>(_ body: () throws(FileError) -> Result) -> Result {
    do throws(FileError) { return try body() } catch { StandardOutput.end(with: error) }
  }

  private func refuse(_ message: String) -> Never {
    StandardOutput.complain(message)
    ExitStatus.usage.exit()
  }

  private func message(of error: PartError, _ files: [String]) -> String {
    switch error {
    case .other(let one, let other, let difference):
      "`\(files[other])` does not belong to `\(files[one])`: \(difference)"
    case .overlap(let one, let other, let game):
      "`\(files[one])` and `\(files[other])` both have game \((game + 1).grouped)"
    }
  }
}
