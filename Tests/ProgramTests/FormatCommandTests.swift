import LibC
import TestKit
import Testing

/// `parlor fmt` and `parlor fuzz`.
@Suite(.blocking) struct FormatCommandTests {
  @Test func `only unformatted files are rewritten`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("a.scenario", "> echo a  \r\na (literal)\n\n\n")
    try folder.add("b.scenario", "> echo b\nb\n")
    try folder.add("c.md", "x  \n")
    let check = try Program.run(["fmt", "--check", folder.path])
    #expect(check == Outcome(1, "\(path)\n"))
    #expect(try folder.text("a.scenario").hasPrefix("> echo a  "))
    #expect(try Program.run(["fmt", folder.path]) == Outcome(0, "formatted \(path)\n"))
    #expect(try folder.text("a.scenario") == "> echo a\na\n")
    #expect(try folder.text("c.md") == "x  \n")
    #expect(try Program.run(["fmt", folder.path]) == Outcome(0))
    #expect(try Program.run(["fmt", "--check", folder.path]) == Outcome(0))
  }

  @Test func `a link to a file elsewhere is not written through`() throws {
    let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    let target = try elsewhere.add("real.scenario", "> echo a  \n")
    let link = folder["a.scenario"]
    #expect(symlink(target, link) == 0)
    let other = try folder.add("b.scenario", "> echo b  \n")
    let outcome = try Program.run(["fmt", folder.path])
    #expect(outcome.status == .exited(3))
    #expect(outcome.text == "formatted \(other)\n")
    #expect(outcome.complaint.contains("it is a symbolic link"))
    #expect(try elsewhere.text("real.scenario") == "> echo a  \n")
  }

  @Test func `standard input is formatted to standard output`() throws {
    let outcome = try Program.run(["fmt", "-"], input: "> a\r\n\n\n".utf8)
    #expect(outcome == Outcome(0, "> a\n"))
  }

  @Test func `an invalid file stays unchanged`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("a.scenario", "> a  \n( (re)\n")
    let outcome = try Program.run(["fmt", path, folder["gone.scenario"]])
    #expect(outcome.status == .exited(2))
    #expect(outcome.complaint.contains("parlor: \(path):2: invalid pattern: `(` is not closed\n"))
    #expect(outcome.complaint.contains("no such file"))
    #expect(try folder.text("a.scenario") == "> a  \n( (re)\n")
  }

  @Test func `a game is fuzzed with random lines`() throws {
    let arguments = ["fuzz", "counter", "--lines", "500", "--seed", "3"]
    let outcome = try Program.run(arguments)
    #expect(outcome.status == .exited(0))
    #expect(outcome.text.hasPrefix("counter: 500 lines, seed 3: "))
    #expect(try Program.run(arguments) == outcome)
    let usual = try Program.run(["fuzz", "counter", "--lines", "500"])
    #expect(usual.text.hasPrefix("counter: 500 lines, seed 0: "))
    #expect(try Program.run(["fuzz", "chess"]).status == .exited(2))
    #expect(try Program.run(["fuzz", "counter", "--lines", "0"]).status == .exited(2))
  }
}
