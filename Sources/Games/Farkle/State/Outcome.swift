/// How a game ended.
struct Outcome: Sendable, Equatable {
  /// Who won; nobody in a game for one.
  var winners: SeatSet
  /// What decided it.
  var reason: Reason

  /// What decided a game.
  enum Reason: String, Sendable, CaseIterable {
    /// The highest score, whoever shares it.
    case score
    /// Of equals, who reached the score first.
    case reachedFirst = "reached-first"
    /// Of equals after the last overtime, who had the highest turn.
    case highestTurn = "highest-turn"
    /// Everybody else left.
    case lastLeft = "last-left"
    /// A game for one came to its end.
    case solo
    /// A player alone left.
    case resigned
  }
}
