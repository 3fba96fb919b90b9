import ParlorKit
import Testing

@testable import MinesweeperGame

@Suite("Records")
struct RecordTests {
  private func record(_ match: Match) throws -> GameRecord {
    let steps = match.log.map {
      GameHistory<Minesweeper>.Step($0.move, at: GameTime(milliseconds: $0.time))
    }
    return try match.game.record(of: GameHistory(match.game, match.setup, steps: steps))
  }

  @Test("A win with its mode, its time from the first reveal, and its figures")
  func win() throws {
    var match = try Match("layout=.*.../...../....*")
    match.time = 5_000
    try match.play("flag 1 2")
    match.time = 12_000
    try match.play("reveal 1 5")
    match.time = 30_500
    try match.play(all: "reveal 1 1;reveal 3 3")
    let record = try record(match)
    #expect(match.state.status == .won)
    #expect(record.mode == "layout")
    #expect(record.players.map(\.name) == ["1"])
    #expect(record.players.map(\.result) == [.won])
    #expect(record.milliseconds == 18_500)
    #expect(record.players[0].measures["clicks"] == match.log.count)
    #expect(record.outcome == .finished)
  }

  @Test("A mine loses; leaving is not losing; a game that goes on is abandoned")
  func endings() throws {
    var match = try Match("layout=*./..")
    match.time = 1_000
    try match.play("reveal 2 2")
    #expect(try record(match).players.map(\.result) == [.abandoned])
    #expect(try record(match).outcome == .abandoned)
    var left = match
    left.time = 3_000
    try left.play("resign")
    #expect(try record(left).players.map(\.result) == [.resigned])
    #expect(try record(left).milliseconds == 2_000)
    try match.play("reveal 1 1")
    #expect(try record(match).players.map(\.result) == [.lost])
  }

  @Test("What was revealed cannot be unseen")
  func reveals() throws {
    let game = Minesweeper()
    #expect(game.traits(of: .reveal(Cell(1, 1), nil)).contains(.reveals))
    #expect(game.traits(of: .chord(Cell(1, 1))).contains(.reveals))
    #expect(!game.traits(of: .flag(Cell(1, 1))).contains(.reveals))
    #expect(!game.traits(of: .mark(Cell(1, 1))).contains(.reveals))
  }

  @Test(
    "Random games: won if every safe cell is shown, lost if a mine is",
    arguments: ["easy", "custom rows=8 cols=8 mines=10"])
  func games(setup: String) throws {
    for seed in 0..<40 as Range<UInt64> {
      var match = try Match(setup, seed: seed)
      var choice = Chance(seed: seed, draw: 1 << 20)
      var first: Int64?
      while !match.state.isOver, match.log.count < 2_000 {
        match.time += Int64(choice.below(900))
        guard let move = match.game.sampleMove(in: match.state, chance: &choice) else { break }
        if case .reveal = move { first = first ?? match.time }
        try match.make(move)
      }
      let record = try record(match)
      let shown = match.cells.joined().count { $0.isNumber }
      let safe = match.state.match.shape.count - match.state.match.mines
      #expect(record.players[0].result == (shown == safe ? .won : .lost), "seed \(seed)")
      #expect(record.milliseconds == match.time - (first ?? match.time), "seed \(seed)")
      #expect(record.mode == setup.split(separator: " ")[0])
    }
  }
}
