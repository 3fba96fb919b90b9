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

/// The result of a game between bots.
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

  /// Whether two results are of the same game. Digests are not compared: a game that plays itself
  /// may compute others.
  package func isLike(_ other: Playout) -> Bool {
    status == other.status && moves == other.moves
      && metrics.elementsEqual(other.metrics) { $0.name == $1.name && $0.value == $1.value }
  }
}

/// Why a game between bots was not played to its end.
public struct PlayoutError: Error, Sendable, Equatable {
  /// The seat of the bot, counted from 0.
  public var seat: Int
  /// The number of moves before.
  public var moves: Int
  /// What went wrong.
  public var reason: Reason

  /// What went wrong.
  public enum Reason: Sendable, Equatable {
    /// The game does not accept its configuration, for this reason.
    case notStarted(String)
    /// The game rejected this line with this message.
    case refused(String, String)
    /// `random` found no legal move in an unfinished game.
    case stuck
    /// A program answered with no move of the game.
    case failed(String)
  }

  /// An error.
  @inlinable
  public init(seat: Int, moves: Int, reason: Reason) {
    self.seat = seat
    self.moves = moves
    self.reason = reason
  }
}
