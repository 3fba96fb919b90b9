import ParlorKit

extension MinesweeperState {
  /// Checks a move, and lays the mines at the first reveal.
  func resolve(
    _ move: MinesweeperMove, chance: inout Chance
  ) throws(MinesweeperRefusal) -> Resolution<MinesweeperMove> {
    if isOver { throw .over }
    switch move {
    case .reveal(let cell, let layout):
      try check(cell)
      if let layout { try check(layout, at: cell) }
      let mark = board[cell]
      if mark == Mark.flag { return .ignore("\(cell.row) \(cell.column) is flagged") }
      if Mark.isNumber(mark) { return .ignore("\(cell.row) \(cell.column) is revealed already") }
      if self.layout != nil || layout != nil { return .play(move) }
      return .play(.reveal(cell, try match.layMines(for: cell, chance: &chance)))
    case .chord(let cell):
      try check(cell)
      return try resolveChord(cell)
    case .flag(let cell), .mark(let cell):
      try check(cell)
      if Mark.isNumber(board[cell]) { throw .revealed(cell) }
    case .resign: break
    }
    return .play(move)
  }

  /// Checks that a cell is on the board.
  private func check(_ cell: Cell) throws(MinesweeperRefusal) {
    let shape = match.shape
    guard 1...shape.rows ~= Int(cell.row) else { throw .outside(isRow: true, count: shape.rows) }
    guard shape.contains(cell) else { throw .outside(isRow: false, count: shape.columns) }
  }

  /// Checks a layout given for the first reveal: it could have been drawn.
  ///
  /// Whether it needs guessing is not asked: logs outlive the solver.
  private func check(_ layout: Layout, at cell: Cell) throws(MinesweeperRefusal) {
    if self.layout != nil { throw .laid }
    guard layout.shape == match.shape else { throw .otherSize(layout.shape, board: match.shape) }
    guard layout.mines == match.mines else { throw .otherMines(layout.mines, board: match.mines) }
    if layout.isMine(cell) { throw .mineAtFirst(cell) }
    if match.sparesNeighbors, let mine = layout.mine(around: cell) { throw .mineAtFirst(mine) }
  }

  private func resolveChord(
    _ cell: Cell
  ) throws(MinesweeperRefusal) -> Resolution<MinesweeperMove> {
    let mark = board[cell]
    guard Mark.isNumber(mark) else { throw .hidden(cell) }
    let number = Int(mark - Mark.zero)
    let around = board.around(match.shape.index(of: cell))
    guard around.flags == number else { throw .flags(cell, number: number, flags: around.flags) }
    if around.openable == 0 {
      return .ignore("nothing is hidden around \(cell.row) \(cell.column)")
    }
    return .play(.chord(cell))
  }
}

extension MinesweeperMatch {
  /// Lays the mines for the first cell revealed.
  fileprivate func layMines(
    for cell: Cell, chance: inout Chance
  ) throws(MinesweeperRefusal) -> Layout {
    guard allowsGuesses else {
      guard let layout = Layout.solvable(shape, mines: mines, from: cell, chance: &chance) else {
        throw .noSolvableBoard(tries: Layout.tries)
      }
      return layout
    }
    return Layout(
      shape, mines: mines, sparing: cell, andNeighbors: sparesNeighbors, chance: &chance)
  }
}

extension Layout {
  /// The first neighbour of a cell that is a mine.
  fileprivate func mine(around cell: Cell) -> Cell? {
    for row in max(1, Int(cell.row) - 1)...min(shape.rows, Int(cell.row) + 1) {
      for column in max(1, Int(cell.column) - 1)...min(shape.columns, Int(cell.column) + 1)
      where isMine(Cell(row, column)) {
        return Cell(row, column)
      }
    }
    return nil
  }
}
