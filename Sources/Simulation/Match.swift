package import ParlorKit

/// One game between bots, played as the host would play it: each draw is keyed by the seed and the
/// number of earlier draws. The clock stays at zero.
package struct Match<Rules: Game>: Sendable {
  private var driver: GameDriver<Rules>

  /// Starts a game.
  ///
  /// - Throws: the reason why the game does not accept the configuration.
  package init(
    _ game: Rules, _ configuration: GameConfiguration<Rules.Options>
  ) throws(GameError) {
    driver = try GameDriver(game, configuration)
  }

  package var game: Rules { driver.rules }
  package var seed: UInt64 { driver.configuration.seed }
  package var state: Rules.State { driver.state }
  /// The number of moves made.
  package var moves: Int { driver.moveCount }
  package var status: GameStatus { driver.status }

  /// Plays until the game is over or has `limit` moves.
  ///
  /// - Parameters:
  ///   - players: one or more bots. They take the remaining seats in turn.
  ///   - programs: replace players, by their indices.
  ///   - limit: the maximum number of moves.
  ///   - record: receives each move as chosen and as resolved.
  package mutating func play(
    _ players: [TournamentPlayer<Rules>], programs: [Int: ProgramChoice<Rules>] = [:], limit: Int,
    record: (_ chosen: Rules.Move, _ resolved: Rules.Move) -> Void = { _, _ in }
  ) throws(MatchError) {
    var failure: GameError?
    let choices = players.indices.map { seat -> GameDriver<Rules>.Choice in
      guard let program = programs[seat] else { return players[seat].choice }
      return .program { game, turn in
        switch program.choose(game, turn) {
        case .success(let move): return move
        case .failure(let error):
          failure = error
          return nil
        }
      }
    }
    var chosen: Rules.Move?
    let reason: MatchError.Reason
    do throws(GameError) {
      let isPlayed = try Rules.play(
        &driver, limit: limit, choices: choices, chosen: &chosen, record: record)
      if isPlayed { return }
      reason = failure.map { .failed($0.message) } ?? .stuck
    } catch {
      reason = .refused(chosen.map(driver.line) ?? "", error.message)
    }
    throw MatchError(seat: (status.turn ?? 0) % players.count, moves: moves, reason: reason)
  }
}

/// A program that decides for a player.
package struct ProgramChoice<Rules: Game>: Sendable {
  /// Chooses a move for the player of an index.
  package let choose:
    @Sendable (_ game: GameDriver<Rules>, _ turn: Int) -> Result<Rules.Move, GameError>

  package init(
    _ choose: @escaping @Sendable (GameDriver<Rules>, Int) -> Result<Rules.Move, GameError>
  ) {
    self.choose = choose
  }
}

/// A bot that made an illegal move or none.
package struct MatchError: Error, Sendable, Equatable {
  /// The seat of the bot, counted from 0.
  package var seat: Int
  /// The number of moves before.
  package var moves: Int
  package var reason: Reason

  package enum Reason: Sendable, Equatable {
    /// The game rejected this line with this message.
    case refused(String, String)
    /// `random` found no legal move in an unfinished game.
    case stuck
    /// A program answered with something that is not a move of the game.
    case failed(String)
  }
}

/// The result of a game.
package struct MatchResult: Sendable {
  /// The number of the game in its tournament, counted from 0.
  package var index: Int
  /// The winners, or whose turn it was at the limit of moves.
  package var status: GameStatus
  package var moves: Int
  package var metrics: [Metric]
  /// The digest of the last state.
  package var digest: UInt64

  package init(index: Int, status: GameStatus, moves: Int, metrics: [Metric], digest: UInt64) {
    self.index = index
    self.status = status
    self.moves = moves
    self.metrics = metrics
    self.digest = digest
  }
}

extension Match {
  /// The result of the game as it is now.
  package func result(index: Int) -> MatchResult {
    MatchResult(
      index: index, status: status, moves: moves, metrics: state.metrics,
      digest: driver.digest.full)
  }
}

extension MatchResult {
  /// The result of a game that is played in one call; `nil` if it has to be played move by move.
  ///
  /// - Throws: why the game cannot do it. The error at a move is more informative, if there is one.
  init?<Rules: Game>(
    playing game: Rules, _ configuration: GameConfiguration<Rules.Options>,
    bots: @autoclosure () -> [String], limit: Int, index: Int
  ) throws(GameError) {
    guard let game = game as? any PlayoutGame,
      let playout = try Self.playout(game, configuration, bots(), limit)
    else { return nil }
    self.init(playout, index: index)
  }

  /// The result of a game that was played in one call.
  init(_ playout: Playout, index: Int) {
    self.init(
      index: index, status: playout.status, moves: playout.moves, metrics: playout.metrics,
      digest: playout.digest)
  }

  private static func playout<Rules: PlayoutGame>(
    _ game: Rules, _ configuration: any Sendable, _ bots: [String], _ limit: Int
  ) throws(GameError) -> Playout? {
    guard let configuration = configuration as? GameConfiguration<Rules.Options> else { return nil }
    return try game.playout(configuration, bots: bots, limit: limit)
  }

  /// Whether two results are of the same game. Digests are not compared: a game that plays itself
  /// may compute different ones.
  func isLike(_ other: MatchResult) -> Bool {
    status == other.status && moves == other.moves
      && metrics.elementsEqual(other.metrics) { $0.name == $1.name && $0.value == $1.value }
  }
}
