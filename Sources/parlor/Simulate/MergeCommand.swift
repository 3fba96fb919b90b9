import ArgumentParser
import ParlorKit
import Platform
import Render
import Simulation

/// `parlor simulate merge`: adds parts up that `parlor simulate --out` has written.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Add parts of a simulation up.",
    usage: "parlor simulate merge [--partial] [--format text|json] FILE…",
    discussion: """
      Example:

        parlor simulate farkle random random -n 1000 --shard 1/2 --out one.part
        parlor simulate farkle random random -n 1000 --shard 2/2 --out two.part
        parlor simulate merge one.part two.part

      The report is, byte for byte, that of one run of all games, whatever the number of parts and the \
      order of the files.

      Exit codes: 0 all games are there, 1 games are missing, 2 the files do not belong together or are \
      no parts, 3 a file cannot be read.
      """)

  @Flag(help: "Report on the games that are there if some are missing.")
  var partial = false

  @Option(help: "Format of the report.")
  var format = SimulateCommand.Format.text

  @Option(
    help: ArgumentHelp(
      "Also draw the shares of wins, as `parlor simulate --plot` does.", valueName: "file"),
    completion: .file(), transform: PlotFile.argument)
  var plot: PlotFile?

  @ArgumentParser.Argument(
    help: ArgumentHelp("Files that `--out` has written.", valueName: "file"), completion: .file())
  var files: [String]

  func run() throws {
    let parts = files.map { path in
      do throws(FileError) {
        if let part = TournamentPart(file: try FileSystem.read(path)) { return part }
      } catch {
        StandardOutput.end(with: error)
      }
      refuse("`\(path)` is no whole part of a simulation")
    }
    let report: Report
    do throws(PartError) {
      report = try TournamentPart.report(on: parts)
    } catch {
      refuse(message(of: error))
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

  private func refuse(_ message: String) -> Never {
    StandardOutput.complain(message)
    ExitStatus.usage.exit()
  }

  private func message(of error: PartError) -> String {
    switch error {
    case .other(let one, let other, let difference):
      "`\(files[other])` does not belong to `\(files[one])`: \(difference) differs"
    case .overlap(let one, let other, let game):
      "`\(files[one])` and `\(files[other])` both have game \((game + 1).grouped)"
    }
  }
}

extension TournamentPart {
  /// Reads a file that `--out` has written; nil if it is not whole.
  init?(file bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes) else { return nil }
    self.init(value)
  }

  /// The contents of a file.
  var file: [UInt8] {
    var json = JSONWriter()
    json.write(.object(fields))
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
