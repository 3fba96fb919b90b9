import GameCatalog
import ParlorKit
import Testing

@testable import Fuzzing

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

  @Test func `values that are no estimates count as exact`() throws {
    let run = AdviceRun(games: [Cups()], reviewed: [], seed: 5, patience: 300)
    var tally = AdviceRun.Tally()
    for number in 0..<3 { tally.add(try run.play(number)) }
    #expect(tally.all > 0 && tally.exact == tally.all)
  }

  @Test(
    arguments: [
      (0, nil), (0.000_002, nil), (0.000_003, "move 1 loses 0.0, not 3e-06"),
    ] as [(Double, String?)])
  func `a loss may be off by two units of the sixth decimal`(_ best: Double, _ fault: String?) {
    let reply = """
      {"events":[{"type":"review","meanings":[],"moves":[\
      {"number":1,"value":0,"bestValue":\(best),"loss":0,"luck":null,"unit":"points"}]}]}
      """
    #expect(ReviewContract.fault(in: Array(reply.utf8)) == fault)
  }
}
