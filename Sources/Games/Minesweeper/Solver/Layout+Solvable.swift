package import ParlorKit

extension Layout {
  /// How many boards are begun before the search for one that needs no guess is given up.
  package static let tries = 40
  /// How often a board is repaired.
  private static let repairs = 400

  /// Mines at random, but so that a player who starts at a cell can clear the board without ever
  /// guessing. That cell and its neighbours have none.
  ///
  /// Boards on which the solver gets stuck are repaired where it does, and solved again from the
  /// start. The idea is that of `mineperturb` in mines.c, Simon Tatham's Portable Puzzle
  /// Collection.
  ///
  /// - Returns: nothing if no such board was found in ``tries``.
  package static func solvable(
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
  /// - Returns: what was known where that was not enough; nothing if the board was cleared.
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
