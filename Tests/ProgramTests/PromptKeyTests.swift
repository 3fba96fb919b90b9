import TestKit
import Testing

/// Keys that mean something to a session.
@Suite(.blocking) struct PromptKeyTests {
  @Test(arguments: ["xterm", "dumb"])
  func `Ctrl-D on an empty line leaves`(kind: String) throws {
    let terminal = try Pseudoterminal.parlor(environment: ["TERM": kind])
    try terminal.expect(Prompt.outside)
    #expect(try terminal.leave() == .exited(0))
    #expect(terminal.isCooked)
    // The shell's prompt begins a line, and no line is empty.
    #expect(terminal.screen.column == 0)
    #expect(terminal.screen.row == 2)
  }

  @Test(arguments: ["quit", "exit"])
  func `quit and exit leave`(word: String) throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    try terminal.send(word + "\r")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.isCooked)
    #expect(terminal.screen.column == 0)
    #expect(terminal.screen.row == 2)
  }

  @Test func `an error at the prompt does not change the exit code`() throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    try terminal.send("rol\r")
    try terminal.expectAnswer(to: "rol", before: Prompt.outside)
    #expect(try terminal.leave() == .exited(0))
  }

  @Test(arguments: ["xterm", "dumb"])
  func `Ctrl-C discards only the half-typed line`(kind: String) throws {
    let terminal = try Pseudoterminal.parlor(environment: ["TERM": kind])
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Ann\r")
    try terminal.expectAnswer(to: "new farkle Ann", before: Prompt.turn("Ann"))
    try terminal.send("resi")
    try terminal.expect("resi")
    try terminal.send("\u{3}")
    try terminal.expect(Prompt.turn("Ann"))
    try terminal.send("echo gn\r")
    #expect(try terminal.expectAnswer(to: "echo gn", before: Prompt.turn("Ann")) == "gn\n")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `Up recalls a line as it was typed`() throws {
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    for word in ["first", "second"] {
      try terminal.send("echo \(word)\r")
      try terminal.expectAnswer(to: "echo \(word)", before: Prompt.outside)
    }
    try terminal.send("\u{1B}[A")
    try terminal.expectRow("parlor> echo second")
    try terminal.send("\u{1B}[A")
    try terminal.expectRow("parlor> echo first")
    try terminal.send("!\r")
    try terminal.expectScreen("the reply") { $0.rows.contains("first!") }
    #expect(try terminal.leave() == .exited(0))
  }

  @Test(arguments: ["xterm", "dumb"])
  func `lines typed ahead run in order`(kind: String) throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor(environment: ["TERM": kind])
    try terminal.expect(Prompt.outside)
    let lines = (1...200).map { "echo \($0)" }
    let typed = ["record \(folder["ahead.scenario"])"] + lines + ["quit"]
    try terminal.send(typed.map { $0 + "\r" }.joined())
    #expect(try terminal.waitForExit() == .exited(0))
    // On the screen what is typed and what is replied may stand in any order; in the file not.
    #expect(
      try folder.text("ahead.scenario").split(separator: "\n")
        == (1...200).flatMap { ["> echo \($0)", "\($0)"] } + ["> quit"])
  }

  @Test func `Ctrl-C stops a long script, and the session continues`() throws {
    let folder = try TemporaryFolder()
    let lines = String(repeating: "echo some words that are printed\n", count: 300_000)
    let path = try folder.add("long.parlor", "new farkle Ann\n" + lines)
    let terminal = try Pseudoterminal.parlor()
    try terminal.expect(Prompt.outside)
    try terminal.send("source \(path)\r")
    try terminal.expect("some words that are printed\r\n")
    try terminal.send("\u{3}")
    try terminal.expect("error[not-now]: interrupted\r\n")
    try terminal.expect(Prompt.turn("Ann"))
    try terminal.send("log\r")
    #expect(
      try terminal.expectAnswer(to: "log", before: Prompt.turn("Ann"))
        == "new farkle Ann rules=standard seed=0\n")
    #expect(try terminal.leave() == .exited(0))
  }

  @Test func `the first game that ends offers its review, later ones do not`() throws {
    let terminal = try Pseudoterminal.parlor()
    let offer = "`review` tells errors from bad luck."
    try terminal.expect(Prompt.outside)
    for _ in 0..<2 {
      try terminal.send("new farkle Ann\r")
      try terminal.expectAnswer(to: "new farkle Ann", before: Prompt.turn("Ann"))
      try terminal.send("resign\r")
      try terminal.expectScreen("the end") { $0.rows.contains { $0.contains("`new` plays again") } }
    }
    try terminal.send("echo end\r")
    try terminal.expectScreen("the last reply") { $0.rows.contains("end") }
    #expect(terminal.screen.rows.count { $0 == offer } == 1)
    #expect(try terminal.leave() == .exited(0))
  }

  /// The tables of a target of 10,000 take much longer than a person waits, if they are not those of a preset.
  @Test func `Ctrl-C stops a bot that computes its tables`() throws {
    let folder = try TemporaryFolder()
    let terminal = try Pseudoterminal.parlor(environment: ["XDG_CACHE_HOME": folder["cache"]])
    try terminal.expect(Prompt.outside)
    try terminal.send("new farkle Bob Ann opening=500\r")
    try terminal.expectAnswer(to: "new farkle Bob Ann opening=500", before: Prompt.turn("Bob"))
    try terminal.send("seat Bob best\r")
    try terminal.expect("percent computed; Ctrl-C stops")
    try terminal.send("\u{3}")
    try terminal.expect("The bots pause after 0 moves")
    try terminal.expect(Prompt.turn("Bob"))
    try terminal.send("echo end\r")
    try terminal.expectScreen("the reply") { $0.rows.contains("end") }
    #expect(try terminal.leave() == .exited(0))
  }
}
