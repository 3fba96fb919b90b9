import ParlorKit

/// A move of Minesweeper, in 16 bytes.
public enum MinesweeperMove: Sendable, Equatable {
  /// Reveal a cell; the first reveal, once resolved, contains the positions of the mines.
  case reveal(Cell, Layout?)
  /// Put a flag on a cell or take it off.
  case flag(Cell)
  /// Reveal the hidden cells around a number.
  case chord(Cell)
  /// Put a question mark on a cell or take it off.
  case mark(Cell)
  /// Leave the game.
  case resign

  /// Facts for the host: the reveal that lays the mines draws; reveals, chords and a resignation
  /// show hidden information.
  var traits: MoveTraits {
    switch self {
    case .reveal(_, .some): [.undoStop, .draws, .reveals]
    case .reveal, .chord, .resign: [.undoStop, .reveals]
    case .flag, .mark: .undoStop
    }
  }

  /// Writes the line of the move.
  ///
  /// - Parameter isMasked: whether a layout becomes `?`.
  func write(to line: inout TextWriter, isMasked: Bool = false) {
    switch self {
    case .reveal(let cell, let layout):
      line.write("reveal ", cell)
      guard let layout else { return }
      line.write(" ", Layout.option, "=")
      if isMasked { line.write("?") } else { line.write(layout) }
    case .flag(let cell): line.write("flag ", cell)
    case .chord(let cell): line.write("chord ", cell)
    case .mark(let cell): line.write("mark ", cell)
    case .resign: line.write("resign")
    }
  }
}
