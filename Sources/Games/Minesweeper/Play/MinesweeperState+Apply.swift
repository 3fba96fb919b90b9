import ParlorKit

extension MinesweeperState {
  /// Makes a move that ``resolve(_:chance:)`` returned.
  mutating func apply(
    _ move: MinesweeperMove, at time: Int64, emit: (MinesweeperEvent) -> Void
  ) {
    switch move {
    case .reveal(let cell, let laid):
      if let laid { layout = laid }
      if start == nil { start = time }
      note(cell)
      reveal([match.shape.index(of: cell)], at: time, emit: emit)
    case .chord(let cell):
      note(cell)
      reveal(openable(around: cell), at: time, emit: emit)
    case .flag(let cell): toggle(cell, Mark.flag, emit: emit)
    case .mark(let cell): toggle(cell, Mark.question, emit: emit)
    case .resign:
      emit(.resigned)
      finish(.resigned, at: time, emit: emit)
    }
  }

  private mutating func note(_ cell: Cell) {
    clicks += 1
    lastCell = cell
  }

  /// The hidden cells around a number that have no flag.
  private func openable(around cell: Cell) -> [Int] {
    var cells: [Int] = []
    match.shape.forEachNeighbor(of: match.shape.index(of: cell)) { index in
      if Mark.isOpenable(board.marks[index]) { cells.append(index) }
    }
    return cells
  }

  /// Reveals cells and what they flood; those without a mine first.
  private mutating func reveal(
    _ cells: [Int], at time: Int64, emit: (MinesweeperEvent) -> Void
  ) {
    guard let layout else { preconditionFailure("mines are laid at the first reveal") }
    let shape = match.shape
    var opened: [UInt16] = []
    var mines: [Cell] = []
    for index in cells where Mark.isOpenable(board.marks[index]) {
      let cell = shape.cell(at: index)
      if layout.isMine(cell) {
        mines.append(cell)
      } else {
        board.reveal(index, of: layout, into: &opened)
      }
    }
    safeLeft -= opened.count
    if !opened.isEmpty { emit(.revealed(Opened(opened, on: board))) }
    if let mine = mines.first {
      exploded = mine
      emit(.exploded(mines))
      finish(.lost, at: time, emit: emit)
    } else if safeLeft == 0 {
      finish(.won, at: time, emit: emit)
    }
  }

  private mutating func toggle(_ cell: Cell, _ mark: UInt8, emit: (MinesweeperEvent) -> Void) {
    note(cell)
    let index = match.shape.index(of: cell)
    let isOff = board.marks[index] == mark
    if board.marks[index] == Mark.flag { flags -= 1 }
    board.marks[index] = isOff ? Mark.hidden : mark
    if board.marks[index] == Mark.flag { flags += 1 }
    switch (mark == Mark.flag, isOff) {
    case (true, false): emit(.flagged(cell))
    case (true, true): emit(.unflagged(cell))
    case (false, false): emit(.marked(cell))
    case (false, true): emit(.unmarked(cell))
    }
  }

  private mutating func finish(
    _ status: Status, at time: Int64, emit: (MinesweeperEvent) -> Void
  ) {
    self.status = status
    end = time
    // What the player has done is counted before the mines are shown.
    if let layout { board.show(layout) }
    emit(.finished(MinesweeperResult(self)))
  }
}
