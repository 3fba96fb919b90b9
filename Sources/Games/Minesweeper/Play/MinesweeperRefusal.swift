/// Why something is refused, as facts.
enum MinesweeperRefusal: Error, Equatable {
  /// The game has ended.
  case over
  /// The row, or the column, is not on the board, which has so many.
  case outside(isRow: Bool, count: Int)
  /// No cell was named yet for a bare `flag`.
  case noCell
  /// The cell is not revealed, so there is no number to chord on.
  case hidden(Cell)
  /// The cell is revealed, so there is nothing to flag or mark.
  case revealed(Cell)
  /// A number has another count of flags around it.
  case flags(Cell, number: Int, flags: Int)
  /// A text is no layout.
  case layout(LayoutFault)
  /// A layout to be played has mines only.
  case nothingSafe
  /// Mines are laid already.
  case laid
  /// A layout has another size than the board.
  case otherSize(Shape, board: Shape)
  /// A layout has another number of mines than the board.
  case otherMines(Int, board: Int)
  /// A layout has a mine where the first reveal must find none.
  case mineAtFirst(Cell)
  /// A mode was named, or its size given, for a board that is given.
  case layoutHasItsSize
  /// A size was given for a mode that has its own.
  case notCustom(option: String)
  /// A custom board of this size has mines in this range.
  case mines(ClosedRange<Int>, Shape)
  /// There is no easier mode, or no harder one.
  case endOfModes(Mode, isEasier: Bool)
  /// The difficulty would tell about a board that is still hidden.
  case secretDifficulty
  /// The player left before any mines were laid.
  case noBoard
  /// No board that needs no guess was found in so many tries.
  case noSolvableBoard(tries: Int)
}
