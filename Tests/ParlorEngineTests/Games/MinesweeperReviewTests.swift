import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Reviews of Minesweeper: one unit, from the first reveal to the result.
struct MinesweeperReviewTests {
  /// Plays a game in which every few moves is a random one, and reviews it.
  private func review(
    _ words: String, seed: Int, resigns: Bool
  ) throws -> (review: GameReview, isWon: Bool) {
    let session = Session(games: GameCatalog.games)
    session.run("new minesweeper \(words) seed=\(seed)")
    var chance = Chance(seed: UInt64(seed), draw: 4)
    let game = try #require(session.interpreter.currentGame?.logged)
    while !game.status.isOver {
      let advice = try #require(try game.adviser?.advise { false })
      let legal = game.legalMoves().moves.map(\.line)
      let isRandom = chance.below(12) == 0
      let lines = isRandom ? legal : [advice.moves[0].move]
      let line = lines[Int(chance.below(UInt32(lines.count)))]
      session.run(resigns && game.moveCount == 20 ? "resign" : line)
    }
    let isWon = game.status == .over(winners: [0])
    return (try #require(try game.adviser?.review { false }), isWon)
  }

  @Test(arguments: ["easy", "easy first=open", "medium", "easy guess=no"], [false, true])
  func `luck less loss leads from the chance at the start to the result`(
    words: String, resigns: Bool
  ) throws {
    for seed in 1...3 {
      let (review, isWon) = try review(words, seed: seed, resigns: resigns)
      let start = try #require(review.moves.first).bestValue
      let luck = review.moves.reduce(0) { $0 + ($1.luck ?? 0) }
      let loss = review.moves.reduce(0) { $0 + $1.loss }
      #expect(abs(start + luck - loss - (isWon ? 1 : 0)) < 1e-6)
      #expect(review.summaries.map(\.scale) == ["chance"])
      #expect(review.moves.allSatisfy { $0.value <= $0.bestValue })
      #expect(review.chart.curves.first?.points.first?.number == 0)
    }
  }

  @Test func `the chances are shown, and called an estimate`() throws {
    let session = Session(games: GameCatalog.games)
    session.run("new minesweeper easy seed=4", "reveal 5 5")
    let reply = session.say("show chances")
    #expect(reply.contains("Estimate: chance to win; approximate"), "\(reply)")
  }
}
