package import ParlorKit

extension Layout {
  /// Mines at random: each set of so many allowed cells is as likely as the others.
  ///
  /// Source: Floyd's algorithm F2, in Bentley, "Programming Pearls: A Sample of Brilliance",
  /// Communications of the ACM 30 (1987), page 754.
  ///
  /// - Parameters:
  ///   - shape: the size of the board.
  ///   - mines: how many; at most as many as there are allowed cells.
  ///   - spared: a cell that gets none.
  ///   - sparesNeighbors: whether its neighbours get none either.
  ///   - chance: draws a number for every mine.
  package convenience init(
    _ shape: Shape, mines: Int, sparing spared: Cell, andNeighbors sparesNeighbors: Bool,
    chance: inout Chance
  ) {
    let reach = sparesNeighbors ? 1 : 0
    let first = Cell(max(1, Int(spared.row) - reach), max(1, Int(spared.column) - reach))
    let top = Int(first.row) - 1
    let left = Int(first.column) - 1
    let bottom = min(shape.rows, Int(spared.row) + reach)
    let width = min(shape.columns, Int(spared.column) + reach) - left
    let allowed = shape.count - (bottom - top) * width
    precondition(mines <= allowed, "more mines than cells that may have one")
    let columns = UInt32(truncatingIfNeeded: shape.columns)
    var rows = [UInt64](repeating: 0, count: shape.rows + 2)
    for last in (allowed - mines)..<allowed {
      // Numbers count the allowed cells; each spared stretch of a row moves those behind it on.
      func place(_ number: Int) -> (row: Int, bit: UInt64) {
        var number = number
        for row in top..<bottom where number >= row * shape.columns + left { number += width }
        let (row, column) = UInt32(truncatingIfNeeded: number).quotientAndRemainder(
          dividingBy: columns)
        return (Int(row) + 1, 2 &<< UInt64(column))
      }
      var (row, bit) = place(Int(chance.below(UInt32(truncatingIfNeeded: last + 1))))
      if rows[row] & bit != 0 { (row, bit) = place(last) }
      rows[row] |= bit
    }
    self.init(shape, rows: rows)
  }
}
