import ParlorKit

extension FarkleState {
  /// One of the legal moves; with dice of a real table, faces or a total that could come of them.
  func sampleMove(chance: inout Chance) -> FarkleMove? {
    let legal = legalMoves
    let count = legal.moves.count + legal.forms.count
    guard count > 0 else { return nil }
    let index = Int(chance.below(UInt32(truncatingIfNeeded: count)))
    if index < legal.moves.count { return legal.moves[index] }
    guard legal.forms[index - legal.moves.count].hasPrefix("roll") else {
      return .points(sampleTotal(chance: &chance))
    }
    var dice = Dice()
    for _ in 0..<turn.diceToRoll { dice.append(chance.die()) }
    return .roll(dice)
  }

  /// A total of a turn: a farkle, or up to 1,000 points above the least for a bank.
  private func sampleTotal(chance: inout Chance) -> Int32 {
    let step = Int(chance.below(21))
    let least = (leastBank + 49) / 50 * 50
    return step == 0 ? 0 : Int32(truncatingIfNeeded: least + (step - 1) * 50)
  }
}
