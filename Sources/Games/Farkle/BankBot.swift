import ParlorKit

/// The bot `bank=POINTS`: rolls until the points of the turn reach a number, then banks.
///
/// It holds what is worth most. In the final round it banks as soon as it leads, and not before,
/// whatever the number is. What the rules demand, such as the least for a bank, comes first.
enum BankBot {
  static let bot = Bot<Farkle>(
    "bank", "holds what is worth most, and banks from so many points up",
    parameter: .integer(
      "points", 50...100_000, default: 300, "the points of a turn from which it banks"),
    seeing: { $0.state }
  ) { state, value, chance in
    guard case .integer(let points) = value else { return .roll(nil) }
    return move(in: state, points: points, chance: &chance)
  }

  /// The move that it makes.
  static func move(in state: FarkleState, points: Int, chance: inout Chance) -> FarkleMove {
    let turn = state.turn
    if turn.mustHold || holdsTooLittle(state) { return .holdBest }
    if !turn.held.isEmpty, turn.points >= goal(in: state, points: points),
      (try? state.checkBank()) != nil
    {
      return .bank
    }
    return roll(in: state, chance: &chance)
  }

  /// The points of the turn from which it banks.
  private static func goal(in state: FarkleState, points: Int) -> Int {
    guard state.phase == .finalRound else { return points }
    return state.highestScore - state.seats[state.player].score + 1
  }

  /// Whether more can be made of the roll than somebody who had the seat before has held of it.
  private static func holdsTooLittle(_ state: FarkleState) -> Bool {
    let turn = state.turn
    let scoring = state.match.scoring
    // The best of the whole roll is looked up at once, the best of what is left is searched for.
    guard !turn.roll.isEmpty, let best = scoring.bestHold(of: turn.rolled),
      best.score > turn.heldScore,
      let more = scoring.bestHold(of: turn.loose, beside: turn.held)
    else { return false }
    return more.score > turn.heldScore
  }

  /// A roll; where real dice are rolled, with the faces of its own dice.
  static func roll(in state: FarkleState, chance: inout Chance) -> FarkleMove {
    guard state.rules.isPhysical else { return .roll(nil) }
    return .roll(Dice(throwing: state.turn.diceToRoll, &chance))
  }
}
