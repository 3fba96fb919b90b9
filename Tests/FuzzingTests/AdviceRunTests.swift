import Fuzzing
import GameCatalog
import ParlorKit
import Testing

@Suite struct AdviceRunTests {
  @Test(arguments: ["minesweeper", "mastermind"])
  func `advice keeps its contract in random positions`(game: String) throws {
    let run = AdviceRun(
      games: GameCatalog.games.filter { $0.definition.name == game }, reviewed: [game], seed: 5,
      patience: 300)
    var tally = AdviceRun.Tally()
    // Where rules are large, the adviser is stopped before it has an opinion.
    for number in 0..<12 where tally.all < 5 { tally.add(try run.play(number)) }
    #expect(tally.all >= 5)
  }
}
