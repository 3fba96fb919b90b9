/// The rules that determine the chances in a game for two, apart from the scores of dice.
struct DuelRules: Sendable, Hashable {
  /// The units of the target; 0 with rounds.
  var target = 0
  /// The rounds to look ahead; 0 with a target.
  var rounds = 0
  /// The fewest units of a bank, and of a player's first one.
  var least = 1
  var opening = 1
  var mustRollHot = false
  var hasFinalRound = true
  var defends = false
  var tie = FarkleRules.Tie.first

  /// The maximum units of a target, and the maximum rounds, that are computed.
  static let farthest = 400
  static let mostRounds = 20

  /// - Returns: `nil` for games that are too long, or too fine, for a table.
  init?(_ rules: FarkleRules, unit: Int) {
    func units(_ points: Int) -> Int { (max(points, 1) + unit - 1) / unit }
    least = units(rules.minimum)
    opening = max(least, units(rules.opening))
    mustRollHot = rules.mustRollHot
    tie = rules.tie
    if rules.hasRounds {
      guard unit >= 25 else { return nil }
      rounds = min(rules.rounds, Self.mostRounds)
    } else {
      target = units(rules.target)
      guard target <= Self.farthest else { return nil }
      hasFinalRound = rules.hasFinalRound
      defends = rules.defend && hasFinalRound
      if !hasFinalRound { tie = .first }
    }
  }
}
