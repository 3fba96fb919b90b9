/// A program that runs files of commands and compares what they print.
struct GoldenTool: Sendable {
  /// What the table calls it.
  let name: String
  /// How its files end.
  let suffix: String
  /// A file of so many commands, each of which prints a line.
  let file: @Sendable (Int) -> String
  /// A file that the tool wants in the folder: its name, its text.
  var settings: (name: String, text: String)?
  /// The program.
  let program: Program
  /// The arguments before the files, or the folder.
  let arguments: [String]
  /// Whether it is given the files one by one, rather than their folder.
  var takesFiles = false
  /// How often it is measured at most, if it takes very long.
  var mostRounds: Int?

  /// Parlor with as many jobs as there are cores, or so many.
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

  /// The module of Python, which runs everything in one process as parlor does.
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
    program: .peer("bats"), arguments: [], mostRounds: 1)

  /// All tools, this program first.
  static let all = [parlor(), doctest, cram, prysk, lit, bats]

  private static let shellTranscript: @Sendable (Int) -> String = { count in
    lines(count) { "  $ echo hello \($0)\n  hello \($0)\n" }
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (1...count).map(line).joined()
  }
}
