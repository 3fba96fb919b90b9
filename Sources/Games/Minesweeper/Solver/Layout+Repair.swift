import ParlorKit

extension Layout {
  /// Moves mines where a solver got stuck: all mines away from the unknown cells around one number,
  /// or as many there as there is room for.
  ///
  /// What is exchanged lies where nothing is seen yet, if possible, else at the edge of what is
  /// seen, else anywhere but next to the first cell.
  ///
  /// - Returns: nothing if there is nothing to exchange.
  func repaired(
    where solver: Solver, first: Cell, chance: inout Chance
  ) -> Layout? {
    guard let place = stuckPlace(in: solver, &chance) else { return nil }
    let inside = Set(place)
    var tiers: [[Int]] = [[], [], []]
    for index in shape.indices where !inside.contains(index) {
      let cell = shape.cell(at: index)
      if abs(Int(cell.row) - Int(first.row)) <= 1, abs(Int(cell.column) - Int(first.column)) <= 1 {
        continue
      }
      tiers[tier(of: index, in: solver)].append(index)
    }
    let mines = place.filter(isMine)
    let gaps = place.filter { !isMine($0) }
    // Whichever comes first: gaps elsewhere for all mines of the place, or mines for its gaps.
    var (otherMines, otherGaps): ([Int], [Int]) = ([], [])
    for var tier in tiers {
      while !tier.isEmpty {
        tier.swapAt(Int(chance.below(UInt32(tier.count))), tier.count - 1)
        let index = tier.removeLast()
        if isMine(index) { otherMines.append(index) } else { otherGaps.append(index) }
        if !mines.isEmpty, otherGaps.count == mines.count {
          return exchanging(mines + otherGaps)
        }
        if !gaps.isEmpty, otherMines.count == gaps.count { return exchanging(gaps + otherMines) }
      }
    }
    return nil
  }

  /// The unknown cells around a number, drawn among those that have any; if cells are walled off by
  /// mines, a mine of the wall.
  private func stuckPlace(in solver: Solver, _ chance: inout Chance) -> [Int]? {
    let numbers = shape.indices.filter { solver.known[$0] == .number && solver.masks[$0] != 0 }
    if !numbers.isEmpty {
      let number = numbers[Int(chance.below(UInt32(numbers.count)))]
      return neighbors(of: number).filter { solver.known[$0] == .nothing }
    }
    let walls = shape.indices.filter { solver.known[$0] == .mine && solver.masks[$0] != 0 }
    return walls.isEmpty ? nil : [walls[Int(chance.below(UInt32(walls.count)))]]
  }

  /// How gladly a cell is changed: 0 if nothing is seen of it, 1 if it is at the edge, 2 if it is
  /// known.
  private func tier(of index: Int, in solver: Solver) -> Int {
    if solver.known[index] != .nothing { return 2 }
    return neighbors(of: index).contains { solver.known[$0] == .number } ? 1 : 0
  }

  private func neighbors(of index: Int) -> [Int] {
    var neighbors: [Int] = []
    neighbors.reserveCapacity(8)
    shape.forEachNeighbor(of: index) { neighbors.append($0) }
    return neighbors
  }

  private func isMine(_ index: Int) -> Bool { isMine(shape.cell(at: index)) }

  /// The layout with mines and gaps exchanged at some cells.
  private func exchanging(_ indices: [Int]) -> Layout {
    var rows = rows
    for index in indices {
      let cell = shape.cell(at: index)
      rows[Int(cell.row)] ^= 1 << UInt64(cell.column)
    }
    return Layout(shape, rows: rows)
  }
}
