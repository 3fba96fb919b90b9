extension Screen {
  /// The text from the top to the cursor, as if rows had no ends.
  package var textBeforeCursor: String {
    let before = cells[..<row].joined().map(\.text).joined()
    let inRow = cells[row][..<(wrapsNext ? columns : column)].map(\.text).joined()
    return before + inRow
  }

  /// Whether the rows from the top to the last one with text are the last ones of `other`, in text
  /// and colours, with the cursor in the same place of them.
  package func shows(endOf other: Screen) -> Bool {
    let shown = cells.used
    let others = other.cells.used.suffix(shown.count)
    return Array(others) == shown && column == other.column
      && shown.count - row == other.cells.used.count - other.row
  }
}

extension [[Screen.Cell]] {
  fileprivate var used: [[Screen.Cell]] {
    let last = lastIndex { $0.contains { $0 != Screen.Cell() } }
    return Array(self[..<(last.map { $0 + 1 } ?? 0)])
  }
}
