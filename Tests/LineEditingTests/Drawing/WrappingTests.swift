import TestKit
import Testing

/// Lines longer than a row.
@Suite(.blocking) struct WrappingTests {
  @Test func `a full row is followed by an empty one`() throws {
    let terminal = try probe(columns: 15)
    try terminal.send("01234567")
    try terminal.expectScreen("the next row") { $0.row == 2 && $0.column == 0 }
    #expect(terminal.screen.rows[1] == "probe> 01234567")
    try terminal.send("8\u{7F}")
    try terminal.expectScreen("the next row") { $0.row == 2 && $0.column == 0 }
    try terminal.type("\u{7F}", row: "probe> 0123456", column: 14)
    try terminal.type("x\r", prints: "got [0123456x] ")
    try terminal.expectRows(["probe> 0123456x", "got [0123456x]", "8", "probe>"], from: "probe> 0")
  }

  @Test func `a wide character is not split`() throws {
    let terminal = try probe(columns: 15)
    try terminal.send("0123456漢x")
    try terminal.expectScreen("two rows") { $0.row == 2 && $0.column == 3 }
    #expect(terminal.rows(from: "probe>") == ["probe> 0123456", "漢x"])
    try terminal.send(Key.left + Key.left)
    try terminal.expectScreen("the cursor on it") { $0.row == 2 && $0.column == 0 }
    try terminal.send("\u{1}\u{1B}[3~")
    try terminal.expectRows(["probe> 123456漢", "x"], below: 0, column: 7)
    #expect(terminal.screen.row == 1)
  }

  @Test func `a line taller than the screen scrolls with the cursor`() throws {
    let terminal = try probe(rows: 5, columns: 10)
    let line = (0..<100).map { String($0 % 10) }.joined()
    try terminal.send(line)
    try terminal.expectScreen("the end") {
      $0.row == 4 && $0.column == 7 && $0.rows[4] == "3456789"
    }
    try terminal.send("\u{1}")
    try terminal.expectScreen("the start") {
      $0.row == 0 && $0.column == 7 && $0.rows[0] == "probe> 012" && $0.rows[4] == "3456789012"
    }
    try terminal.send("x")
    try terminal.expectScreen("the start") { $0.column == 8 && $0.rows[0] == "probe> x01" }
    try terminal.type("\r", prints: "got [x\(line)] 101\r\n")
    try terminal.expectRow("probe>", column: 7)
  }

  @Test func `the screen is cleared`() throws {
    let terminal = try assistedProbe(columns: 12)
    try terminal.enter("one")
    try terminal.send("reveal 15\u{1}")
    try terminal.expectScreen("two rows") { $0.rows.contains("probe> revea") && $0.column == 7 }
    try terminal.send("\u{C}")
    try terminal.expectScreen("the line alone") { screen in
      screen.row == 0 && screen.column == 7
        && screen.rows.filter { !$0.isEmpty } == ["probe> revea", "l 15"]
    }
    #expect(terminal.screen.runs(0) == [Screen.Run("probe> "), Screen.Run("revea", "32")])
    try terminal.type("\r", prints: "got [reveal 15] ")
  }

  @Test func `the terminal wraps a long line itself`() throws {
    // So the terminal copies it as one line.
    let terminal = try probe(columns: 20)
    try terminal.type("01234567890123456789", row: "3456789")
    let text = terminal.text
    let tail = text.suffix(30)
    #expect(!tail.unicodeScalars.contains("\n"), "\(tail.debugDescription)")
  }
}
