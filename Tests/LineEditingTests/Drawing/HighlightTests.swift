import TestKit
import Testing

/// Words have colours while the line is typed.
@Suite(.blocking) struct HighlightTests {
  @Test func `words have colours`() throws {
    let terminal = try assistedProbe()
    try terminal.send("rol")
    try terminal.expectRuns([Screen.Run("probe> "), Screen.Run("rol", "31")])
    try terminal.send("l 15 x")
    try terminal.expectRuns([
      Screen.Run("probe> "), Screen.Run("roll", "32"), Screen.Run(" "), Screen.Run("15", "36"),
      Screen.Run(" x"),
    ])
    try terminal.send("\u{1}\u{1B}f\u{7F}")
    try terminal.expectRuns(
      [
        Screen.Run("probe> "), Screen.Run("rol", "31"), Screen.Run(" "), Screen.Run("15", "36"),
        Screen.Run(" x"),
      ], column: 10)
    // The colours stay after Enter.
    let row = terminal.screen.row
    try terminal.type("\r", prints: "got [rol 15 x] ")
    #expect(terminal.screen.runs(row).contains(Screen.Run("rol", "31")))
  }

  @Test func `wide and combined characters have colours`() throws {
    let terminal = try assistedProbe()
    try terminal.send("漢字 15")
    try terminal.expectRuns(
      [Screen.Run("probe> "), Screen.Run("漢字", "32"), Screen.Run(" "), Screen.Run("15", "36")],
      column: 14)
    try terminal.send("\u{15}e\u{301}a\u{308}\u{301}x 15")
    try terminal.expectRuns(
      [
        Screen.Run("probe> "), Screen.Run("e\u{301}a\u{308}\u{301}x", "31"), Screen.Run(" "),
        Screen.Run("15", "36"),
      ], column: 13)
    try terminal.send("\u{1}žlutá \u{5}!")
    try terminal.expectRuns(
      [
        Screen.Run("probe> "), Screen.Run("žlutá", "32"),
        Screen.Run(" e\u{301}a\u{308}\u{301}x 15!"),
      ], column: 20)
  }

  @Test func `wrapped lines have colours`() throws {
    let terminal = try assistedProbe(columns: 12)
    try terminal.send("reveal 1555 漢字漢 7")
    try terminal.expectRuns([Screen.Run("漢 "), Screen.Run("7", "36")], column: 4)
    let row = terminal.screen.row
    #expect(terminal.screen.runs(row - 2) == [Screen.Run("probe> "), Screen.Run("revea", "32")])
    #expect(
      terminal.screen.runs(row - 1) == [
        Screen.Run("l", "32"), Screen.Run(" "), Screen.Run("1555", "36"), Screen.Run(" 漢字"),
      ])
    try terminal.send("\u{1}\u{4}")
    try terminal.expectScreen("another verb") {
      $0.runs(row - 2) == [Screen.Run("probe> "), Screen.Run("eveal", "31")] && $0.column == 7
    }
    #expect(terminal.screen.rows[row] == " 7")
  }

  @Test func `colours can be turned off`() throws {
    let terminal = try probe(
      ["\u{1B}[1mprobe>\u{1B}[0m "],
      environment: ["PROBE_ASSISTS": "1", "PROBE_COLORLESS": "1"])
    try terminal.type("roll 15 x\r", prints: "got [roll 15 x] ")
    #expect(!terminal.text.contains(/\u{1B}\[[0-9;]*m/))
    #expect(terminal.screen.rows.contains("probe> roll 15 x"))
  }
}
