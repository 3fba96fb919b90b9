import LineSyntax
import Testing

@testable import LineEditing

/// What is drawn, without a terminal.
@Suite struct PainterTests {
  private func frame(_ text: String, columns: Int) -> Frame {
    var frame = Frame(columns: columns)
    for scalar in text.unicodeScalars { frame.append(scalar) }
    frame.cursor = frame.end
    return frame
  }

  @Test(arguments: [
    // Ten characters take two rows of five columns, eleven take three.
    ("1234567890\nxy", 5, "\u{1B}[2A"), ("12345678901\nxy", 5, "\u{1B}[3A"),
    ("\nxy", 5, "\u{1B}[A"), ("1\nxy", 5, "\u{1B}[A"), ("xy", 5, ""),
  ])
  func `rows that the terminal wraps again are removed, up to the first`(
    _ text: String, _ columns: Int, _ up: String
  ) {
    var painter = Painter()
    _ = painter.show(frame(text, columns: 20))
    #expect(painter.erase(onWidth: columns, reflows: true) == "\r\(up)\u{1B}[J")
  }

  @Test func `rows that the terminal cuts off are as many as before`() {
    var painter = Painter()
    _ = painter.show(frame("12345678901\nxy", columns: 20))
    #expect(painter.erase(onWidth: 5, reflows: false) == "\r\u{1B}[A\u{1B}[J")
  }

  @Test(arguments: [
    ("a\tb", ["a       b"]), ("1234567\tb", ["1234567 b"]),
    ("12345678\tb", ["12345678        b"]),
    ("12345678901234567\tb", ["12345678901234567   ", "b"]),
  ])
  func `a tab goes to the next column that is a multiple of 8, or to the end of the row`(
    _ text: String, _ rows: [String]
  ) {
    #expect(frame(text, columns: 20).rows.map { $0.map(\.text).joined() } == rows)
  }

  @Test func `cells are cut to any width, with an ellipsis where there is room for one`() {
    let cells = [ScreenCell]("abc")
    let cut = (0...3).map { cells.cut(to: $0).map(\.text).joined() }
    #expect(cut == ["", "…", "a…", "abc"])
  }

  @Test(arguments: [(8, 4), (9, 3), (10, 3), (11, 3), (12, 3)])
  func `a page of columns has a row less if the last one says how many more there are`(
    _ count: Int, _ height: Int
  ) {
    // Two words of eight columns fit a row of 20 columns, so that eight words fill four rows.
    let suggestions = (0..<count).map { Suggestion("word-\(100 + $0)", "") }
    let list = SuggestionList(suggestions, columns: 20, rows: 4, hasColor: false)
    #expect(list.rows().count == 4)
    #expect(list.columnHeight(selected: nil) == height)
  }

  @Test func `a character without a width is shown as its number`() {
    // It will never be a character, on any system.
    #expect([ScreenCell]("a\u{10FFFF}").map(\.text).joined() == "a\\U+10FFFF")
  }
}
