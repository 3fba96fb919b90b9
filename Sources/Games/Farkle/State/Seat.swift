/// How a player stands.
public struct Seat: Sendable, Equatable {
  /// The points banked, less the penalties: it may be below 0.
  public internal(set) var score = 0
  /// The most points banked in one turn.
  public internal(set) var highestTurn = 0
  /// How many turns had ended in the game when ``score`` became what it is: who got there first.
  var scoredAt = 0
  /// The farkles since the last bank or penalty, counted where three in a row are penalized.
  public internal(set) var farklesInRow = 0
  /// Whether the player has banked, and so need no longer reach the opening.
  public internal(set) var isOnBoard = false
  /// Whether the player has left the game.
  public internal(set) var hasLeft = false
}
