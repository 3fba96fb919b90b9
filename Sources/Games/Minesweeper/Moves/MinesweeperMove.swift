/// A move of Minesweeper, in 16 bytes.
public enum MinesweeperMove: Sendable, Equatable {
  /// Reveal a cell; the first one, resolved, says where the mines were laid.
  case reveal(Cell, Layout?)
  /// Put a flag on a cell or take it off.
  case flag(Cell)
  /// Reveal what is hidden around a number.
  case chord(Cell)
  /// Put a question mark on a cell or take it off.
  case mark(Cell)
  /// Leave the game.
  case resign
}
