extension Solver {
  /// Finds what one number tells alone, and what two numbers up to two apart tell together.
  mutating func deduceLocally() {
    while let index = nextPending() {
      let mask = masks[index]
      guard mask != 0 else { continue }
      let rest = Int(rests[index])
      if rest == 0 {
        settle(mask, of: index, areMines: false)
      } else if rest == mask.nonzeroBitCount {
        settle(mask, of: index, areMines: true)
      } else {
        compare(index)
      }
    }
  }

  private mutating func settle(_ mask: UInt64, of index: Int, areMines: Bool) {
    var rest = mask
    while rest != 0 {
      let cell = neighbor(of: index, at: rest.trailingZeroBitCount)
      rest &= rest &- 1
      if areMines { settle(cell, as: .mine) } else { find(cell) }
    }
  }

  /// Compares a number with those near it: if it needs more mines than another by exactly as many
  /// as it has cells that the other has not, those are mines, and the other's own cells are safe.
  private mutating func compare(_ index: Int) {
    let cell = shape.cell(at: index)
    for row in max(1, Int(cell.row) - 2)...min(shape.rows, Int(cell.row) + 2) {
      for column in max(1, Int(cell.column) - 2)...min(shape.columns, Int(cell.column) + 2) {
        let other = row * shape.stride + column
        guard known[other] == .number, other != index, masks[other] != 0 else { continue }
        let shift = 7 * (row - Int(cell.row)) + column - Int(cell.column)
        let mask = masks[index]
        let otherMask = shift < 0 ? masks[other] >> UInt64(-shift) : masks[other] << UInt64(shift)
        guard mask & otherMask != 0, mask != otherMask else { continue }
        let own = mask & ~otherMask
        let others = otherMask & ~mask
        let difference = Int(rests[index]) - Int(rests[other])
        if difference == own.nonzeroBitCount {
          settle(own, of: index, areMines: true)
          settle(others, of: index, areMines: false)
        } else if -difference == others.nonzeroBitCount {
          settle(own, of: index, areMines: false)
          settle(others, of: index, areMines: true)
        }
        if masks[index] == 0 { return }
      }
    }
  }
}
