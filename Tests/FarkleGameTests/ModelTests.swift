import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// Whole games against a model written from the rules in prose.
@Suite("Games against the model")
struct ModelTests {
  private static let rules = [
    "target=1000", "target=1000 tie=shared", "target=1000 tie=overtime",
    "target=1000 tie=overtime three-farkles=1000", "target=600 tie=overtime three-farkles=500",
    "target=1000 defend=on tie=overtime three-farkles=500", "target=1000 final-round=off",
    "target=1000 opening=300 three-farkles=1000", "target=800 minimum=200 defend=on tie=shared",
    "rounds=2", "rounds=2 tie=shared", "rounds=3 tie=overtime three-farkles=500",
    "rules=farkle-ten rounds=2", "target=500 tie=overtime three-farkles=1000 opening=100",
  ]

  /// Totals of few values make ties, overtimes and penalties common.
  @Test(arguments: rules)
  func `Random totals lead to the states of the model`(rules: String) throws {
    for seed in 0..<300 as Range<UInt64> {
      let names = ["Ann", "Ann Bob", "Ann Bob Cy", "A B C D"][Int(seed % 4)]
      var match = try Match(names, "\(rules) dice=physical", seed: seed)
      var model = GameModel(players: match.state.seats.count, match.state.rules)
      var choice = Chance(seed: seed, draw: 1 << 21)
      while !match.state.isOver, match.log.count < 2000 {
        if choice.below(60) == 0 {
          model.leave()
          _ = try match.make(match.state.resignation)
        } else {
          let least = (model.least + 99) / 100 * 100
          let total = choice.below(5) < 3 ? 0 : least + Int(choice.below(4)) * 100
          model.play(total)
          _ = try match.make(.points(Int32(total)))
        }
        guard try isSame(match, model, seed: seed) else { return }
      }
    }
  }

  /// Dice drawn by the program, held and banked at random.
  @Test(arguments: rules)
  func `Random dice lead to the states of the model`(rules: String) throws {
    for seed in 0..<40 as Range<UInt64> {
      var match = try Match(["Ann Bob", "Ann Bob Cy"][Int(seed % 2)], rules, seed: seed)
      var model = GameModel(players: match.state.seats.count, match.state.rules)
      var choice = Chance(seed: seed, draw: 1 << 21)
      while !match.state.isOver {
        let legal = match.state.legalMoves.moves
        let move = legal[Int(choice.below(UInt32(legal.count)))]
        let before = match.state
        _ = try match.make(move)
        guard match.state.turns > before.turns else { continue }
        model.play(move == .bank ? before.turn.points : 0)
        guard try isSame(match, model, seed: seed) else { return }
      }
    }
  }

  /// Players come and go: at the end of a round with any score, and between turns.
  @Test(arguments: rules)
  func `Players who join and leave lead to the states of the model`(rules: String) throws {
    var (joins, leaderLeaves) = (0, 0)
    for seed in 0..<300 as Range<UInt64> {
      let names = ["Ann", "Ann Bob", "Ann Bob Cy", "A B C D"][Int(seed % 4)]
      var match = try Match(names, "\(rules) dice=physical", seed: seed)
      var model = GameModel(players: match.state.seats.count, match.state.rules)
      var choice = Chance(seed: seed, draw: 1 << 22)
      while !match.state.isOver, match.log.count < 2000 {
        let other = Int(choice.below(UInt32(match.state.seats.count)))
        let kind = choice.below(12)
        if kind == 0, model.isBetweenRounds, match.state.seats.count < 8 {
          let score = Int(choice.below(5)) * 100
          model.join(score)
          joins += 1
          _ = try match.make(match.state.joining("Guest \(joins)", score: score))
        } else if kind == 1, match.state.active[other] {
          if other == match.state.player {
            model.leave()
          } else {
            if match.state.phase == .finalRound, match.state.leader == other { leaderLeaves += 1 }
            model.leave(other)
          }
          _ = try match.make(match.state.leaving(other))
        } else {
          #expect(
            model.isBetweenRounds && match.state.seats.count < 8
              || (try? match.state.joiningScore) == nil)
          let least = (model.least + 99) / 100 * 100
          let total = choice.below(5) < 3 ? 0 : least + Int(choice.below(4)) * 100
          model.play(total)
          _ = try match.make(.points(Int32(total)))
        }
        #expect(match.state.checkInvariants() == [])
        guard try isSame(match, model, seed: seed) else { return }
      }
    }
    #expect(joins > 50)
    let hasLeader = !rules.contains("rounds=") && !rules.contains("final-round=off")
    #expect(leaderLeaves > (hasLeader ? 5 : -1))
  }

  private func isSame(_ match: Match, _ model: GameModel, seed: UInt64) throws -> Bool {
    let state = match.state
    let line = state.isOver ? [] : [state.player] + state.queue.seats
    let winners: [Int]? = if case .over(let winners) = state.status { winners } else { nil }
    let isSame =
      state.seats.map(\.score) == model.players.map(\.score) && line == model.line
      && winners == model.winners
    if !isSame { Issue.record("seed \(seed) differs after \(match.lines)") }
    return isSame
  }

  @Test
  func `The winner of an overtime has the most points of all`() throws {
    var match = try Match(
      "Ann Bob Cy", "dice=physical target=1000 three-farkles=1000 tie=overtime")
    try match.play("points 0;points 0;points 900;points 1000;points 1000")
    for _ in 0..<7 where !match.state.isOver { try match.play("points 0") }
    #expect(match.state.status == .over(winners: [2]))
    #expect(match.scores == [0, 0, 900])
  }

  @Test
  func `A log of the first revision is replayed by its rules`() throws {
    var configuration = try Farkle().configuration(
      "Ann Bob Cy dice=physical target=1000 three-farkles=1000 tie=overtime")
    configuration.revision = 1
    var driver = try GameDriver(Farkle(), configuration)
    for total in [0, 0, 900, 1000, 1000, 0, 0, 0, 0, 0, 0, 0, 455, 0] where !driver.status.isOver {
      try driver.play(.points(Int32(total)))
    }
    #expect(driver.status == .over(winners: [0]))
    #expect(driver.state.seats.map(\.score) == [455, 0, 900])
  }
}
