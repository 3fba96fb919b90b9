import TestKit
import Testing

/// Ctrl-C ends the line or the command, never the program.
@Suite(.blocking) struct InterruptTests {
  @Test func `Ctrl-C discards the line`() throws {
    let terminal = try probe()
    try terminal.type("half a line\u{1}", row: "probe> half a line", column: 7)
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.expectRow("probe>", column: 7)
    try terminal.expectRows(
      ["probe> half a line^C", "<interrupted>", "probe>"], from: "probe> half")
    try terminal.type("next\r", prints: "got [next] 4\r\n")
  }

  @Test func `Ctrl-C discards a wrapped line`() throws {
    let terminal = try probe(columns: 20)
    try terminal.send("0123456789012345678901234567890123456789\u{1}")
    try terminal.expectScreen("the cursor at the start") { screen in
      screen.rows[3] == "3456789" && screen.row == 1 && screen.column == 7
    }
    try terminal.send("\u{3}")
    try terminal.expectScreen("a clean prompt") { $0.currentRow == "probe>" && $0.row == 5 }
    #expect(terminal.screen.rows[3] == "3456789^C")
  }

  @Test(arguments: [
    ("\u{12}", "a search"), ("\u{1B}", "an escape sequence"),
    ("\u{1B}[200~text", "a paste"), ("\u{18}", "a key of two"),
  ])
  func `Ctrl-C works within`(_ keys: String, _ what: String) throws {
    let terminal = try probe()
    try terminal.type("one\r", prints: "got [one]")
    try terminal.expect(prompt)
    try terminal.send("ab" + keys)
    let isSearch = keys == "\u{12}"
    try terminal.expectRow(isSearch ? "(search) ``: ab" : "probe> ab")
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.expect(prompt)
    try terminal.expectRows(["probe> ab^C", "<interrupted>", "probe>"], from: "probe> ab")
    try terminal.type("next\r", prints: "got [next] 4\r\n")
  }

  @Test func `no Ctrl-C is missed while typing`() throws {
    // It discards typed input, sometimes just before the editor reads it.
    let terminal = try probe()
    for _ in 1...200 {
      try terminal.send("ab")
      try terminal.type("\u{3}", prints: "<interrupted>")
      try terminal.expect(prompt)
    }
  }

  @Test func `Ctrl-C stops a command`() throws {
    let terminal = try probe()
    for _ in 1...3 {
      try terminal.type("spin\r", prints: "spinning")
      try terminal.type("\u{3}", prints: "stopped")
      try terminal.expect(prompt)
    }
    try terminal.type("next\r", prints: "got [next] 4\r\n")
    #expect(!terminal.text.contains("<interrupted>"))
  }

  @Test func `Ctrl-C discards the rest of a paste`() throws {
    let terminal = try probe()
    try terminal.type("\u{1B}[200~one\rlost\rlost\r\u{1B}[201~", row: "lost")
    try terminal.type("\u{3}", prints: "<interrupted>")
    try terminal.expect(prompt)
    try terminal.type("next\r", prints: "got [next] 4\r\n")
    #expect(!terminal.text.contains("got [lost"))
  }

}
