/// A game that can play whole games between its own bots, faster than a ``GameDriver`` that makes
/// their moves: a plugin that gets one request per game, or rules that are tables.
package protocol PlayoutGame: Game {
  /// Plays the game of a seed.
  ///
  /// - Returns: the result; `nil` if this game has to be played move by move.
  typealias Playouts = @Sendable (_ seed: UInt64) throws(GameError) -> Playout?

  /// Games exactly as a ``GameDriver`` and the game's bots would play them move by move: with the
  /// draws of the seed, and ``Chance/forBot(seed:moves:epoch:)`` for each choice.
  ///
  /// - Parameters:
  ///   - configuration: how the games begin, but for the seed.
  ///   - bots: the bots as they are typed, `random` or `hold=20`. If there are more seats, they
  ///     share the bots in turn.
  ///   - limit: the maximum number of moves.
  /// - Returns: what plays them; `nil` if they have to be played move by move.
  func playouts(
    _ configuration: GameConfiguration<Options>, bots: [String], limit: Int
  ) -> Playouts?
}

extension PlayoutGame {
  /// The same for a configuration whose type is not known.
  package func playouts(ofAny configuration: Any, bots: [String], limit: Int) -> Playouts? {
    (configuration as? GameConfiguration<Options>).flatMap {
      playouts($0, bots: bots, limit: limit)
    }
  }
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
  /// The scores of the players of a duplicate game; else empty.
  @usableFromInline package var scores: [Int] = []

  /// A result.
  @inlinable
  public init(status: GameStatus, moves: Int, metrics: [Metric], digest: UInt64) {
    self.status = status
    self.moves = moves
    self.metrics = metrics
    self.digest = digest
  }

  /// Whether two results are of the same game. Digests are not compared: a game that plays itself
  /// may compute others. Nor are the metrics of a game that is not over, which plugins may leave out.
  package func isLike(_ other: Playout) -> Bool {
    guard status == other.status, moves == other.moves else { return false }
    return !status.isOver
      || metrics.elementsEqual(other.metrics) { $0.name == $1.name && $0.value == $1.value }
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
