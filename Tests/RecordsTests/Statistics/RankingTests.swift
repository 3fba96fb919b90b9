import ParlorKit
import Testing

@testable import Records

@Suite struct RankingTests {
  private let ranking = Ranking(
    "", [.init("slots", "Slots", prefersMore: true), .init("guesses", "Guesses")])

  private func board(_ limit: Int, _ games: [(Int, Int?)]) -> [String] {
    var board = RankedGame.Board(ranking, of: "mastermind", limit: limit)
    for (index, game) in games.enumerated() {
      var measures: Metrics = ["slots": game.0]
      measures["guesses"] = game.1
      board.add(
        .sample(
          "\(index)", game: "mastermind", players: [PlayerRecord("1", .played, measures)]))
    }
    return board.games.map(\.result.id)
  }

  @Test func `more slots come first, then fewer guesses, then the earlier game`() {
    #expect(
      board(10, [(4, 5), (5, 9), (4, 4), (4, 5), (6, nil), (4, 4)]) == ["1", "2", "5", "0", "3"])
  }

  @Test func `the best are the same however many are asked for`() {
    for seed in 0..<50 as Range<UInt64> {
      var chance = Chance(seed: seed, draw: 0)
      let games = (0..<40).map { _ in (Int(chance.below(3)), Int?.some(Int(chance.below(4)))) }
      let sorted = games.indices.sorted { one, other in
        let (first, second) = (games[one], games[other])
        if first.0 != second.0 { return first.0 > second.0 }
        return first.1 == second.1 ? one < other : (first.1 ?? 0) < (second.1 ?? 0)
      }.map(String.init)
      for limit in [1, 7, 40, 100] { #expect(board(limit, games) == Array(sorted.prefix(limit))) }
    }
  }

  @Test func `who left, bots and other games are not ranked`() {
    var board = RankedGame.Board(ranking, of: "mastermind", limit: 10)
    let measures: Metrics = ["slots": 4, "guesses": 1]
    board.add(.sample(game: "mastermind", players: [PlayerRecord("1", .resigned, measures)]))
    board.add(
      .sample(game: "mastermind", bots: ["1"], players: [PlayerRecord("1", .won, measures)]))
    board.add(.sample(game: "farkle", players: [PlayerRecord("1", .won, measures)]))
    #expect(board.games.isEmpty)
  }
}
