/// A game that can play a whole game between its own bots in one call, such as a plugin that gets
/// one request per game instead of one per move.
package protocol PlayoutGame: Game {
  /// Plays a game exactly as a ``GameDriver`` and the game's bots would play it move by move: with
  /// the draws of the seed, and ``Chance/forBot(seed:moves:epoch:)`` for each choice.
  ///
  /// - Parameters:
  ///   - bots: the bots as they are typed, `random` or `hold=20`. If there are more seats, they
  ///     share the bots in turn.
  ///   - limit: the maximum number of moves.
  /// - Returns: the result; `nil` if the game has to be played move by move.
  func playout(
    _ configuration: GameConfiguration<Options>, bots: [String], limit: Int
  ) throws(GameError) -> Playout?
}

/// The result of a game that was played in one call.
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
