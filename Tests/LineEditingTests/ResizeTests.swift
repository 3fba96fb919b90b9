import Pseudoterminal
import Testing

/// The window changes its size.
@Suite struct ResizeTests {
  @Test func theLineIsDrawnAgain() throws {
    let terminal = try probe(columns: 40)
    try terminal.send("half a line")
    try terminal.expect("half a line")
    terminal.resize(rows: 30, columns: 100)
    try terminal.expect("half a line")
    try terminal.expectRow("probe> half a line", column: 18)
    // Longer than the old row.
    let rest = String(repeating: "0123456789", count: 5)
    try terminal.send(rest)
    try terminal.expectRow("probe> half a line\(rest)", column: 68)
    let row = terminal.screen.row
    try terminal.send("\u{1}")
    try terminal.expectScreen("the start") { $0.row == row && $0.column == 7 }
    try terminal.send("\r")
    try terminal.expect("got [half a line\(rest)] 61\r\n")
  }

  @Test func aSizeOfWhileACommandRanIsKnown() throws {
    let terminal = try probe(columns: 40)
    try terminal.send("spin\r")
    try terminal.expect("spinning")
    terminal.resize(rows: 24, columns: 100)
    try terminal.send("\u{3}")
    try terminal.expect(prompt)
    let line = String(repeating: "0123456789", count: 8)
    try terminal.send(line)
    try terminal.expectRow("probe> \(line)", column: 87)
    let row = terminal.screen.row
    try terminal.send("\u{1}")
    try terminal.expectScreen("the start") { $0.row == row && $0.column == 7 }
  }
}
