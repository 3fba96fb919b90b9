/// What a bot did wrong in a game.
package struct MatchError: Error, Sendable, Equatable {
  /// The seat of the bot, from 0.
  package var seat: Int
  /// How many moves were made before.
  package var moves: Int
  /// What was wrong.
  package var reason: Reason

  /// What can be wrong.
  package enum Reason: Sendable, Equatable {
    /// The game refused the move of this line, in these words.
    case refused(String, String)
    /// `random` found no legal move in a game that goes on.
    case stuck
  }
}
