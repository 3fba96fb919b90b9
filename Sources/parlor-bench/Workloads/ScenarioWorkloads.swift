import GameCatalog
import LibC
import ParlorEngine
import Platform

extension Workload {
  /// Files of commands that print one line each, tested by tools for such files.
  static let scenarios = [
    Workload(
      title: "200 files of 10 commands, tested", quantity: .time,
      competitors: GoldenTool.all.map { .golden($0, files: 200, commands: 10) },
      goals: [
        .value(.atMost, 15), .ratio(.atMost, 1.0 / 8, of: "doctest"),
        .ratio(.atMost, 1.0 / 65, of: "cram"),
      ]),
    Workload(
      title: "20 files of 500 commands, tested", quantity: .time,
      competitors: GoldenTool.all.filter { $0.name != "bats" }
        .map { .golden($0, files: 20, commands: 500) },
      goals: []),
    Workload(
      title: "one file of 10 commands, tested", quantity: .time,
      competitors: GoldenTool.all.map { .golden($0, files: 1, commands: 10) },
      goals: [.value(.atMost, 4)]),
    // Fifty times the files of the first workload, and fifty times its goal.
    Workload(
      title: "10,000 files of 10 commands, tested", quantity: .time,
      competitors: [.golden(.parlor(), files: 10_000, commands: 10)],
      goals: [.value(.atMost, 750)]),
    Workload(
      title: "10,000 files of 10 commands, until they are tested", quantity: .wait,
      competitors: [2, 1].map {
        .golden(.parlor(jobs: $0), files: 10_000, commands: 10, isElapsed: true)
      },
      goals: [.ratio(.atMost, 1 / 1.7, of: "parlor, 1 job")]),
  ]
}

/// A program that runs files of commands and compares their output.
struct GoldenTool: Sendable {
  let name: String
  /// The extension of its files.
  let suffix: String
  /// Makes a file with a number of commands, each of which prints a line.
  let file: @Sendable (Int) -> String
  /// A file that the tool needs in the folder.
  var settings: (name: String, text: String)?
  let program: Program
  /// The arguments before the files or the folder.
  let arguments: [String]
  /// Whether its arguments are the files rather than their folder.
  var takesFiles = false
  /// The maximum number of rounds, if the tool is very slow.
  var maxRounds: Int?

  /// Parlor with a number of jobs; by default as many as there are cores.
  static func parlor(jobs: Int? = nil) -> GoldenTool {
    GoldenTool(
      name: jobs.map { $0 == 1 ? "parlor, 1 job" : "parlor, \($0) jobs" } ?? "parlor",
      suffix: "scenario",
      file: { lines($0) { "> echo hello \($0)\nhello \($0)\n" } }, program: .parlor,
      arguments: ["test"] + (jobs.map { ["--jobs", "\($0)"] } ?? []))
  }

  static let cram = GoldenTool(
    name: "cram", suffix: "t", file: shellTranscript, program: .peer("cram"), arguments: ["-q"])

  static let prysk = GoldenTool(
    name: "prysk", suffix: "t", file: shellTranscript, program: .peer("prysk"), arguments: ["-q"])

  /// The Python module, which runs everything in one process as parlor does.
  static let doctest = GoldenTool(
    name: "doctest", suffix: "txt",
    file: { lines($0) { ">>> print('hello \($0)')\nhello \($0)\n" } }, program: .peer("python3"),
    arguments: ["-m", "doctest"], takesFiles: true)

  static let lit = GoldenTool(
    name: "lit", suffix: "test",
    file: { lines($0) { "# RUN: echo hello \($0) | grep -x 'hello \($0)'\n" } },
    settings: (
      "lit.cfg",
      """
      from lit.formats import ShTest
      config.name = 'echo'
      config.test_format = ShTest()
      config.suffixes = ['.test']

      """
    ), program: .peer("lit"), arguments: ["-q"])

  static let bats = GoldenTool(
    name: "bats", suffix: "bats",
    file: { lines($0) { "@test '\($0)' { [ \"$(echo hello \($0))\" = 'hello \($0)' ]; }\n" } },
    program: .peer("bats"), arguments: [], maxRounds: 1)

