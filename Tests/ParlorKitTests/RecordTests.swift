import ParlorKit
import Testing

@Suite struct RecordTests {
  @Test func `metrics keep their order and each name once`() {
    var metrics: Metrics = ["b": 1, "a": 2, "b": 3]
    #expect(metrics.entries.map(\.key) == ["b", "a"])
    #expect(metrics["b"] == 3)
    metrics["a"] = nil
    metrics["c"] = 4
    metrics["a"] = nil
    #expect(metrics.entries.map(\.key) == ["b", "c"])
    #expect(metrics["a"] == nil)
  }

  @Test(arguments: [
    ([PlayerResult.won, .lost], GameOutcome.finished), ([.won, .resigned], .resigned),
    ([.won, .lost, .resigned], .finished), ([.won, .resigned, .resigned], .resigned),
    ([.resigned], .resigned), ([.played], .finished), ([.lost], .finished),
    ([.abandoned, .resigned], .abandoned), ([.won, .won], .finished),
  ]) func `the outcome follows from the results`(_ results: [PlayerResult], _ outcome: GameOutcome)
  {
    #expect(GameRecord(players: results.map { PlayerRecord("A", $0) }).outcome == outcome)
  }

  @Test func `a status means a result for every player`() {
    #expect(PlayerResult(of: 0, among: 2, .playing(turn: 0)) == .abandoned)
    #expect(PlayerResult(of: 0, among: 2, .over(winners: [0, 1])) == .won)
    #expect(PlayerResult(of: 1, among: 2, .over(winners: [0])) == .lost)
    #expect(PlayerResult(of: 0, among: 1, .over(winners: [])) == .played)
  }
}
