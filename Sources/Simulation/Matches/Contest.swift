package import ParlorKit

/// Many games with the same players and rules, each with a seed of its own.
///
/// Every game depends on its number alone, so they may be played in any order, in any portions,
/// by any number of threads: the figures of the portions, merged, are always the same.
package struct Contest<Rules: Game>: Sendable {
  /// The rules.
  package let game: Rules
  /// How the first game begins; game number `i` has its seed plus `i`.
  package let setup: GameConfiguration<Rules.Options>
  /// Who plays, a bot a seat.
  package let contestants: [Contestant<Rules>]
  /// The most moves of a game.
  package let limit: Int

  /// The most moves of a game where nobody says otherwise, for games with an end and without.
  package static func usualLimit(of game: Rules) -> Int {
    game.traits.contains(.endless) ? 1000 : 100_000
  }

  /// A contest.
  ///
  /// - Parameter limit: the most moves of a game, `usualLimit(of:)` if none is given.
  package init(
    _ game: Rules, _ setup: GameConfiguration<Rules.Options>, _ contestants: [Contestant<Rules>],
    limit: Int? = nil
  ) {
    precondition(!contestants.isEmpty, "somebody has to play")
    self.game = game
    self.setup = setup
    self.contestants = contestants
    self.limit = limit ?? Self.usualLimit(of: game)
  }

  /// The figures of no game.
  package var figures: Figures { Figures(seats: contestants.count) }

  /// Plays the games of some numbers.
  ///
  /// - Parameters:
  ///   - numbers: from 0.
  ///   - isStopped: is asked before every game; once it says so, no further one is begun.
  /// - Throws: what went wrong in the first game in which something did.
  package func play(
    _ numbers: Range<Int>, isStopped: () -> Bool = { false }
  ) throws(ContestFault) -> Figures {
    var figures = figures
    for number in numbers {
      if isStopped() { break }
      figures.add(try play(number))
    }
    return figures
  }

  /// Plays the game of a number.
  package func play(_ number: Int) throws(ContestFault) -> MatchResult {
    var setup = setup
    setup.seed += UInt64(number)
    let result: Result<MatchResult, ContestFault.Cause> = outcome(of: setup, number)
    switch result {
    case .success(let result): return result
    case .failure(let cause): throw ContestFault(game: number, seed: setup.seed, cause: cause)
    }
  }

  private func outcome(
    of setup: GameConfiguration<Rules.Options>, _ number: Int
  ) -> Result<MatchResult, ContestFault.Cause> {
    if let result = MatchResult(
      playing: game, setup, bots: contestants.map(\.name), limit: limit, index: number)
    {
      return .success(result)
    }
    var match: Match<Rules>
    do throws(GameError) {
      match = try Match(game, setup)
    } catch {
      return .failure(.notStarted(error.message))
    }
    do throws(MatchError) {
      try match.play(contestants, limit: limit)
    } catch {
      return .failure(.bot(contestants[error.seat].name, error))
    }
    return .success(match.result(index: number))
  }
}
