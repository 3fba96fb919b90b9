import GameCatalog
import Language
import LibC
import Platform

/// A folder of short games of Farkle, each as a scenario and as a script with its golden output.
struct ScenarioFolder {
  /// The folder of the scenarios.
  let path: String
  /// A shell script that compares the output of every script with its golden file.
  let comparison: String

  /// Lines of each game.
  private static let length = 10

  /// The folder of a bench, which is filled at its first use.
  init(_ bench: Bench, files: Int) throws(BenchError) {
    path = "\(bench.folder)/scenarios-\(files)"
    let goldens = "\(bench.folder)/goldens-\(files)"
    comparison = "\(goldens)/compare.sh"
    guard FileSystem.kind(of: path) == .missing else { return }
    for folder in [path, goldens] where mkdir(folder, 0o700) != 0 {
      throw .file(FileError(.create, folder))
    }
    for number in 1...files {
      let game = Script.farkleGames(moves: Self.length - 1, firstSeed: number)
      let script = try Self.bytes(at: try bench.path(of: game))
      let transcript = Interpreter(Settings(games: GameCatalog.games)).echoTranscript(of: script)
      try Self.write(transcript, to: "\(path)/\(number).scenario")
      try Self.write(script, to: "\(goldens)/\(number).parlor")
      try Self.write(transcript, to: "\(goldens)/\(number).golden")
    }
    let lines = """
      for script in \(goldens)/*.parlor; do
        '\(bench.parlor)' --echo "$script" | cmp -s - "${script%.parlor}.golden" || exit 1
      done

      """
    try Self.write(Array(lines.utf8), to: comparison)
  }

  private static func bytes(at path: String) throws(BenchError) -> [UInt8] {
    do throws(FileError) { return try FileSystem.read(path) } catch { throw .file(error) }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(BenchError) {
    do throws(FileError) { try FileSystem.write(bytes, to: path) } catch { throw .file(error) }
  }
}

extension Contender {
  /// Runs a folder of scenarios in one process, and tells the processor time.
  static func scenarios(files: Int) -> Contender {
    Contender(name: Program.parlor.name) { bench throws(BenchError) in
      let folder = try ScenarioFolder(bench, files: files)
      let input = try bench.path(of: .empty)
      return try ProcessMeter.run(bench.parlor, ["test", folder.path], input: input).processorTime
    }
  }

  /// Runs the same games as scripts from a shell, and compares what comes out.
  static func comparisons(files: Int) -> Contender {
    Contender(name: "sh and cmp") { bench throws(BenchError) in
      guard let shell = ProgramPath.find("sh") else { return nil }
      let folder = try ScenarioFolder(bench, files: files)
      let input = try bench.path(of: .empty)
      return try ProcessMeter.run(shell, [folder.comparison], input: input).processorTime
    }
  }
}
