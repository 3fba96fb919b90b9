/// What is to be seen of a line under way: rows of cells, wrapped at the terminal's width.
struct Frame: Equatable {
  /// A place in the rows. The column can be that after the last one, before anything wraps.
  struct Position: Equatable {
    var row = 0
    var column = 0
  }

  /// The terminal's width.
  let columns: Int
  /// At least one row.
  private(set) var rows: [[Cell]] = [[]]
  /// Rows that go on in the next one, rather than end.
  private(set) var wrapped: Set<Int> = []
  /// Where the cursor stands.
  var cursor = Position()

  init(columns: Int) {
    self.columns = max(columns, 2)
  }

  private var last: Int { rows.count - 1 }

  /// The place behind everything.
  var end: Position { Position(row: last, column: rows[last].count) }

  /// Where the next character will be.
  ///
  /// - Parameter width: its columns; a wide character may not fit where a narrow one does.
  mutating func place(forWidth width: Int = 1) -> Position {
    if rows[last].count + width > columns {
      wrap()
    }
    return end
  }

  /// Adds a character at the end.
  mutating func append(_ scalar: Unicode.Scalar, style: String = "") {
    if scalar.isPlain {
      _ = place()
      return rows[last].append(Cell(text: String(scalar), style: style))
    }
    if scalar == "\t" {
      repeat {
        append([.blank])
      } while end.column % 8 != 0 && end.column < columns
      return
    }
    let cells = Cell.cells(of: scalar, style: style)
    if cells.isEmpty {
      rows[last].join(scalar)
    } else if cells.last?.text.isEmpty == true {
      append(cells)
    } else {
      for cell in cells {
        append([cell])
      }
    }
  }

  /// Adds the cells of one character.
  mutating func append(_ cells: [Cell]) {
    _ = place(forWidth: cells.count)
    rows[last] += cells
  }

  /// Adds rows that stand by themselves; each fits the width.
  mutating func append(rows more: [[Cell]]) {
    rows += more
  }

  private mutating func wrap() {
    wrapped.insert(last)
    rows[last] = rows[last].padded(to: columns)
    rows.append([])
  }

  /// The part that fits a screen, with the cursor in it; `top` is its first row.
  func cropped(toHeight height: Int, top: Int) -> Frame {
    var part = self
    part.rows = Array(rows[top..<min(top + max(height, 1), rows.count)])
    part.wrapped = Set(wrapped.map { $0 - top })
    part.cursor.row -= top
    return part
  }

  /// The first row to show on a screen of `height` rows, near to what was shown before.
  func top(forHeight height: Int, before: Int) -> Int {
    let lowest = max(rows.count - max(height, 1), 0)
    let nearest = max(cursor.row - max(height, 1) + 1, min(before, cursor.row))
    return min(nearest, lowest)
  }
}
