import TestKit
import Testing

/// Scripts that run scripts.
@Suite(.blocking) struct SourceTests {
  @Test func `source runs a script as if it were typed`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("turn.parlor", Turn.script)
    let outcome = try Program.run(["-c", "source \(path); log"])
    #expect(outcome.status == .exited(0))
    #expect(outcome.text.hasPrefix(Turn.output + "new farkle Ann Bob "))
  }

  @Test func `source runs the commands of a scenario`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("turn.scenario", "Prose.\n\n" + Turn.transcript)
    let outcome = try Program.run(["-c", "source \(path)"])
    #expect(outcome == Outcome(0, Turn.output))
  }

  @Test func `an error ends the script and has its file and line`() throws {
    let folder = try TemporaryFolder()
    let inner = try folder.add("inner", "# one\n\necho a\nrol\necho b\n")
    let outer = try folder.add("outer", "source \(inner)\necho c\n")
    let outcome = try Program.run([outer])
    #expect(outcome.status == .exited(1))
    #expect(outcome.text == "a\n")
    #expect(outcome.firstComplaint.hasPrefix("\(outer):1:"))
    #expect(
      outcome.firstComplaint.contains(": error[unknown-command]: \(inner):4: "))
    #expect(outcome.complaint.hasSuffix("\n  did you mean `roll`?\n"))
  }

  @Test func `a script that runs itself ends with an error`() throws {
    let folder = try TemporaryFolder()
    let path = folder["self"]
    try folder.add("self", "echo a\nsource \(path)\n")
    let outcome = try Program.run([path])
    #expect(outcome.status == .exited(1))
    #expect(outcome.complaint.contains("error[limit]: "))
    #expect(outcome.text == String(repeating: "a\n", count: 17))
  }

  @Test func `an unreadable file is an error of its line`() throws {
    let folder = try TemporaryFolder()
    for (path, reason) in [
      (folder["none"], "no such file or directory"), (folder.path, "it is a directory"),
    ] {
      let outcome = try Program.run(["-c", "source \(path)"])
      #expect(outcome.status == .exited(1))
      #expect(outcome.firstComplaint == "-c:1:8: error[io]: cannot read \(path): \(reason)")
    }
  }
}
