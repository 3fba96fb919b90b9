import TestKit
import Testing

/// The terminal changes its size.
@Suite(.blocking) struct ResizeTests {
  @Test func `the line is drawn again at the new size`() throws {
    let terminal = try probe(columns: 40)
    try terminal.type("half a line", prints: "half a line")
    terminal.resize(rows: 30, columns: 100)
    try terminal.expect("half a line")
    try terminal.expectRow("probe> half a line", column: 18)
    // Longer than the old width.
    let rest = String(repeating: "0123456789", count: 5)
    try terminal.type(rest, row: "probe> half a line\(rest)", column: 68)
    let row = terminal.screen.row
    try terminal.send("\u{1}")
    try terminal.expectScreen("the start") { $0.row == row && $0.column == 7 }
    try terminal.type("\r", prints: "got [half a line\(rest)] 61\r\n")
  }

  @Test func `a resize during a command is noticed`() throws {
    let terminal = try probe(columns: 40)
    try terminal.type("spin\r", prints: "spinning")
    terminal.resize(rows: 24, columns: 100)
    try terminal.type("\u{3}", prints: prompt)
    let line = String(repeating: "0123456789", count: 8)
    try terminal.type(line, row: "probe> \(line)", column: 87)
    let row = terminal.screen.row
    try terminal.send("\u{1}")
    try terminal.expectScreen("the start") { $0.row == row && $0.column == 7 }
  }

  @Test(arguments: [10, 11, 13, 20, 34, 35, 47, 80] as [UInt16], ["", "\u{1}\u{6}"])
  func `a wrapped line is drawn again on a terminal that reflows`(_ columns: UInt16, _ keys: String)
    throws
  {
    let terminal = try assistedProbe(rows: 40, columns: 30)
    let line = "roll 漢字 and something more"
    try terminal.enter("before", line + " of it")
    try terminal.send(line + keys)
    try terminal.expectScreen("the line") { screen in
      keys.isEmpty ? screen.currentRow == " more of it" : screen.column == 8
    }
    terminal.resize(rows: 40, columns: columns, reflows: true)
    try terminal.expect("probe> ")
    try terminal.send(keys.isEmpty ? "" : "\u{5}")
    try terminal.expectScreen("the end") { $0.textBeforeCursor.hasSuffix("something more") }
    let shown = terminal.rows(from: "probe> ").joined().filter { $0 != " " }
    #expect(shown.hasPrefix("probe>roll漢字andsomethingmore"), "\(terminal.screen.rows)")
    // Above the line there is only what was there before.
    let rows = terminal.screen.rows
    #expect(rows.filter { $0.hasPrefix("probe> ") }.count == 3, "\(rows)")
    #expect(rows.filter { $0.hasPrefix("got [") }.count == 2, "\(rows)")
  }

  @Test func `a wrapped line is drawn again on a terminal that cuts rows off`() throws {
    let terminal = try probe(environment: ["XTERM_VERSION": "XTerm(1)"], columns: 20)
    try terminal.enter("before")
    try terminal.type("0123456789012345678901234567890", row: "345678901234567890", column: 18)
    for (columns, rows) in [
      (15 as UInt16, ["probe> 01234567", "890123456789012", "34567890"]),
      (40, ["probe> 0123456789012345678901234567890"]),
    ] {
      terminal.resize(rows: 24, columns: columns)
      try terminal.expectRows(rows, from: "probe> 0")
    }
    #expect(terminal.screen.rows.filter { $0.hasPrefix("got [before]") }.count == 1)
  }
}
