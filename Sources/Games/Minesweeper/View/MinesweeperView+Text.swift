public import ParlorKit

extension MinesweeperView {
  /// Writes the mode, the size and the options in a line; the board is in the situation.
  public func writeTable(to text: inout TextWriter) {
    text.write(Styled(.strong, mode.rawValue), ", ", board.shape.rows, "×", board.shape.columns)
    text.write(" with ", Counted(mines, "mine"), ".")
    if mode != .layout {
      if let options { text.write(" Options: ", options, ".") }
      if let seed { text.write(" Seed ", Int(truncatingIfNeeded: seed), ".") }
    }
  }

  /// Writes the board, then the mines left and the time, or how the game ended.
  public func writeSituation(to text: inout TextWriter) {
    board.write(to: &text, exploded: exploded)
    text.write(byte: UInt8(ascii: "\n"))
    if let result {
      if let score = result.score { text.write(score, "\n") }
      text.write(result, " `new` plays again, `mode` another mode.")
      return
    }
    text.write("Mines left: ", minesLeft, ". Time: ", Thousandths(milliseconds), " s.")
  }
}
