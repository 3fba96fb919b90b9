import LibC
import TestKit
import Testing

/// Passwords are hidden, on terminals that can edit and on others.
@Suite(.blocking) struct SecretTests {
  private static let terminals = ["xterm", "dumb", "no-such-terminal"]

  /// A probe that asks for a password.
  private func probe(_ name: String) throws -> Pseudoterminal {
    let terminal = try LineEditingTests.probe(environment: ["TERM": name])
    try terminal.type("password\r", prints: "password: ")
    return terminal
  }

  @Test(arguments: terminals)
  func `a password is not shown`(_ name: String) throws {
    let terminal = try probe(name)
    try terminal.type("žluť\r", prints: "secret [žluť] 6\r\n")
    try terminal.expect(prompt)
    let text = terminal.text.replacing("secret [žluť]", with: "")
    #expect(!text.contains("ž") && !text.contains("*"))
    try terminal.type("next\r", prints: "got [next] 4\r\n")
    try terminal.expectRows(
      ["password:", "secret [žluť] 6", "probe> next", "got [next] 4", "probe>"], from: "password:")
  }

  @Test(arguments: terminals)
  func `a password can be corrected`(_ name: String) throws {
    let terminal = try probe(name)
    // The driver of this pseudo-terminal does not know that the text is UTF-8.
    let last = name == "dumb" ? "x" : "ž"
    try terminal.type("wrong\u{15}ab\(last)\u{7F}\u{7F}c\r", prints: "secret [ac] 2\r\n")
  }

  @Test(arguments: terminals)
  func `Ctrl-C cancels the password`(_ name: String) throws {
    let terminal = try probe(name)
    try terminal.send("half")
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.expect(prompt)
    try terminal.type("next\r", prints: "got [next] 4\r\n")
    #expect(!terminal.text.contains("half"))
    try terminal.expectRows(["probe> next", "got [next] 4", "probe>"], from: "probe> next")
  }

  @Test(arguments: terminals)
  func `control d ends the password prompt`(_ name: String) throws {
    let terminal = try probe(name)
    try terminal.type("\u{4}", prints: "<end>")
    #expect(try terminal.waitForExit() == .exited(10))
    #expect(terminal.isCooked)
  }

  @Test(arguments: terminals)
  func `sigterm restores the terminal`(_ name: String) throws {
    let terminal = try probe(name)
    #expect(!terminal.isCooked)
    terminal.signal(SIGTERM)
    try terminal.expect("<terminated 15>")
    #expect(try terminal.waitForExit() == .exited(12))
    #expect(terminal.isCooked)
  }

  @Test(arguments: terminals)
  func `hanging up ends`(_ name: String) throws {
    let terminal = try probe(name)
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .exited(11))
  }

  @Test func `other keys are ignored`() throws {
    let terminal = try probe("xterm")
    try terminal.type("a\(Key.up)b\u{1B}OHc\u{1B}[1;5Dd\t\u{1}e\r", prints: "secret [abcde] 5\r\n")
  }

  @Test func `a password can be pasted`() throws {
    let terminal = try probe("xterm")
    try terminal.type("a\(Key.pasteBegin)bč\r\(Key.pasteEnd)", prints: "secret [abč] 4\r\n")
  }

  @Test func `a password is not in the history`() throws {
    let terminal = try probe("xterm")
    try terminal.type("pass\r", prints: "secret [pass] 4\r\n")
    try terminal.expect(prompt)
    try terminal.type("pa" + Key.up, row: "probe> password")
    try terminal.type(Key.up, row: "probe> password")
  }

  @Test func `control z stops the password prompt and continues it`() throws {
    let terminal = try probeInShell()
    try terminal.type("password\r", prints: "password: ")
    try terminal.type("ab\u{1A}", prints: "Stopped")
    try terminal.expect("shell$ ")
    #expect(terminal.isCooked)
    try terminal.type("fg\r", prints: "password: ")
    try terminal.type("c\r", prints: "secret [")
    #expect(!terminal.screen.rows.contains { $0.hasPrefix("password: c") })
  }

  @Test func `control z is input without raw mode`() throws {
    let terminal = try probeInShell(environment: ["TERM": "dumb"])
    try terminal.type("password\r", prints: "password: ")
    try terminal.type("ab\u{1A}c\r", prints: "secret [ab\u{1A}c] 4\r\n")
  }

  @Test func `Ctrl-C within a sequence discards the sequence`() throws {
    let terminal = try probe("xterm")
    try terminal.send("\u{1B}[20")
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.expect(prompt)
    try terminal.type("next\r", prints: "got [next] 4\r\n")
  }
}
