import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Records")
struct RecordTests {
  private func record(_ names: String, _ rules: String, _ lines: String) throws -> GameRecord {
    var match = try Match(names, rules)
    try match.play(lines)
    return try match.record
  }

  /// Leaves the game, rolls, holds or banks, at random.
  private func step(_ match: inout Match, _ choice: inout Chance) throws {
    if choice.below(150) == 0 {
      _ = try match.make(match.state.resignation)
    } else if let move = match.state.sampleMove(chance: &choice) {
      _ = try match.make(move)
    }
  }

  @Test(arguments: RandomGameTests.rules)
  func `Metrics are those of the turns counted one by one`(rules: String) throws {
    for seed in 0..<48 as Range<UInt64> {
      let names = ["Ann", "Ann Bob", "Ann Bob Cy", "A B C D E F G H"][Int(seed % 4)]
      var match = try Match(names, rules, seed: seed)
      let start = match.state
      var choice = Chance(seed: seed, draw: 1 << 20)
      let limit = seed % 8 == 5 ? 40 : 20_000
      while !match.state.isOver, match.log.count < limit { try step(&match, &choice) }
      let record = try match.record
      let turns = PlayedTurn.all(from: start, match.log.map(\.move))
      #expect(record.players.map(\.name) == names.split(separator: " ").map(String.init))
      for (player, found) in record.players.enumerated() {
        let expected = metrics(of: player, turns, match.state)
        #expect(found.metrics == expected, "\(rules), seed \(seed), \(found.name)")
        #expect(found.result == result(of: player, match.state), "\(rules), seed \(seed)")
      }
      #expect(record.metrics["turns"] == turns.count { $0.isOver })
    }
  }

  private func result(of player: Int, _ state: FarkleState) -> PlayerResult {
    if state.seats[player].hasLeft { return .resigned }
    guard case .over(let winners) = state.status else { return .abandoned }
    if winners.contains(player) { return .won }
    return state.seats.count == 1 ? .played : .lost
  }

  private func metrics(of player: Int, _ turns: [PlayedTurn], _ end: FarkleState) -> Metrics {
    let all = turns.filter { $0.player == player }
    let own = all.filter(\.isOver)
    let banked = own.filter { if case .bank = $0.ending { true } else { false } }
    let farkles = own.filter { if case .farkle = $0.ending { true } else { false } }
    let final = own.filter { $0.moves.last?.before.phase == .finalRound }
    let behind = turns.filter(\.isOver).compactMap { turn -> Int? in
      guard let seats = turn.moves.last?.after.seats, !seats[player].hasLeft else { return nil }
      return (seats.filter { !$0.hasLeft }.map(\.score).max() ?? 0) - seats[player].score
    }
    var metrics: Metrics = [
      "points": end.seats[player].score, "highestTurn": own.map(\.points).max() ?? 0,
      "turns": own.count, "bankedTurns": banked.count,
      "diceSetAside": banked.map(\.diceHeld).reduce(0, +), "farkles": farkles.count,
      "greedyFarkles": farkles.count {
        if case .farkle(let lost?) = $0.ending { lost >= 300 } else { false }
      },
      "hotDice": all.map(\.hotDice).max() ?? 0, "furthestBehind": behind.max() ?? 0,
      "finalPoints": final.map(\.points).reduce(0, +),
    ]
    for face in 1...6 {
      metrics["rolled\(face)"] = all.flatMap(\.faces).count { $0 == face }
    }
    return metrics
  }

  @Test
  func `Who was 2,000 behind and won has come back`() throws {
    let ahead = "roll 1 1 1 1 1 1;hold all;bank"
    let record = try record(
      "Ann Bob", "target=8000 final-round=off",
      ahead)
    #expect(record.players.map { $0.metrics["furthestBehind"] } == [0, 8000])
    #expect(record.players.map(\.result) == [.won, .lost])
  }

  @Test
  func `Statistics that need dice skip totals kept on paper`() throws {
    let record = try record(
      "Ann Bob", "dice=physical target=1000 final-round=off",
      "points 0;points 400;points 0;points 700")
    #expect(record.players.map(\.result) == [.lost, .won])
    #expect(record.players.map { $0.metrics["farkles"] } == [2, 0])
    #expect(record.players.map { $0.metrics["bankedTurns"] } == [0, 0])
    #expect(record.players.map { $0.metrics["highestTurn"] } == [0, 700])
  }

  @Test
  func `Who leaves has not lost, and the last one left ends the game by resignation`() throws {
    let two = try record("Ann Bob", "", "resign")
    #expect(two.players.map(\.result) == [.resigned, .won])
    #expect(two.outcome == .resigned)
    let three = try record(
      "Ann Bob Cy", "rounds=1", "resign;roll 1 2 2 3 3 4;hold best;bank;roll 2 2 3 3 4 6")
    #expect(three.players.map(\.result) == [.resigned, .won, .lost])
    #expect(three.outcome == .finished)
    let unfinished = try record("Ann Bob", "", "roll 1 2 2 3 3 4;hold best;bank")
    #expect(unfinished.players.map(\.result) == [.abandoned, .abandoned])
    #expect(unfinished.outcome == .abandoned)
  }

  @Test
  func `Given dice count where they are dice of a real table`() throws {
    let game = Farkle()
    #expect(!game.countsGivenOutcomes(try game.configuration("Ann")))
    #expect(game.countsGivenOutcomes(try game.configuration("Ann dice=physical")))
  }
}
