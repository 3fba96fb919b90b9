import LibC
import TestKit
import Testing

/// A terminal that cannot edit has the same Ctrl-C and ends in the same ways.
@Suite(.blocking) struct PlainLineReaderTests {
  private func probe(_ changes: [String: String] = [:]) throws -> Pseudoterminal {
    try LineEditingTests.probe(environment: changes.merging(["TERM": "dumb"]) { $1 })
  }

  @Test func `Ctrl-C discards the line`() throws {
    let terminal = try probe()
    try terminal.type("half", row: "probe> half")
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.expect(prompt)
    try terminal.type("next\r", prints: "got [next] 4\r\n")
  }

  @Test func `Ctrl-C stops a command`() throws {
    let terminal = try probe()
    try terminal.type("spin\r", prints: "spinning")
    try terminal.type("\u{3}", prints: "stopped")
    try terminal.expect(prompt)
    try terminal.type("next\r", prints: "got [next] 4\r\n")
    #expect(!terminal.text.contains("<interrupted>"))
  }

  @Test func `control d ends the session`() throws {
    let terminal = try probe()
    try terminal.type("\u{4}", prints: "<end>")
    #expect(try terminal.waitForExit() == .exited(10))
  }

  @Test func `SIGTERM ends the plain reader`() throws {
    let terminal = try probe()
    terminal.signal(SIGTERM)
    try terminal.expect("<terminated 15>")
    #expect(try terminal.waitForExit() == .exited(12))
  }

  @Test func `hanging up ends`() throws {
    let terminal = try probe()
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .exited(11))
  }

  @Test func `texts appear above the prompt`() throws {
    let terminal = try probe(["PROBE_NEWS": "news"])
    try terminal.type("half", row: "probe> half")
    terminal.signal(SIGUSR2)
    try terminal.expectRows(["probe> half", "news 1", "probe>"], from: "probe> half")
    try terminal.type("x\r", prints: "got [halfx] 5\r\n")
    terminal.signal(SIGUSR2)
    try terminal.expect("news 2\r\n")
  }

  @Test func `the idle callback is called`() throws {
    let terminal = try probe(["PROBE_TICK": "1"])
    try terminal.type("half\r", prints: "got [half] 4\r\n")
  }
}
