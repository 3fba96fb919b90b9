import FarkleGame
import ParlorKit
import Simulation
import Testing

@Suite("Simulated turns have the value that a sum over all rolls gives")
struct TurnValueTests {
  /// 2/3, 4/9, 5/18, 17/108, 25/324 and 5/216, as every table of Farkle's odds has them.
  @Test
  func `The sum over all rolls finds the known numbers of farkles`() {
    let lost = (1...6).map { dice in
      TurnValue.shares[dice].filter { $0.points == 0 }.map(\.rolls)
    }
    #expect(lost == [[4], [16], [60], [204], [600], [1080]])
  }

  @Test(arguments: [50, 300, 500, 1000])
  func `The mean of a turn is within five standard errors`(goal: Int) throws {
    let games = 400
    let rounds = 50
    let tournament = try Tournament("bank=\(goal)", ["rounds": .integer(rounds)], seed: 1)
    let figures = try tournament.play(0..<games)
    let scores = try #require(figures.metrics.first { $0.name == "winning score" }).spread
    let mean = try #require(scores.mean) / Double(rounds)
    let error = try #require(scores.deviation) / Double(games).squareRoot() / Double(rounds)
    let exact = TurnValue(goal: goal).mean()
    #expect(abs(mean - exact) < 5 * error, "\(mean) ± \(error), exactly \(exact)")
  }
}
