import LibC
import TestKit
import Testing

/// However a session ends, the terminal is restored.
@Suite(.blocking) struct EndTests {
  @Test func `control d ends on an empty line only`() throws {
    let terminal = try probe()
    try terminal.type("x\u{4}\u{7F}\u{4}", prints: "<end>")
    #expect(try terminal.waitForExit() == .exited(10))
    expectRestored(terminal)
  }

  @Test func `lines and control d can be typed ahead`() throws {
    let terminal = try probe()
    try terminal.type("one\rtwo\r\u{4}", prints: "got [one]")
    try terminal.expect("got [two]")
    try terminal.expect("<end>")
    #expect(try terminal.waitForExit() == .exited(10))
  }

  @Test func `sigterm ends the prompt`() throws {
    let terminal = try probe()
    try terminal.type("half", row: "probe> half")
    terminal.signal(SIGTERM)
    try terminal.expect("<terminated 15>")
    #expect(try terminal.waitForExit() == .exited(12))
    expectRestored(terminal)
  }

  @Test func `sigterm stops a command`() throws {
    let terminal = try probe()
    try terminal.type("spin\r", prints: "spinning")
    terminal.signal(SIGTERM)
    try terminal.expect("stopped")
    try terminal.expect("<terminated 15>")
    #expect(try terminal.waitForExit() == .exited(12))
    expectRestored(terminal)
  }

  @Test(arguments: ["", "half", "\u{12}", "\u{1B}[200~text"])
  func `hanging up ends`(_ keys: String) throws {
    let terminal = try probe()
    try terminal.type("one\r", prints: "got [one]")
    try terminal.expect(prompt)
    try terminal.send(keys)
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .exited(11))
  }

  @Test func `hanging up stops a command`() throws {
    let terminal = try probe()
    try terminal.type("spin\r", prints: "spinning")
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .exited(11))
  }

  @Test func `SIGHUP ends the program and restores the terminal`() throws {
    let terminal = try probe()
    terminal.signal(SIGHUP)
    #expect(try terminal.waitForExit() == .exited(11))
    expectRestored(terminal)
  }

  @Test func `exit restores the terminal`() throws {
    let terminal = try probe()
    #expect(!terminal.isCooked)
    try terminal.send("leave\r")
    #expect(try terminal.waitForExit() == .exited(5))
    expectRestored(terminal)
  }

  #if os(Linux)
    @Test func `a terminal that does not control the program is restored`() throws {
      let program = try #require(
        BuiltProgram.path(of: "lineedit-probe"), "build lineedit-probe first")
      let terminal = try Pseudoterminal("/usr/bin/setsid", ["-w", program])
      try terminal.expect(prompt)
      try terminal.send("leave\r")
      #expect(try terminal.waitForExit() == .exited(5))
      expectRestored(terminal)
    }
  #endif

  @Test func `the terminal is released before a fatal signal`() throws {
    let terminal = try probe()
    try terminal.send("die\r")
    #expect(try terminal.waitForExit() == .killed(SIGTERM))
    expectRestored(terminal)
  }

  @Test func `a child gets a cooked terminal`() throws {
    let terminal = try probe()
    try terminal.type("child\r", prints: "child asks")
    #expect(terminal.isCooked)
    try terminal.type("answer\r", prints: "child read [answer\r\n]")
    try terminal.expect(prompt)
    #expect(!terminal.isCooked)
    try terminal.type("next\r", prints: "got [next] 4\r\n")
  }

  @Test func `a terminal cooked by another program becomes raw again`() throws {
    let terminal = try probe()
    try terminal.type("cook\r", prints: "cooked")
    try terminal.expect(prompt)
    #expect(!terminal.isCooked)
    try terminal.type("bc\u{1}a\r", prints: "got [abc] 3\r\n")
  }

  private func expectRestored(_ terminal: Pseudoterminal) {
    #expect(terminal.isCooked)
    let pasteModes = terminal.text.split(separator: "\u{1B}").filter { $0.hasPrefix("[?2004") }
    #expect(pasteModes.last?.hasPrefix("[?2004l") == true)
  }
}
