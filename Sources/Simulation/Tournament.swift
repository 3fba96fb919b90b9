package import ParlorKit

/// Many games with the same players and rules, each with its own seed.
///
/// A game depends on its number alone, so threads can play parts of a tournament in any order: the
/// merged figures are always the same.
package struct Tournament<Rules: Game>: Sendable {
  package let game: Rules
  /// The setup of the first game; game number `i` has its seed plus `i`.
  package let setup: GameConfiguration<Rules.Options>
  /// The bots, one for each seat.
  package let players: [TournamentPlayer<Rules>]
  /// The position to start from; nil for the beginning.
  private let start: GameDriver<Rules>?
  /// The maximum number of moves of a game.
  package let limit: Int
  /// What decides for the seats.
  private let choices: [GameDriver<Rules>.Choice]
  /// What plays a game at once, if the game can do that.
  private let playouts: (@Sendable (_ seed: UInt64) throws(GameError) -> Playout?)?

  /// The default of ``limit``, which is lower for games without an end.
  package static func defaultLimit(of game: Rules) -> Int {
    game.traits.contains(.endless) ? 1000 : 100_000
  }

  /// - Parameters:
  ///   - start: the position to start from; nil for the beginning.
  ///   - limit: the maximum number of moves of a game; by default ``defaultLimit(of:)``.
  package init(
    _ game: Rules, _ setup: GameConfiguration<Rules.Options>, _ players: [TournamentPlayer<Rules>],
    from start: GameDriver<Rules>? = nil, limit: Int? = nil
  ) {
    precondition(!players.isEmpty, "a tournament needs at least one player")
    self.game = game
    self.setup = setup
    self.players = players
    self.start = start
    self.limit = limit ?? Self.defaultLimit(of: game)
    choices = players.map(\.choice)
    let isAtOnce = start == nil && !players.contains(where: \.isProgram)
    playouts =
      isAtOnce
      ? (game as? any PlayoutGame)?
        .playouts(ofAny: setup, bots: players.map(\.name), limit: self.limit) : nil
  }

  /// The figures of no games.
  package var figures: Figures { Figures(seats: players.count) }

  /// Plays the games with these numbers, counted from 0.
  ///
  /// - Parameters:
  ///   - isStopped: called before every game; no more games are played once it is true.
  ///   - willPlay: called with the seed of every game before it is played.
  /// - Throws: the error of the first game that fails.
  package func play(
    _ numbers: Range<Int>, isStopped: () -> Bool = { false },
    willPlay: (_ seed: UInt64) -> Void = { _ in }
  ) throws(TournamentError) -> Figures {
    var figures = figures
    var setup = setup
    let seed = setup.seed
    for number in numbers {
      if isStopped() { break }
      setup.seed = seed + UInt64(number)
      willPlay(setup.seed)
      figures.add(try play(setup, number), number: number)
    }
    return figures
  }

  /// Plays the game with a number.
  package func play(_ number: Int) throws(TournamentError) -> Playout {
    var setup = setup
    setup.seed += UInt64(number)
    return try play(setup, number)
  }

  private func play(
    _ setup: GameConfiguration<Rules.Options>, _ number: Int
  ) throws(TournamentError) -> Playout {
    do throws(TournamentError.Cause) {
      guard let playouts else { return try playMoves(setup) }
      return try playAtOnce(playouts, setup, isFirst: number == 0)
    } catch {
      throw TournamentError(game: number, seed: setup.seed, cause: error)
    }
  }

  private func playMoves(
    _ setup: GameConfiguration<Rules.Options>
  ) throws(TournamentError.Cause) -> Playout {
    do throws(PlayoutError) {
      return try Rules.playout(game, setup, from: start, limit: limit, choices: choices)
    } catch {
      if case .notStarted(let reason) = error.reason { throw .notStarted(reason) }
      throw .bot(players[error.seat].name, error)
    }
  }

  /// Lets the game play itself, or makes its moves if it cannot.
  ///
  /// - Parameter isFirst: whether to check that both ways lead to the same.
  private func playAtOnce(
    _ playouts: (_ seed: UInt64) throws(GameError) -> Playout?,
    _ setup: GameConfiguration<Rules.Options>, isFirst: Bool
  ) throws(TournamentError.Cause) -> Playout {
    let atOnce: Playout?
    do throws(GameError) {
      atOnce = try playouts(setup.seed)
    } catch {
      // The error at a move is more telling, if there is one.
      _ = try playMoves(setup)
      throw .playout(error.message)
    }
    guard let atOnce else { return try playMoves(setup) }
    if isFirst, try !playMoves(setup).isLike(atOnce) {
      throw .playout("its result differs from that of the same moves, made one by one")
    }
    return atOnce
  }
}

/// A game of a tournament that could not be played.
package struct TournamentError: Error, Sendable, Equatable {
  /// The number of the game, counted from 0.
  package var game: Int
  package var seed: UInt64
  package var cause: Cause

  package enum Cause: Error, Sendable, Equatable {
    /// The game did not accept its setup, for this reason.
    case notStarted(String)
    /// The game cannot play itself in one call, though it claims to.
    case playout(String)
    /// The bot with this name made an illegal move or none.
    case bot(String, PlayoutError)
  }

  /// The error in words; games are counted from 1.
  package var message: String {
    let place = "game \(game + 1) (seed \(seed))"
    switch cause {
    case .notStarted(let reason):
      return "\(place) cannot start: \(reason)"
    case .playout(let reason):
      return "\(place) cannot be played in one request: \(reason)"
    case .bot(let name, let error):
      let isProgram = if case .failed = error.reason { true } else { false }
      let who = "the \(isProgram ? "program" : "bot") `\(name)` of seat \(error.seat + 1)"
      switch error.reason {
      case .notStarted(let reason): return "\(place) cannot start: \(reason)"
      case .stuck:
        return "\(place), move \(error.moves + 1): \(who) finds no legal move"
      case .failed(let reason): return "\(place), move \(error.moves + 1): \(who) fails: \(reason)"
      case .refused(let line, let reason):
        return "\(place), move \(error.moves + 1): \(who) makes an illegal move, `\(line)`:"
          + " \(reason)"
      }
    }
  }
}
