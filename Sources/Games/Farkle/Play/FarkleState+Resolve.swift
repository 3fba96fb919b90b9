import ParlorKit

extension FarkleState {
  /// Checks a move, draws its dice, and writes out what it leaves open.
  func resolve(
    _ move: FarkleMove, chance: inout Chance
  ) throws(FarkleRefusal) -> FarkleMove {
    switch move {
    case .roll(nil):
      try checkRoll()
      if match.rules.isPhysical { throw .facesNeeded(turn.diceToRoll) }
      var dice = Dice()
      for _ in 0..<turn.diceToRoll { dice.append(chance.die()) }
      return .roll(dice)
    case .roll(let dice?): try checkRoll(of: dice)
    case .hold(let dice): try checkHold(of: dice)
    case .holdAll:
      try checkHold()
      try checkHold(of: turn.loose)
      return .hold(turn.loose)
    case .holdBest:
      try checkHold()
      guard let best = match.rules.scoring.bestHold(of: turn.loose, beside: turn.held) else {
        throw .idle(turn.loose)
      }
      return .hold(best.dice)
    case .bank: try checkBank()
    case .points(let total): try checkPoints(Int(total))
    case .resign: if isOver { throw .over }
    }
    return move
  }
}
