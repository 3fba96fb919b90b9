/// Numbers that share unknown cells, and those cells in boxes, in the order in which they hang
/// together.
struct Tangle {
  /// The cells of every box: those with the same numbers around them.
  private(set) var boxes: [[UInt16]] = []
  /// For each box the numbers around it, counted from 0.
  private(set) var numbers: [[Int]] = []
  /// For each number the mines that are still to be found around it.
  private(set) var rests: [Int] = []

  /// All that hangs together with a number.
  ///
  /// - Parameter isSeen: the numbers and cells that are in some tangle; gets those of this one.
  /// - Returns: nothing if it is too large for a ``Component``.
  init?(around first: Int, in solver: Solver, _ isSeen: inout [Bool]) {
    var indices = [first]
    var cells: [Int] = []
    // The numbers around a cell, a byte each, the first one lowest.
    var keys: [Int: UInt64] = [:]
    isSeen[first] = true
    var next = 0
    while next < indices.count {
      let number = indices[next]
      next += 1
      rests.append(Int(solver.rests[number]))
      var mask = solver.masks[number]
      while mask != 0 {
        let cell = solver.neighbor(of: number, at: mask.trailingZeroBitCount)
        mask &= mask &- 1
        keys[cell, default: 0] = keys[cell, default: 0] << 8 | UInt64(next & 255)
        guard !isSeen[cell] else { continue }
        isSeen[cell] = true
        cells.append(cell)
        solver.shape.forEachNeighbor(of: cell) { other in
          guard solver.known[other] == .number, !isSeen[other] else { return }
          isSeen[other] = true
          indices.append(other)
        }
      }
    }
    guard indices.count <= Component.mostNumbers else { return nil }
    var places: [UInt64: Int] = [:]
    for cell in cells {
      let key = keys[cell] ?? 0
      if let place = places[key] {
        boxes[place].append(UInt16(truncatingIfNeeded: cell))
        continue
      }
      places[key] = boxes.count
      boxes.append([UInt16(truncatingIfNeeded: cell)])
      numbers.append(
        (0..<8).map { Int(key >> UInt64(8 * $0) & 255) }.filter { $0 > 0 }.map { $0 - 1 })
    }
    guard boxes.count <= Component.mostBoxes else { return nil }
  }
}
