import TestKit
import Testing

/// A scenario with one mistake of each kind: `parlor test` names its line and ends with its code.
@Suite(.blocking) struct TestMistakesTests {
  private static let before = "# Prose\n\n> new farkle Ann Bob seed=7\n...\n> roll 1 5 5 2 3 6\n"
  private static let reply = """
    Ann rolls 1 5 5 2 3 6.
    Hold 1 5 5 for 200, 1 5 for 150, 1 for 100, 5 5 for 100 or 5 for 50.

    """

  /// The mistake, what stands after the lines before, the line that is named, the exit code.
  @Test(arguments: [
    ("none", reply, "", 0),
    ("a wrong line", reply.replacing("200", with: "250"), ":5: the reply is not as expected", 1),
    ("a missing line", "Ann rolls 1 5 5 2 3 6.\n", ":5: the reply is not as expected", 1),
    ("an extra line", reply + "Roll again.\n", ":5: the reply is not as expected", 1),
    ("no reply", "", ":5: the reply is not as expected", 1),
    (
      "a wrong error", reply + "> hold 2\nerror[not-now]\n", ":8: the reply is not as expected", 1
    ),
    ("an error that is expected", reply + "> hold 2\nerror[illegal-move]\n", "", 0),
    ("an error that is not", reply + "> hold 2\n...\n", ":8: the reply is not as expected", 1),
    ("an error that does not come", reply + "> hold 1\nerror[illegal-move]\n", ":8: the reply", 1),
    ("a bad pattern", "Ann rolls (.* (re)\n", ":6: invalid pattern: `(` is not closed", 2),
    ("an unknown suffix", "Ann rolls* (Glob)\n", ":6: unknown suffix `(Glob)`", 2),
    ("an unused capture", "Ann rolls <d:dice>.\n...\n", ":6: the capture `d` is never used", 2),
    ("an open block", "(unordered)\nx\n", ":6: `(unordered)` without `(end)`", 2),
    ("an unknown code", "error[oops]\n", ":6: unknown error code `oops`", 2),
  ])
  func `a mistake in a scenario names its line`(
    _ kind: String, _ after: String, _ message: String, _ code: Int
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("a.scenario", Self.before + after)
    try folder.add("b.scenario", "> echo b\nb\n")
    let outcome = try Program.run(["test", folder.path])
    #expect(outcome.status == .exited(Int32(code)), "\(kind): \(outcome)")
    if code == 0 {
      #expect(outcome.text == "2 passed, 0 failed\n")
    } else {
      #expect(outcome.text.hasPrefix(path + message), "\(kind): \(outcome)")
      #expect(outcome.text.contains("\n1 passed, 1 failed"))
    }
  }

  @Test func `an empty file and a file of prose are invalid`() throws {
    let folder = try TemporaryFolder()
    for (text, message) in [
      ("", ": no command in this file"), ("\n", ": no command in this file"),
      ("only prose\n", ": no command in this file"),
      (">no blank\n", ":1: a command starts with `> ` at the start of the line"),
    ] {
      let path = try folder.add("a.scenario", text)
      let outcome = try Program.run(["test", path])
      #expect(outcome.status == .exited(2))
      #expect(outcome.text.hasPrefix("\(path)\(message)"))
    }
  }

  /// Files that run one another twice, so that a million lines are run.
  @Test func `a command that times out is named, and other files still run`() throws {
    let folder = try TemporaryFolder()
    let loop = (0..<15).map { "source \($0 + 1).parlor\nsource \($0 + 1).parlor\n" }
    for (number, lines) in loop.enumerated() { try folder.add("\(number).parlor", lines) }
    try folder.add("15.parlor", String(repeating: "echo x\n", count: 50))
    let path = try folder.add("a.scenario", "> echo a\na\n> source 0.parlor\n...\n> echo b\nb\n")
    try folder.add("b.scenario", "> echo b\nb\n")
    let outcome = try Program.run(["test", "--timeout", "500ms", "-j1", folder.path])
    #expect(outcome.status == .exited(1))
    #expect(
      outcome.text == """
        \(path):3: no reply within 500ms
            > echo a
            > source 0.parlor
            rerun: parlor test \(path):3
            debug: parlor --resume-at \(path):3

        1 passed, 1 failed (1 difference)

        """)
  }

  /// The hint takes many milliseconds.
  @Test func `a file gives its commands any time`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add(
      "a.scenario",
      "(timeout: 0s)\n> new mastermind slots=5 colors=8 seed=1\n...\n> hint\n...\n")
    let outcome = try Program.run(["test", "--timeout", "1ms", path])
    #expect(outcome == Outcome(0, "1 passed, 0 failed\n"))
  }
}
