import TestKit
import Testing

/// What is kept between sessions, and what is not.
@Suite(.blocking) struct ProfileTests {
  @Test func `a profile keeps the history`() throws {
    let folder = try TemporaryFolder()
    for session in ["first", "second"] {
      let terminal = try Pseudoterminal.parlor(["--profile", folder["p"], "--color", "never"])
      try terminal.expect(Prompt.outside)
      if session == "second" {
        try terminal.send("\u{1B}[A")
        try terminal.expectRow("parlor> echo first")
        try terminal.send("\u{15}")
      }
      try terminal.send("echo \(session)\r")
      try terminal.expect("\n\(session)\r\n")
      try terminal.expect(Prompt.outside)
      #expect(try terminal.leave() == .exited(0))
    }
    #expect(try folder.names == ["p"])
  }

  @Test func `--no-profile leaves nothing behind`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor(
      ["--no-profile", "--color", "never"], environment: ["HOME": folder.path])
    try terminal.expect(Prompt.outside)
    try terminal.send("echo a\r")
    try terminal.expectAnswer(to: "echo a", before: Prompt.outside)
    #expect(try terminal.leave() == .exited(0))
    #expect(try folder.names.isEmpty)
  }

  @Test func `a script has no profile`() throws {
    let folder = try TemporaryFolder()
    let environment = Program.environment.merging(["HOME": folder.path]) { $1 }
    #expect(try Program.run(input: Turn.script.utf8, environment: environment).output.count > 100)
    #expect(try folder.names.isEmpty)
  }
}
