/// A game that can play a whole game between its own bots at once, such as a plugin that is asked
/// once for a game and not once for each move.
package protocol PlayoutGame: Game {
  /// Plays a game exactly as a ``GameDriver`` and the game's bots would play it move by move: with
  /// the draws that follow from the seed, and ``Chance/forBot(seed:moves:epoch:)`` for each choice.
  ///
  /// - Parameters:
  ///   - bots: the bots as they are typed, `random` or `hold=20`. Seats beyond their number are
  ///     shared among them in turn.
  ///   - limit: the maximum number of moves.
  /// - Returns: the result; nil if the game has to be played move by move.
  func playout(
    _ configuration: GameConfiguration<Options>, bots: [String], limit: Int
  ) throws(GameError) -> Playout?
}

/// The result of a game that was played at once.
public struct Playout: Sendable {
  /// How the game ended, or whose turn it was at the limit of moves.
  public var status: GameStatus
  /// The number of moves.
  public var moves: Int
  /// The metrics of the last state.
  public var metrics: [Metric]
  /// The 64-bit digest of the last state.
  public var digest: UInt64

  /// A result.
  @inlinable
  public init(status: GameStatus, moves: Int, metrics: [Metric], digest: UInt64) {
    self.status = status
    self.moves = moves
    self.metrics = metrics
    self.digest = digest
  }
}
