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
  /// The maximum number of moves of a game.
  package let limit: Int
  /// Replace players, by their indices.
  package var programs: [Int: ProgramChoice<Rules>] = [:]
  /// Whether the game may be able to play itself in one call: looking it up takes as long as many
  /// moves.
  private let isPlayout: Bool

  /// The default of ``limit``, which is lower for games without an end.
  package static func defaultLimit(of game: Rules) -> Int {
    game.traits.contains(.endless) ? 1000 : 100_000
  }

  /// - Parameter limit: the maximum number of moves of a game; by default ``defaultLimit(of:)``.
  package init(
    _ game: Rules, _ setup: GameConfiguration<Rules.Options>, _ players: [TournamentPlayer<Rules>],
    limit: Int? = nil
  ) {
    precondition(!players.isEmpty, "a tournament needs at least one player")
    self.game = game
    isPlayout = game is any PlayoutGame
    self.setup = setup
    self.players = players
    self.limit = limit ?? Self.defaultLimit(of: game)
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
    let (seed, choices) = (setup.seed, choices)
    for number in numbers {
      if isStopped() { break }
      setup.seed = seed + UInt64(number)
      willPlay(setup.seed)
      figures.add(try play(setup, number, choices))
    }
    return figures
  }

  /// Plays the game with a number.
  package func play(_ number: Int) throws(TournamentError) -> MatchResult {
    var setup = setup
    setup.seed += UInt64(number)
    return try play(setup, number, choices)
  }

  /// The choices of the seats, in a tournament without programs.
  private var choices: [GameDriver<Rules>.Choice] {
    programs.isEmpty ? players.map(\.choice) : []
  }

  private func play(
    _ setup: GameConfiguration<Rules.Options>, _ number: Int,
    _ choices: [GameDriver<Rules>.Choice]
  ) throws(TournamentError) -> MatchResult {
    // Runs in code specialized for the game. It reports no errors: then the game is played again
    // below.
    if !isPlayout, !choices.isEmpty,
      let playout = Rules.playout(game, setup, limit: limit, choices: choices)
    {
      return MatchResult(playout, index: number)
    }
    switch outcome(of: setup, number) {
    case .success(let result): return result
    case .failure(let cause): throw TournamentError(game: number, seed: setup.seed, cause: cause)
    }
  }

  private func outcome(
    of setup: GameConfiguration<Rules.Options>, _ number: Int
  ) -> Result<MatchResult, TournamentError.Cause> {
    if !isPlayout || !programs.isEmpty { return playMoves(setup, number) }
    let atOnce: MatchResult?
    do throws(GameError) {
      atOnce = try MatchResult(
        playing: game, setup, bots: players.map(\.name), limit: limit, index: number)
    } catch {
      if case .failure(let cause) = playMoves(setup, number) { return .failure(cause) }
      return .failure(.playout(error.message))
    }
    guard let atOnce else { return playMoves(setup, number) }
    // The first game checks that both ways give the same result.
    if number == 0, case .success(let result) = playMoves(setup, number), !result.isLike(atOnce) {
      return .failure(.playout("its result differs from that of the same moves, made one by one"))
    }
    return .success(atOnce)
  }

  private func playMoves(
    _ setup: GameConfiguration<Rules.Options>, _ number: Int
  ) -> Result<MatchResult, TournamentError.Cause> {
    var match: Match<Rules>
    do throws(GameError) {
      match = try Match(game, setup)
    } catch {
      return .failure(.notStarted(error.message))
    }
    do throws(MatchError) {
      try match.play(players, programs: programs, limit: limit)
    } catch {
      return .failure(.bot(players[error.seat].name, error))
    }
    return .success(match.result(index: number))
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
    case bot(String, MatchError)
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
