import Testing

/// Scripts that run scripts.
struct SourceTests {
  @Test func `a script runs as if it were typed`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("turn.parlor", Turn.script)
    let outcome = try Program.run(["-c", "source \(path); log"])
    #expect(outcome.status == .exited(0))
    #expect(outcome.text.hasPrefix(Turn.output + "new farkle Ann Bob "))
  }

  @Test func `of a scenario the commands are run`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.add("turn.scenario", "Prose.\n\n" + Turn.transcript)
    let outcome = try Program.run(["-c", "source \(path)"])
    #expect(outcome == Outcome(0, Turn.output))
  }

  @Test func `an error is told with its file and line, and ends it`() throws {
    let folder = try TemporaryFolder()
    let inner = try folder.add("inner", "# one\n\necho a\nrol\necho b\n")
    let outer = try folder.add("outer", "source \(inner)\necho c\n")
    #expect(
      try Program.run([outer])
        == Outcome(
          1, "a\n",
          errors: """
            \(outer):1:1: error[unknown-command]: \(inner):4: unknown command `rol`
              did you mean `roll`?

            """))
  }

  @Test func `a script that runs itself comes to an end`() throws {
    let folder = try TemporaryFolder()
    let path = folder("self")
    try folder.add("self", "echo a\nsource \(path)\n")
    let outcome = try Program.run([path])
    #expect(outcome.status == .exited(1))
    #expect(outcome.complaint.contains("error[limit]: "))
    #expect(outcome.text == String(repeating: "a\n", count: 17))
  }

  @Test func `what cannot be read`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run([
      "--keep-going", "-c", "source \(folder("none"));source \(folder.path)",
    ])
    #expect(
      outcome
        == Outcome(
          1,
          errors: """
            -c:1:1: error[io]: cannot read \(folder("none")): no such file or directory
            -c:2:1: error[io]: cannot read \(folder.path): it is a directory

            """))
  }
}
