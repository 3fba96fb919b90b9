import ParlorKit

extension FarkleState {
  /// What a legal move would bring: `200 points`, `3 dice`, `200 to have 1,450`.
  func description(of move: FarkleMove) -> String {
    switch move {
    case .roll: turn.diceToRoll == 1 ? "1 die" : "\(turn.diceToRoll) dice"
    case .hold(let dice): "\((rules.scoring.score(of: turn.held + dice) ?? 0).grouped) points"
    case .bank: "\(turn.points.grouped) to have \((seats[player].score + turn.points).grouped)"
    default: ""
    }
  }
}
