/// What a person sees: the text, its colours and the cursor, as an xterm would have them.
///
/// It knows what line editors send, and ignores the rest.
package struct Screen {
  /// One column of a row; the text is empty in the right half of a wide character.
  struct Cell: Equatable {
    var text = " "
    var style = TextStyle()
  }

  /// A piece of a row in one colour.
  package struct Run: Equatable, CustomStringConvertible {
    package var text: String
    /// The parameters of SGR that make it, such as `1;32`, or nothing.
    package var style: String

    package init(_ text: String, _ style: String = "") {
      self.text = text
      self.style = style
    }

    package var description: String { "\(text.debugDescription)<\(style)>" }
  }

  package internal(set) var columns: Int
  /// The cursor's column, from 0; it stays on the last one after a character was written there.
  package internal(set) var column = 0
  /// The cursor's row, from 0.
  package internal(set) var row = 0

  var cells: [[Cell]]
  /// The rows that go on in the next one, since they were full.
  var wrapped: [Bool]
  /// The cursor is past the last column: the next character goes to the next row.
  var wrapsNext = false
  /// What is written has this colour.
  var style = TextStyle()
  var parser = ScreenParser()
  /// How often the bell has rung.
  package internal(set) var bells = 0

  package init(rows: Int, columns: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    wrapped = Array(repeating: false, count: rows)
  }

  /// The text of the rows, without blanks at the end.
  package var rows: [String] {
    cells.map { Self.text(of: $0) }
  }

  /// The text of the cursor's row.
  package var currentRow: String { Self.text(of: cells[row]) }

  /// The pieces of a row, without plain blanks at the end.
  package func runs(_ row: Int) -> [Run] {
    var runs: [Run] = []
    var cells = cells[row]
    while cells.last == Cell() {
      cells.removeLast()
    }
    for cell in cells {
      if runs.last?.style == cell.style.description {
        runs[runs.count - 1].text += cell.text
      } else {
        runs.append(Run(cell.text, cell.style.description))
      }
    }
    return runs
  }

  /// The pieces of the cursor's row.
  package var currentRuns: [Run] { runs(row) }

  static func text(of row: [Cell]) -> String {
    let text = row.map(\.text).joined()
    guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
    return String(text[...last])
  }

  /// Shows what a program has written.
  package mutating func show(_ bytes: [UInt8]) {
    for action in parser.parse(bytes) {
      apply(action)
    }
  }
}
