public import ParlorKit

extension FarkleEvent {
  /// The data of the event.
  public var fields: Fields {
    switch self {
    case .opened(let match): match.fields
    case .turn(let player, let round): ["player": .string(player), "round": .integer(round)]
    case .round(let round, let rounds): ["round": .integer(round), "of": .integer(rounds)]
    case .rolled(let player, let dice): ["player": .string(player), "dice": dice.value]
    case .farkled(let player, let lost, let fromDice):
      ["player": .string(player), "lost": .integer(lost), "fromDice": .bool(fromDice)]
    case .penalized(let player, let penalty, let score):
      ["player": .string(player), "penalty": .integer(penalty), "score": .integer(score)]
    case .held(let player, let dice, let all, let score, let atStake):
      [
        "player": .string(player), "dice": dice.value, "held": all.value,
        "points": .integer(score), "atStake": .integer(atStake),
      ]
    case .hotDice(let player): ["player": .string(player)]
    case .banked(let player, let points, let score, let fromDice):
      [
        "player": .string(player), "points": .integer(points), "score": .integer(score),
        "fromDice": .bool(fromDice),
      ]
    case .finalRound(let leader, let score, let left):
      ["leader": .string(leader), "score": .integer(score), "left": .strings(left)]
    case .tookLead(let player, let score, let overtaken, let defends):
      [
        "player": .string(player), "score": .integer(score), "overtaken": .string(overtaken),
        "defends": .bool(defends),
      ]
    case .overtime(let number, let players, let score, let everybody):
      [
        "number": .integer(number), "players": .strings(players), "score": .integer(score),
        "everybody": .bool(everybody),
      ]
    case .resigned(let player, let lost): ["player": .string(player), "lost": .integer(lost)]
    case .finished(let result): result.fields
    case .scoreboard(let board): board.fields
    case .score(let query): query.fields
    }
  }
}
