import ParlorKit

extension Layout {
  /// How many boards to try before giving up.
  static let tries = 40
  /// How often a board is repaired.
  private static let repairs = 400

  /// Random mines on a board that a player who starts at a cell can clear without guessing. The
  /// cell and its neighbours have no mine.
  ///
  /// A board on which the solver gets stuck is repaired there and solved again from the start. The
  /// idea is that of `mineperturb` in mines.c, Simon Tatham's Portable Puzzle Collection.
  ///
  /// - Returns: `nil` if no such board was found in ``tries``.
  static func solvable(
    _ shape: Shape, mines: Int, from cell: Cell, chance: inout Chance
  ) -> Layout? {
    for _ in 0..<tries {
      var layout = Layout(
        shape, mines: mines, sparing: cell, andNeighbors: true, chance: &chance)
      for _ in 0..<repairs {
        guard let solver = layout.obstacle(from: cell) else { return layout }
        guard let next = layout.repaired(where: solver, first: cell, chance: &chance) else { break }
        layout = next
      }
    }
    return nil
  }

  /// Plays the board from a cell on without guessing.
  ///
  /// - Returns: the solver where it got stuck; `nil` if the board was cleared.
  func obstacle(from cell: Cell) -> Solver? {
    var board = Board(shape)
    var opened: [UInt16] = []
    opened.reserveCapacity(safe)
    board.reveal(shape.index(of: cell), of: self, into: &opened)
    var solver = Solver(board, mines: mines)
    var known = opened.count
    while opened.count < safe {
      let cells = solver.safeCells()
      if cells.isEmpty { return solver }
      for index in cells where Mark.isOpenable(board.marks[Int(index)]) {
        board.reveal(Int(index), of: self, into: &opened)
      }
      for index in opened[known...] {
        solver.learn(Int(index), number: Int(board.marks[Int(index)] - Mark.zero))
      }
      known = opened.count
    }
    return nil
  }
}

extension Layout {
  /// Moves mines where a solver got stuck: all mines away from the unknown cells around one number,
  /// or as many there as fit.
  ///
  /// The mines come from or go to cells without revealed neighbours if possible, otherwise cells at
  /// the edge of the revealed ones, otherwise any cell that is not next to the first one.
  ///
  /// - Returns: `nil` if there is nothing to exchange.
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
    // Stop when there are gaps for all mines of the place, or mines for all its gaps.
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

  /// The unknown cells around a random number that has any. If only mines border the unknown cells,
  /// one of these mines.
  private func stuckPlace(in solver: Solver, _ chance: inout Chance) -> [Int]? {
    let numbers = shape.indices.filter { solver.known($0) == .number && solver.cells[$0].mask != 0 }
    if !numbers.isEmpty {
      let number = numbers[Int(chance.below(UInt32(numbers.count)))]
      return neighbors(of: number).filter { solver.known($0) == .nothing }
    }
    let walls = shape.indices.filter { solver.known($0) == .mine && solver.cells[$0].mask != 0 }
    return walls.isEmpty ? nil : [walls[Int(chance.below(UInt32(walls.count)))]]
  }

  /// The order in which cells are changed: 0 for a cell without revealed neighbours, 1 for one at
  /// the edge, 2 for a known one.
  private func tier(of index: Int, in solver: Solver) -> Int {
    if solver.known(index) != .nothing { return 2 }
    return neighbors(of: index).contains { solver.known($0) == .number } ? 1 : 0
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