  /// All tools, parlor first.
  static let all = [parlor(), doctest, cram, prysk, lit, bats]

  private static let shellTranscript: @Sendable (Int) -> String = { count in
    lines(count) { "  $ echo hello \($0)\n  hello \($0)\n" }
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (1...count).map(line).joined()
  }
}

extension Competitor {
  /// Runs a folder of files with a number of commands each.
  ///
  /// - Parameter isElapsed: whether to measure wall-clock time instead of processor time.
  static func golden(
    _ tool: GoldenTool, files: Int, commands: Int, isElapsed: Bool = false
  ) -> Competitor {
    var competitor = Competitor(name: tool.name) { bench throws(BenchError) in
      guard let program = tool.program.path(bench) else { return nil }
      let folder = try folder(tool, files: files, commands: commands, bench)
      let names = (0..<files).map { "\(folder)/\(name($0)).\(tool.suffix)" }
      let usage = try ProcessMeter.run(
        program, tool.arguments + (tool.takesFiles ? names : [folder]),
        input: try bench.path(of: .empty))
      return isElapsed ? usage.elapsedTime : usage.processorTime
    }
    competitor.maxRounds = tool.maxRounds
    return competitor
  }

  private static func name(_ number: Int) -> String {
    String(String(100_000 + number).dropFirst())
  }

  /// The folder of a tool, which is filled on first use.
  private static func folder(
    _ tool: GoldenTool, files: Int, commands: Int, _ bench: Bench
  ) throws(BenchError) -> String {
    let folder = "\(bench.folder)/\(tool.suffix)-\(tool.program.name)-\(files)x\(commands)"
    guard FileSystem.kind(of: folder) == .missing else { return folder }
    do throws(FileError) {
      try FileSystem.makeFolders(folder, mode: 0o700)
      if let (name, text) = tool.settings {
        try FileSystem.write(Array(text.utf8), to: "\(folder)/\(name)")
      }
      for number in 0..<files {
        try FileSystem.write(
          Array(tool.file(commands).utf8), to: "\(folder)/\(name(number)).\(tool.suffix)")
      }
    } catch {
      throw .file(error)
    }
    return folder
  }
}

/// A folder of short games of Farkle, each as a scenario and as a script with expected output.
struct ScenarioFolder {
  let path: String
  /// The path of a shell script that compares the output of every script with its golden file.
  let comparison: String

  /// The number of lines of each game.
  private static let length = 10

  /// Fills the folder on first use.
  init(_ bench: Bench, files: Int) throws(BenchError) {
    path = "\(bench.folder)/scenarios-\(files)"
    let goldens = "\(bench.folder)/goldens-\(files)"
    comparison = "\(goldens)/compare.sh"
    guard FileSystem.kind(of: path) == .missing else { return }
    for folder in [path, goldens] where mkdir(folder, 0o700) != 0 {
      throw .file(FileError(.create, folder))
    }
    for number in 1...files {
      let game = InputScript.farkleGames(moves: Self.length - 1, firstSeed: number)
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

extension Competitor {
  /// Measures the processor time of a folder of scenarios in one process.
  static func scenarios(files: Int) -> Competitor {
    Competitor(name: Program.parlor.name) { bench throws(BenchError) in
      let folder = try ScenarioFolder(bench, files: files)
      let input = try bench.path(of: .empty)
      return try ProcessMeter.run(bench.parlor, ["test", folder.path], input: input).processorTime
    }
  }

  /// Runs the same games as scripts from a shell and compares their output.
  static func comparisons(files: Int) -> Competitor {
    Competitor(name: "sh and cmp") { bench throws(BenchError) in
      guard let shell = ProgramPath.find("sh") else { return nil }
      let folder = try ScenarioFolder(bench, files: files)
      let input = try bench.path(of: .empty)
      return try ProcessMeter.run(shell, [folder.comparison], input: input).processorTime
    }
  }
}
