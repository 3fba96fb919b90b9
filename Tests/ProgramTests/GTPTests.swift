import Platform
import TestKit
import Testing

/// The Go Text Protocol, version 2.
@Suite(.blocking) struct GTPTests {
  private static func run(_ input: String) throws -> Outcome {
    try Program.run(["--format", "gtp"], input: input.utf8)
  }

  @Test func `every line gets one response, and failures set the exit code`() throws {
    #expect(
      try Self.run("7 echo a\n\n # only a comment\nbank\n8 quit\necho b\n")
        == Outcome(1, "=7 a\n\n? no-game: no game is open\n\n=8\n\n"))
    #expect(try Self.run("seed 3\n") == Outcome(0, "=\n\n"))
  }

  @Test func `control characters are removed, and a tab is a space`() throws {
    #expect(
      try Self.run("1\techo\u{7} a\u{1}b\r\n2 echo \"#\" c#d\n")
        == Outcome(0, "=1 ab\n\n=2 # c\n\n"))
  }

  @Test func `the listed commands are known and can be called`() throws {
    let listed = try Self.run("list_commands\n").text.dropFirst(2).dropLast(2)
    let verbs = listed.split(separator: "\n")
    #expect(Set(verbs).isSuperset(of: ["protocol_version", "quit", "new", "roll", "guess"]))
    let known = try Self.run(verbs.map { "known_command \($0)\n" }.joined()).text
    #expect(known == String(repeating: "= true\n\n", count: verbs.count))
    // Without a game and without words most are refused, but none is unknown; `daily` opens one.
    let replies = try Self.run(
      verbs.filter { !["quit", "daily"].contains($0) }.map { "\($0)\n" }.joined()
    ).text
    #expect(!replies.contains("unknown-command"))
  }

  @Test func `a line that runs other lines gets one response`() throws {
    let folder = try TemporaryFolder()
    let good = try folder.add("good.parlor", "echo a\necho b\n")
    let bad = try folder.add("bad.parlor", "echo a\nbank\necho b\n")
    let outcome = try Self.run("1 source \(good)\n2 source \(bad)\n3 echo c\n")
    let responses = outcome.text.split(separator: "\n\n")
    #expect(responses.count == 3)
    #expect(responses[0].hasPrefix("=1 a\nb"))
    #expect(responses[1].hasPrefix("?2 no-game: "))
    #expect(responses[2] == "=3 c")
  }

  @Test func `a line over the limit gets one response`() throws {
    let long = "1 echo " + String(repeating: "x", count: 5000)
    #expect(
      try Self.run("\(long)\n2 echo a\n")
        == Outcome(1, "?1 limit: the line is longer than 4,096 bytes\n\n=2 a\n\n"))
  }

  @Test func `a response comes before the next command is read`() throws {
    let child = try Program.start(["--format", "gtp"])
    for number in 1...50 {
      try child.write("\(number) echo a\n")
      #expect(try child.readLine() == "=\(number) a")
      #expect(try child.readLine() == "")
    }
    #expect(try child.finish() == Outcome(0))
  }

  @Test func `a GTP regression script passes`() throws {
    let script = try FileSystem.read(Example.path("gtp/farkle.tst"))
    let checker = GTPChecker(String(decoding: script, as: UTF8.self))
    let outcome = try Program.run(["--format", "gtp"], input: script)
    #expect(try checker.faults(in: outcome.text) == [])
    #expect(checker.expectations.count >= 11)
    #expect(outcome.status == .exited(0))
    // The checker sees a response that is wrong.
    let wrong = outcome.text.replacing("=13 300", with: "=13 301")
    #expect(try checker.faults(in: wrong) == ["13: `301` for [300]"])
  }

  @Test func `echo and gtp exclude each other`() throws {
    let outcome = try Program.run(["--format", "gtp", "--echo"])
    #expect(outcome.status == .exited(2))
  }
}
