import ParlorKit
import Testing

@testable import Scenarios

/// Reports, compared whole.
@Suite struct ReportTests {
  @Test func `what looks like a blank or like nothing is told apart`() throws {
    let folder = try Folder([
      "a.scenario": "> say a\u{A0}b\na b\n\n> say c\u{200B}d\u{2003}é\nother\n"
    ])
    let report = folder.text(of: folder.run(["a.scenario"]))
    #expect(report.contains("    - a b\n    + a\\xA0b\n       ^^^^\n"), "\(report)")
    #expect(report.contains("    + c\\u{200B}d\\u{2003}é\n"), "\(report)")
  }

  @Test func `a difference shows the lines of both replies`() throws {
    let folder = try Folder([
      "a.scenario": """
      # Prose
      > seed 7
      > nothing
      > say one
      one
      > say two
      two
      > say Ann: 1,000 points|kept|new
      Ann: 1,500 points
      kept
      gone
      (known|plain)

      > say shorter
      shorter line
      """
    ])
    let report = folder.run(["a.scenario"])
    #expect(
      folder.text(of: report) == """
        DIR/a.scenario:8: the reply is not as expected (seed 7)
            > nothing
            > say one
            > say two
            > say Ann: 1,000 points|kept|new
            - Ann: 1,500 points
            + Ann: 1,000 points
                     ^
              kept
            - gone
            + new
            - (known|plain)
            rerun: parlor test DIR/a.scenario:8
            debug: parlor --resume-at DIR/a.scenario:8
        DIR/a.scenario:14: the reply is not as expected (seed 7)
            > say one
            > say two
            > say Ann: 1,000 points|kept|new
            > say shorter
            - shorter line
                     ^^^^^
            + shorter
            rerun: parlor test DIR/a.scenario:14
            debug: parlor --resume-at DIR/a.scenario:14

        0 passed, 1 failed (2 differences)

        """)
    #expect(report.exitCode == 1)
  }

  @Test func `distant lines are elided`() throws {
    let lines = (1...12).map(String.init)
    let text = "> say \(lines.joined(separator: "|"))|x\n\(lines.joined(separator: "\n"))\ny\n"
    #expect(
      try report(text).split(separator: "\n").dropFirst().prefix(7) == [
        "    > say \(lines.joined(separator: "|"))|x", "      (9 matching lines)", "      10",
        "      11", "      12", "    - y", "    + x",
      ])
  }

  @Test func `matching lines between two changes are counted`() throws {
    let lines = (1...8).map(String.init)
    let text = "> say x|\(lines.joined(separator: "|"))|x\ny\n\(lines.joined(separator: "\n"))\ny\n"
    #expect(
      try report(text).split(separator: "\n").dropFirst(2).prefix(9) == [
        "    - y", "    + x", "      1", "      2", "      3", "      (2 matching lines)",
        "      6",
        "      7", "      8",
      ])
  }

  @Test func `control characters are escaped`() throws {
    let report = try report("> say a\u{1B}[1m\u{7} |b\nb\n")
    #expect(report.contains("    + a\\e[1m\\x07\\x20\n      b\n"))
  }

  @Test func `an absent text that is present is reported`() throws {
    let report = try report("> say a|secret=5\n! secret\n...\n")
    #expect(
      report.contains(
        "    - ! secret\n      (line 2 of the reply contains it)\n      a\n      secret=5\n"))
  }

  @Test func `a command after the end of the session is reported as not run`() throws {
    let report = try report("> quit\n> say a\na\n")
    #expect(report.contains("a.scenario:2: not run, because the session has ended\n    > quit\n"))
  }

  @Test func `expected failures are counted apart`() throws {
    let text = "> say a\n(known: letters\u{20}are late)\nb\n\n> say c\n(known: none)\nc\n"
    #expect(
      try report(text).hasSuffix(
        "a.scenario:5: unexpected pass; remove `(known: none)` if it is fixed\n\n1 passed, 0 failed; 1 expected failure\nexit 0\n"
      ))
    let strict = try report(text) { $0.isStrict = true }
    #expect(
      strict.contains(
        "a.scenario:5: unexpected pass; remove `(known: none)` if it is fixed\n    > say a\n"))
    #expect(
      strict.hasSuffix("0 passed, 1 failed (1 difference); 1 expected failure\nexit 1\n"))
  }

  @Test func `later failures are counted`() throws {
    let report = try report(String(repeating: "> count\n0\n", count: 8))
    #expect(report.contains("a.scenario: 3 more replies differ\n"))
    #expect(report.contains("a.scenario:9: ") && !report.contains("a.scenario:11: "))
  }

  @Test func `a difference is coloured on a terminal`() throws {
    let folder = try Folder(["a b.scenario": "> say a\nb\n"])
    let text = folder.text(of: folder.run(), styled: true)
    #expect(text.contains("\u{1B}[91m    - b\u{1B}[0m\n\u{1B}[38;5;28m    + a\u{1B}[0m\n"))
    #expect(text.contains("rerun: parlor test 'DIR/a b.scenario:1'"))
  }
}
