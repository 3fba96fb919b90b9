import GameTesting
import ParlorKit
import Testing

@testable import MinesweeperGame

@Suite("Records")
struct RecordTests {
  @Test
  func `A win shows its mode, its time from the first reveal, and its figures`() throws {
    var match = try Match("layout=.*.../...../....*")
    match.milliseconds = 5_000
    try match.play("flag 1 2")
    match.milliseconds = 12_000
    try match.play("reveal 1 5")
    match.milliseconds = 30_500
    try match.play("reveal 1 1;reveal 3 3")
    let record = try match.record
    #expect(match.state.phase == .won)
    #expect(record.mode == "layout")
    #expect(record.players.map(\.name) == ["1"])
    #expect(record.players.map(\.result) == [.won])
    #expect(record.milliseconds == 18_500)
    #expect(record.players[0].metrics["clicks"] == match.log.count)
    #expect(record.outcome == .finished)
  }

  @Test
  func `A mine loses; leaving is not losing; a game that goes on is abandoned`() throws {
    var match = try Match("layout=*./..")
    match.milliseconds = 1_000
    try match.play("reveal 2 2")
    #expect(try match.record.players.map(\.result) == [.abandoned])
    #expect(try match.record.outcome == .abandoned)
    var left = match
    left.milliseconds = 3_000
    try left.play("resign")
    #expect(try left.record.players.map(\.result) == [.resigned])
    #expect(try left.record.milliseconds == 2_000)
    try match.play("reveal 1 1")
    #expect(try match.record.players.map(\.result) == [.lost])
  }

  @Test
  func `What was revealed cannot be unseen`() throws {
    let state = try Match().state
    #expect(state.traits(of: .reveal(Cell(1, 1), nil)).contains(.reveals))
    #expect(state.traits(of: .chord(Cell(1, 1))).contains(.reveals))
    #expect(!state.traits(of: .flag(Cell(1, 1))).contains(.reveals))
    #expect(!state.traits(of: .mark(Cell(1, 1))).contains(.reveals))
  }

  @Test(arguments: ["easy", "custom rows=8 cols=8 mines=10"])
  func `Random games: won if every safe cell is shown, lost if a mine is`(setup: String) throws {
    for seed in 0..<40 as Range<UInt64> {
      var match = try Match(setup, seed: seed)
      var choice = Chance(seed: seed, draw: 1 << 20)
      var first: Int64?
      while !match.state.isOver, match.log.count < 2_000 {
        match.milliseconds += Int64(choice.below(900))
        guard let move = match.state.sampleMove(chance: &choice) else { break }
        if case .reveal = move { first = first ?? match.milliseconds }
        try match.make(move)
      }
      let record = try match.record
      let shown = match.cells.joined().count { $0.isNumber }
      let safe = match.state.plan.shape.count - match.state.plan.mines
      #expect(record.players[0].result == (shown == safe ? .won : .lost), "seed \(seed)")
      #expect(
        record.milliseconds == match.milliseconds - (first ?? match.milliseconds), "seed \(seed)")
      #expect(record.mode == setup.split(separator: " ")[0])
    }
  }
}
