import ParlorKit

extension MastermindState {
  /// One of the guesses that are listed, or where none are, any.
  func sampleMove(chance: inout Chance) -> MastermindMove? {
    if isOver { return nil }
    let moves = legalMoves.moves
    if moves.isEmpty { return .guess(rules.drawGuess(&chance)) }
    return moves[Int(chance.below(UInt32(truncatingIfNeeded: moves.count)))]
  }
}
