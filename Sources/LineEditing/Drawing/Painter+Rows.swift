extension Painter {
  /// Sends the columns that differ; a few that do not are cheaper sent than skipped.
  mutating func change(_ row: Int, from old: [Cell], to new: [Cell], columns: Int) {
    let cheap = 3
    for column in new.indices where column >= old.count || old[column] != new[column] {
      // The right half of a wide character comes with the left one, which differs too.
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

  /// Begins a row where none was. One that goes on from the row before is reached by wrapping, so
  /// that the terminal knows the rows as one line: when it is resized, and when it is copied from.
  mutating func add(_ row: Int, to frame: Frame) {
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

  /// Clears the rows that are no more.
  mutating func clear(below frame: Frame) {
    if frame.end.column == frame.columns {
      // Clearing while waiting to wrap would take the last column along.
      move(to: Frame.Position(row: frame.end.row + 1, column: 0), columns: frame.columns)
    } else {
      move(to: frame.end, columns: frame.columns)
    }
    text += "\u{1B}[J"
  }

  /// Writes whole characters where the cursor is.
  private mutating func put(_ cells: ArraySlice<Cell>) {
    for cell in cells where !cell.text.isEmpty {
      setStyle(cell.style)
      text += cell.text
    }
    place.column += cells.count
  }

  mutating func setStyle(_ new: String) {
    guard new != style else { return }
    text += (style.isEmpty ? "" : "\u{1B}[m") + new
    style = new
  }

  /// Moves by means that every terminal has, and that depend on no absolute row.
  mutating func move(to target: Frame.Position, columns: Int) {
    if target.row < place.row {
      text += Self.sequence(place.row - target.row, "A")
    } else if target.row > place.row {
      // A row that scrolls in takes the colour of the background.
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

  static func sequence(_ count: Int, _ final: Character) -> String {
    count == 1 ? "\u{1B}[\(final)" : "\u{1B}[\(count)\(final)"
  }
}
