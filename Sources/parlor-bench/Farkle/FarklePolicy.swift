import FarkleGame

/// A simple way to play: hold what is worth most, roll on, and bank when there is enough.
struct FarklePolicy: Sendable {
  /// The points at which to bank; nothing to roll on for ever, in games that never end.
  let bankAt: Int?

  /// Banks 300 points.
  static let cautious = FarklePolicy(bankAt: 300)
  /// Never banks.
  static let endless = FarklePolicy(bankAt: nil)

  /// The move to make.
  func move(in state: FarkleState) -> FarkleMove {
    let turn = state.turn
    if turn.mustHold { return .holdBest }
    if let bankAt, !turn.roll.isEmpty && turn.points >= bankAt { return .bank }
    return .roll(nil)
  }
}
