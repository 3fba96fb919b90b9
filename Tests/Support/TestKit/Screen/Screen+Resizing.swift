extension Screen {
  /// Gives the screen another size.
  ///
  /// - Parameter reflows: long rows are wrapped anew, as most terminals do; else, as in xterm, no
  ///   text moves to another row, and is cut off or added at the right and at the bottom.
  mutating func resize(rows: Int, columns: Int, reflows: Bool) {
    if reflows {
      reflow(to: columns)
    } else {
      let blank = Array(repeating: Cell(), count: columns)
      cells = cells.map { Array(($0 + blank).prefix(columns)) }
      column = min(column, columns - 1)
    }
    self.columns = columns
    while cells.count > rows {
      // Empty rows below the cursor go first.
      let isSpare = row < cells.count - 1
      cells.remove(at: isSpare ? cells.count - 1 : 0)
      wrapped.remove(at: isSpare ? wrapped.count - 1 : 0)
      row -= isSpare ? 0 : 1
    }
    let blank = Array(repeating: Cell(), count: columns)
    wrapped += Array(repeating: false, count: rows - cells.count)
    cells += Array(repeating: blank, count: rows - cells.count)
    wrapsNext = false
  }

  /// Wraps each line at the new width; the cursor stays on its character.
  private mutating func reflow(to columns: Int) {
    var rows: [[Cell]] = []
    var flags: [Bool] = []
    var cursor = (row: 0, column: 0)
    var line: [Cell] = []
    var place: Int?
    for (index, cells) in cells.enumerated() {
      if index == row {
        place = line.count + column
      }
      line += cells
      if wrapped[index] && index < self.cells.count - 1 { continue }
      while line.last == Cell(), line.count > (place ?? 0) + 1 {
        line.removeLast()
      }
      if let place {
        cursor = (rows.count + place / columns, place % columns)
      }
      var rest = line[...]
      repeat {
        let part = Array(rest.prefix(columns))
        rest = rest.dropFirst(columns)
        flags.append(!rest.isEmpty)
        rows.append(part + Array(repeating: Cell(), count: columns - part.count))
      } while !rest.isEmpty
      line = []
      place = nil
    }
    cells = rows
    wrapped = flags
    (row, column) = cursor
  }
}
