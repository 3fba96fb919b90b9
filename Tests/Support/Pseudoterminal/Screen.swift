/// What a person sees: the text and the cursor, as an xterm would have them. Colours are left out.
///
/// It knows what line editors send, and ignores the rest.
package struct Screen {
  /// One cell; the right half of a wide character is empty.
  typealias Cell = String

  package private(set) var columns: Int
  /// The cursor's column, from 0; it stays on the last one after a character was written there.
  package internal(set) var column = 0
  /// The cursor's row, from 0.
  package internal(set) var row = 0

  var cells: [[Cell]]
  /// The cursor is past the last column: the next character goes to the next row.
  var wrapsNext = false
  var parser = ScreenParser()

  init(rows: Int, columns: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The text of the rows, without blanks at the end.
  package var rows: [String] {
    cells.map { row in
      let text = row.joined()
      guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
      return String(text[...last])
    }
  }

  /// The text of the cursor's row.
  package var currentRow: String { rows[row] }

  /// Cuts off or adds at the right and at the bottom; no text moves to another row.
  mutating func resize(rows: Int, columns: Int) {
    let blank = Array(repeating: " ", count: columns)
    cells = cells.prefix(rows).map { Array(($0 + blank).prefix(columns)) }
    cells += Array(repeating: blank, count: rows - cells.count)
    self.columns = columns
    row = min(row, rows - 1)
    column = min(column, columns - 1)
    wrapsNext = false
  }

  /// Shows what a program has written.
  mutating func show(_ bytes: [UInt8]) {
    for action in parser.parse(bytes) {
      apply(action)
    }
  }
}
