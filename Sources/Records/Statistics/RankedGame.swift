package import ParlorKit

/// A game in a ranking.
package struct RankedGame: Sendable {
  package var result: GameResult
  package var player: String
  /// The values of the columns of the ranking.
  package var values: [Int]

  /// The best games of one kind. Of equal games, the one that ended first is better.
  package struct Board: Sendable {
    private let ranking: Ranking
    private let game: String
    private let limit: Int
    private var sorted: [RankedGame] = []

    package init(_ ranking: Ranking, of game: String, limit: Int) {
      self.ranking = ranking
      self.game = game
      self.limit = limit
    }

    /// The games, best first.
    package var games: [RankedGame] { Array(sorted.prefix(limit)) }

    /// Adds the players who finished a game without a hint.
    package mutating func add(_ result: GameResult) {
      guard result.game == game, !result.isAssisted else { return }
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
