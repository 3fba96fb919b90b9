/// Changes the terminal from one frame to the next with few bytes.
///
/// Rows and columns are relative to the start of the first frame. So a frame can be anywhere on the
/// screen, and the screen may scroll.
struct Painter {
  /// The frame on the terminal; `nil` at the start of a line.
  private(set) var shown: Frame?
  /// The position of the terminal's cursor. Behind the last column it waits to wrap.
  private var place = Frame.Position()
  /// The current colour of the terminal; none between two calls.
  private var style = ""
  /// The output so far.
  private var text = ""

  /// Forgets the frame. The cursor is at the start of a row.
  mutating func forget() {
    shown = nil
    place = Frame.Position()
  }

  /// Returns the output that shows `frame`.
  mutating func show(_ frame: Frame) -> String {
    text = ""
    let old = shown?.rows ?? [[]]
    for (row, cells) in frame.rows.enumerated() {
      if row < old.count {
        change(row, from: old[row], to: cells, columns: frame.columns)
      } else {
        add(row, to: frame)
      }
    }
    setStyle("")
    if old.count > frame.rows.count {
      clear(below: frame)
    }
    move(to: frame.cursor, columns: frame.columns)
    shown = frame
    return text
  }

  /// Returns the output that removes the frame and moves the cursor to its start.
  mutating func erase() -> String {
    guard let shown else { return "" }
    text = ""
    move(to: Frame.Position(), columns: shown.columns)
    forget()
    return text + "\u{1B}[J"
  }

  /// Returns the output that keeps the frame and moves the cursor to the row below.
  mutating func leave() -> String {
    text = ""
    if let shown {
      move(to: shown.end, columns: shown.columns)
    }
    forget()
    return text + "\n"
  }

  /// Returns the output that removes the frame after the terminal got a new width.
  ///
  /// - Parameter reflows: whether the terminal wraps long rows again. Otherwise it cuts them off.
  mutating func erase(onWidth columns: Int, reflows: Bool) -> String {
    guard let shown else { return "" }
    var row = 0
    var length = 0
    for (index, cells) in shown.rows.prefix(place.row).enumerated() {
      length += cells.count
      if !reflows || !shown.wrapped.contains(index) {
        row += reflows ? max(length - 1, 0) / columns + 1 : 1
        length = 0
      }
    }
    if reflows {
      row += (length + min(place.column, shown.columns - 1)) / columns
    }
    forget()
    return "\r" + (row == 0 ? "" : Self.sequence(row, "A")) + "\u{1B}[J"
  }

  // MARK: - Rows

  /// Writes the columns that differ. A few equal ones between them are cheaper to write than to
  /// skip.
  private mutating func change(
    _ row: Int, from old: [ScreenCell], to new: [ScreenCell], columns: Int
  ) {
    let cheap = 3
    for column in new.indices where column >= old.count || old[column] != new[column] {
      // The right half of a wide character is written with the left one, which differs too.
      if new[column].text.isEmpty { continue }
      let gap = column - place.column
      if place.row == row, (1...cheap).contains(gap) {
        put(new[place.column..<column])
      }
      move(to: Frame.Position(row: row, column: column), columns: columns)
      let isWide = column + 1 < new.count && new[column + 1].text.isEmpty
      put(new[column..<column + (isWide ? 2 : 1)])
    }
    if new.count < old.count {
      setStyle("")
      move(to: Frame.Position(row: row, column: new.count), columns: columns)
      text += "\u{1B}[K"
    }
  }

  /// Adds a row. A continuation of the row before is reached by wrapping, so that the terminal
  /// treats both as one line when it is resized and when text is copied.
  private mutating func add(_ row: Int, to frame: Frame) {
    let before = frame.rows[row - 1]
    let cells = frame.rows[row]
    if frame.wrapped.contains(row - 1), let last = before.lastIndex(where: { $0.text != "" }) {
      if place != Frame.Position(row: row - 1, column: frame.columns) {
        move(to: Frame.Position(row: row - 1, column: last), columns: frame.columns)
        put(before[last...])
      }
      if cells.isEmpty {
        setStyle("")
        text += " \r"
      }
    } else {
      move(to: Frame.Position(row: row, column: 0), columns: frame.columns)
    }
    place = Frame.Position(row: row, column: 0)
    put(cells[...])
  }

  /// Clears the rows below `frame`.
  private mutating func clear(below frame: Frame) {
    if frame.end.column == frame.columns {
      // Clearing while the cursor waits to wrap would clear the last column too.
      move(to: Frame.Position(row: frame.end.row + 1, column: 0), columns: frame.columns)
    } else {
      move(to: frame.end, columns: frame.columns)
    }
    text += "\u{1B}[J"
  }

  /// Writes whole characters at the cursor.
  private mutating func put(_ cells: ArraySlice<ScreenCell>) {
    for cell in cells where !cell.text.isEmpty {
      setStyle(cell.style)
      text += cell.text
    }
    place.column += cells.count
  }

  private mutating func setStyle(_ new: String) {
    guard new != style else { return }
    text += (style.isEmpty ? "" : "\u{1B}[m") + new
    style = new
  }

  /// Moves the cursor with sequences that every terminal has, and without absolute rows.
  private mutating func move(to target: Frame.Position, columns: Int) {
    if target.row < place.row {
      text += Self.sequence(place.row - target.row, "A")
    } else if target.row > place.row {
      // A row that scrolls in takes the current background colour.
      setStyle("")
      text += String(repeating: "\n", count: target.row - place.row)
      place.column = 0
    }
    place.row = target.row
    guard place.column != target.column else { return }
    let column = min(target.column, columns - 1)
    if place.column >= columns || column == 0 || column < place.column - 3 {
      text += "\r"
      place.column = 0
    }
    if column < place.column {
      text += String(repeating: "\u{8}", count: place.column - column)
    } else if column > place.column {
      text += Self.sequence(column - place.column, "C")
    }
    place.column = column
  }

  private static func sequence(_ count: Int, _ final: Character) -> String {
    count == 1 ? "\u{1B}[\(final)" : "\u{1B}[\(count)\(final)"
  }
}
