import TestKit
import Testing

/// A typed line arrives unchanged.
@Suite(.blocking) struct LineEntryTests {
  @Test func `lines arrive one by one`() throws {
    let terminal = try probe()
    try terminal.type("roll 1 5\r", prints: "got [roll 1 5] 8\r\n")
    try terminal.expectRow("probe>", column: 7)
    try terminal.type("\r", prints: "got [] 0\r\n")
    try terminal.send("quit\r")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.text.contains("reader libedit"))
  }

  @Test(arguments: ["Jiří žluťoučký", "Бор", "漢字", "é ÿ ¡ß", "🎲 x", "e\u{301}a"])
  func `any character arrives`(_ text: String) throws {
    let terminal = try probe()
    try terminal.type(text + "\r", prints: "got [\(text)] \(text.utf8.count)\r\n")
  }

  @Test func `invalid UTF-8 is replaced`() throws {
    let terminal = try probe()
    try terminal.send([0x61, 0xC3, 0x62, 0xFF, 0x0D])
    try terminal.expect("got [a\u{FFFD}b\u{FFFD}] 8\r\n")
  }

  @Test func `reserved characters cannot be typed`() throws {
    // Characters of C1 stand for keys in vi mode.
    let terminal = try probe()
    try terminal.type("a\u{80}\u{90}b\r", prints: "got [a\u{FFFD}\u{FFFD}b] 8\r\n")
  }

  @Test func `a long line arrives`() throws {
    let terminal = try probe()
    let line = String(repeating: "0123456789", count: 600)
    try terminal.type(line + "\r", prints: "got [\(line)] 6000\r\n")
    try terminal.expectRow("probe>", column: 7)
  }

  @Test(arguments: [
    ("\u{1B}[32mcolour>\u{1B}[0m ", [Screen.Run("colour>", "32")]),
    ("\u{1B}[1m\u{1B}[35mcolour>\u{1B}[m ", [Screen.Run("colour>", "1;35")]),
    ("\u{1B}[1mco\u{1B}[33mlour> ", [Screen.Run("co", "1"), Screen.Run("lour> ", "1;33")]),
  ])
  func `a prompt can have colours`(_ prompt: String, _ runs: [Screen.Run]) throws {
    let terminal = try probe([prompt])
    try terminal.expectRow("colour>", column: 8)
    try terminal.expectRuns(runs)
    try terminal.type("x\u{1}y\r", prints: "got [yx]")
    #expect(terminal.screen.rows.contains("colour> yx"))
  }
}
