package import ParlorKit

/// Batches of random lines, each a function of the seed and its number alone, so that any batch
/// can be run again by itself.
package struct FuzzRun: Sendable {
  private let games: [any Game]
  private let seed: UInt64

  /// Lines after which a session is replaced by a fresh one, so that games stay short enough
  /// for their logs to be compared often.
  private static let sessionLength = 4_000
  /// Lines after which the list of commands is asked for again.
  private static let vocabularyLife = 16
  /// Of so many lines one is checked thoroughly.
  private let thoroughness: Int
  /// Of so many lines one is followed by a check of the whole game.
  private let wholeness: Int

  /// A run over some games.
  ///
  /// - Parameters:
  ///   - thoroughness: of how many lines one is checked thoroughly.
  ///   - wholeness: of how many lines one is followed by a check of the whole game, which takes
  ///     as long as all its moves.
  package init(games: [any Game], seed: UInt64, thoroughness: Int = 50, wholeness: Int = 1000) {
    self.games = games
    self.seed = seed
    self.thoroughness = thoroughness
    self.wholeness = wholeness
  }

  /// Feeds the lines of one batch.
  ///
  /// - Parameters:
  ///   - number: which batch, counted from 0.
  ///   - count: how many lines it has.
  /// - Throws: the first line at which the contract is broken. A trap ends the process instead.
  package func batch(_ number: Int, lines count: Int) throws(FuzzFailure) -> FuzzTally {
    var chance = Chance(seed: seed, draw: number)
    var tally = FuzzTally()
    while tally.lines < count {
      let length = min(Self.sessionLength, count - tally.lines)
      tally.add(try session(lines: length, &chance))
    }
    return tally
  }

  private func session(
    lines count: Int, _ chance: inout Chance
  ) throws(FuzzFailure) -> FuzzTally {
    var session = FuzzSession(games: games, seed: Int(chance.word()))
    var vocabulary = session.vocabulary
    var tally = FuzzTally()
    while tally.lines < count && !session.isOver {
      if tally.lines % Self.vocabularyLife == 0 {
        vocabulary = session.vocabulary
      }
      let opens = tally.lines == 0 && !chance.isOne(in: 4)
      let line =
        opens
        ? vocabulary.opening(&chance) : LineStrategy.pick(&chance).make(vocabulary, &chance)
      let care: FuzzSession.Care =
        chance.isOne(in: wholeness)
        ? .whole : chance.isOne(in: thoroughness) ? .thorough : .quick
      tally.count(try session.feed(line, care))
    }
    return tally
  }
}
