import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Metrics")
struct MetricTests {
  private func metrics(_ lines: String, _ names: String, _ options: String) throws -> [Double] {
    var match = try Match(names, options)
    #expect(
      match.state.metrics.map(\.name)
        == ["rounds", "turns", "winning score", "highest turn"])
    try match.play(lines)
    return match.state.metrics.map(\.value)
  }

  @Test
  func `Figures include length, winning score and highest turn`() throws {
    let lines = "roll 1 2 3 4 5 6;hold best;bank;roll 1 2 2 3 3 4;hold best;bank"
    #expect(try metrics(lines, "Ann Bob", "target=1000") == [2, 2, 1500, 1500])
  }

  @Test
  func `A game for one has no winner, and a score`() throws {
    let lines = "roll 1 2 2 3 3 4;hold best;bank"
    #expect(try metrics(lines, "Ann", "rounds=1") == [1, 1, 100, 100])
  }

  @Test
  func `The score is the winner's, not that of who left`() throws {
    let lines = "roll 1 2 3 4 5 6;hold best;bank;roll 1 2 2 3 3 4;hold best;bank;resign"
    #expect(try metrics(lines, "Ann Bob", "") == [2, 3, 100, 1500])
  }
}
