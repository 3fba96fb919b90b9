package import ParlorKit

/// A game in a ranking.
package struct RankedGame: Sendable {
  /// The result.
  package var result: GameResult
  /// The player who is ranked.
  package var player: String
  /// What the game is compared by, in the order of the ranking's columns.
  package var values: [Int]

  /// The best games of a kind, at most so many. Equal games are ranked in the order in which they
  /// ended.
  package struct Board: Sendable {
    private let ranking: Ranking
    private let game: String
    private let limit: Int
    private var sorted: [RankedGame] = []

    /// A board without games.
    package init(_ ranking: Ranking, of game: String, limit: Int) {
      self.ranking = ranking
      self.game = game
      self.limit = limit
    }

    /// The games, the best first.
    package var games: [RankedGame] { Array(sorted.prefix(limit)) }

    /// Adds the players of a game who finished it.
    package mutating func add(_ result: GameResult) {
      guard result.game == game else { return }
      for player in result.record.players
      where player.result.isFinished && !result.isBot(player.name) {
        let values = ranking.columns.compactMap { player.metrics[$0.key] }
        guard values.count == ranking.columns.count else { continue }
        insert(RankedGame(result: result, player: player.name, values: values))
      }
    }

    private mutating func insert(_ new: RankedGame) {
      let place = sorted.firstIndex { isBetter(new.values, $0.values) } ?? sorted.count
      guard place < limit else { return }
      sorted.insert(new, at: place)
      if sorted.count > limit { sorted.removeLast() }
    }

    private func isBetter(_ one: [Int], _ other: [Int]) -> Bool {
      for (column, (first, second)) in zip(ranking.columns, zip(one, other)) where first != second {
        return column.prefersMore ? first > second : first < second
      }
      return false
    }
  }
}
