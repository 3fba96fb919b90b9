/// Whether the game goes on, or how it ended.
public enum Status: String, Sendable, CaseIterable {
  /// The game goes on.
  case playing
  /// Every cell without a mine is revealed.
  case won
  /// A mine was revealed.
  case lost
  /// The player left.
  case resigned
}
