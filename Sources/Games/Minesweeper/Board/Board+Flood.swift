extension Board {
  /// Reveals a hidden cell without a mine, and from a zero on all connected zeros with their
  /// border, never through flags.
  ///
  /// - Parameter opened: gets the indices of the cells revealed. What is still to be looked at is
  ///   its own tail, so every cell is looked at once and nothing else is kept.
  mutating func reveal(_ index: Int, of layout: Layout, into opened: inout [UInt16]) {
    var next = opened.count
    open(index, layout, &opened)
    while next < opened.count {
      let index = Int(opened[next])
      next += 1
      guard marks[index] == Mark.zero else { continue }
      let stride = shape.stride
      for base in Swift.stride(from: index - stride, through: index + stride, by: stride) {
        for neighbor in (base - 1)...(base + 1) where Mark.isOpenable(marks[neighbor]) {
          open(neighbor, layout, &opened)
        }
      }
    }
  }

  private mutating func open(_ index: Int, _ layout: Layout, _ opened: inout [UInt16]) {
    marks[index] = Mark.zero + UInt8(truncatingIfNeeded: layout.number(shape.cell(at: index)))
    opened.append(UInt16(truncatingIfNeeded: index))
  }

  /// How many flags are around a cell, and how many hidden cells without one.
  func around(_ index: Int) -> (flags: Int, openable: Int) {
    var flags = 0
    var openable = 0
    shape.forEachNeighbor(of: index) { neighbor in
      if marks[neighbor] == Mark.flag { flags += 1 }
      if Mark.isOpenable(marks[neighbor]) { openable += 1 }
    }
    return (flags, openable)
  }

  /// Shows all mines that are not flagged, and which flags are wrong.
  mutating func show(_ layout: Layout) {
    for index in shape.indices where !Mark.isNumber(marks[index]) {
      let isMine = layout.isMine(shape.cell(at: index))
      if marks[index] == Mark.flag {
        if !isMine { marks[index] = Mark.wrongFlag }
      } else if isMine {
        marks[index] = Mark.mine
      }
    }
  }
}
