/// A player who is in the game.
public struct Player: Sendable, Equatable {
  /// The number given on joining, from 1; it is never given to another.
  public let number: Int
  /// The points.
  public internal(set) var score = 0

  init(number: Int) { self.number = number }
}
