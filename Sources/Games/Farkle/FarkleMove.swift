/// A move of Farkle, in 8 bytes.
public enum FarkleMove: Sendable, Equatable {
  /// Roll the dice that are not set aside; resolved, with the faces.
  case roll(Dice?)
  /// Hold dice of the roll.
  case hold(DiceCounts)
  /// Hold every die of the roll; resolved, a ``hold(_:)``.
  case holdAll
  /// Hold the dice that score most, as few as possible; resolved, a ``hold(_:)``.
  case holdBest
  /// Add the turn's points to the score and end the turn.
  case bank
  /// End the turn with a total that was kept on paper; 0 is a farkle.
  case points(Int32)
  /// Leave the game.
  case resign
  /// The player of a name, who is not the current one, leaves the game.
  indirect case leave(String)
  /// A player joins after the last seat, with a score.
  indirect case join(String, score: Int32)
}
