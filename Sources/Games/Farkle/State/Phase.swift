/// The part of the game that is being played.
public enum Phase: String, Sendable, CaseIterable {
  /// Round after round, until the target or the last round.
  case playing
  /// The others have a turn each to beat the leader.
  case finalRound = "final-round"
  /// Equals play on.
  case overtime
  /// The game has ended.
  case over
}
