import TestKit
import Testing

/// What is wrong, and where: file, line, column in bytes, and a caret under the right cell.
@Suite(.blocking) struct DiagnosticTests {
  /// A line, its column at fault, and what is shown of it.
  @Test(
    arguments: [
      ("rol", 1, "  rol\n  ^^^\n"),
      ("   rol", 4, "     rol\n     ^^^\n"),
      ("\trol x", 2, "   rol x\n   ^^^\n"),
      ("7 rol", 3, "  7 rol\n    ^^^\n"),
      ("seed 1 漢字", 8, "  seed 1 漢字\n         ^^^^\n"),
      ("new farkle 漢字 tar=3", 19, "  new farkle 漢字 tar=3\n                  ^^^\n"),
      ("new farkle é e\u{301} tar=3", 19, "  new farkle é e\u{301} tar=3\n                 ^^^\n"),
      ("new farkle\tAnn\ttar=3", 16, "  new farkle Ann tar=3\n                 ^^^\n"),
      ("clock 5", 7, "  clock 5\n        ^\n"),
      ("use", 4, "  use\n     ^\n"),
      ("echo \"a", 6, "  echo \"a\n       ^\n"),
      ("echo a\"b", 7, "  echo a\"b\n        ^\n"),
      ("echo \"a\\n\"", 8, "  echo \"a\\n\"\n         ^\n"),
    ] as [(String, Int, String)])
  func `the caret is under the error`(
    line: String, column: Int, excerpt: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = try folder.add("a b.parlor", "\n# \(line)\n\(line)\n")
    let outcome = try Program.run([file])
    #expect(outcome.status == .exited(1))
    let lines = outcome.complaint.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.hasPrefix("\(file):3:\(column): error[") == true, "\(outcome)")
    #expect(lines.dropFirst().prefix(2).map { $0 + "\n" }.joined() == excerpt)
  }

  @Test func `a script's name is that of its file, stdin, or -c`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.add("rol.parlor", "rol")
    let name = "1:1: error[unknown-command]: "
    #expect(try Program.run([file]).complaint.hasPrefix("\(file):\(name)"))
    #expect(try Program.run(input: "rol".utf8).complaint.hasPrefix("stdin:\(name)"))
    #expect(try Program.run(["-"], input: "rol".utf8).complaint.hasPrefix("stdin:\(name)"))
    #expect(try Program.run(["-c", "rol"]).complaint.hasPrefix("-c:\(name)"))
  }

  @Test func `each file has its own line numbers`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.add("1", "\n\nrol\n")
    let last = try folder.add("2", "\nrol")
    let complaint = try Program.run(["--keep-going", first, last]).complaint
    let places = complaint.split(separator: "\n").compactMap {
      $0.firstMatch(of: /:(\d+):1: error/)
    }
    #expect(places.map(\.1) == ["3", "2"])
  }

  @Test func `a long line is shown around the error`() throws {
    let words = String(repeating: "word ", count: 100)
    let outcome = try Program.run(input: "new farkle Ann \(words)tar=1 \(words)".utf8)
    let lines = outcome.complaint.split(separator: "\n")
    try #require(lines.count >= 3)
    #expect(lines[0].hasPrefix("stdin:1:516: error[bad-option]: "))
    #expect(lines[1].count == 80 && lines[1].hasPrefix("  …") && lines[1].hasSuffix("…"))
    let caret = try #require(lines[2].firstRange(of: "^^^"))
    let column = lines[2].distance(from: lines[2].startIndex, to: caret.lowerBound)
    #expect(lines[1].dropFirst(column).hasPrefix("tar=1 word"))
    #expect(lines[2].hasSuffix(" ^^^"))
    let word = String(repeating: "x", count: 60)
    let long = try Program.run(input: "use \(word) 2".utf8).complaint.split(separator: "\n")
    #expect(long[1] == "  use \(word.prefix(39))…")
    #expect(long[2] == "      " + String(repeating: "^", count: 40))
  }

  @Test func `legal moves are shown, and the state does not change`() throws {
    let outcome = try Program.run([
      "--keep-going", "-c", "new farkle Ann;roll 5 2 3 3 4 6;hold 5 2;bank;hold 5",
    ])
    #expect(
      outcome.withoutWords
        == Outcome(
          1,
          """
          Farkle: Ann. First to 10,000. Seed 0.
          Ann to roll.
          Ann rolls 5 2 3 3 4 6.
          Hold 5 for 50.
          Ann holds 5 for 50.
          Roll 5 dice or bank 50.

          """,
          errors: """
            -c:3:8: error[illegal-move]
              hold 5 2
                     ^
              legal now: hold 5
            -c:4:1: error[not-now]
              bank
              ^^^^
              legal now: hold 5

            """))
  }

  @Test func `replies and errors in one pipe are in the order of the lines`() throws {
    let lines = (1...500).map { $0 % 3 == 0 ? "rol" : "echo \($0)" }
    let outcome = try Program.run(
      ["--keep-going"], input: lines.joined(separator: "\n").utf8, errors: .output)
    let shown = outcome.text.split(separator: "\n").compactMap { line -> Substring? in
      if line.hasPrefix(" ") { return nil }
      return line.hasPrefix("stdin:") ? line.split(separator: ":")[1] : line
    }
    #expect(shown == (1...500).map { "\($0)" })
  }

  @Test func `there are no escape sequences without a terminal`() throws {
    let outcome = try Program.run(
      ["--color", "always", "--keep-going", "-c", "rol;new farkle Ann;roll;show;help"],
      environment: Program.environment.merging(["TERM": "xterm-256color"]) { $1 })
    #expect(!outcome.output.contains(0x1B))
    #expect(!outcome.errors.contains(0x1B))
  }
}
