import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// Advice for two where scores are far apart, have fine steps, or are below 0.
///
/// Chances of one turn were found in Python, by recursion over all rolls and holds with 1, 2 … units left to
/// get; chances of games in C, by value iteration over all scores from -1,500 or -2,000 points
/// to the target; with penalties, also over the farkles in a row of both.
@Suite struct FarScoreTests {
  private func advice(_ match: Match) throws -> Advice<FarkleMove> {
    let adviser = try #require(match.game.adviser)
    return try adviser.advise(match.state.view(for: nil, at: .zero), nil) { false }
  }

  private func advice(_ options: String, _ lines: String) throws -> Advice<FarkleMove> {
    var match = try Match("Ann Bob", "dice=physical \(options)")
    try match.play(lines)
    return try advice(match)
  }

  /// Ann and Bob, a third who joins with a score, then Ann and the third.
  private func afterJoining(_ options: String, score: Int, _ lines: String) throws -> Match {
    var match = try Match("Ann Bob", "dice=physical \(options)")
    try match.play("points 0;points 0")
    _ = try match.make(match.state.joining("Cy", score: score))
    _ = try match.make(match.state.leaving(1))
    if !lines.isEmpty { try match.play(lines) }
    return match
  }

  private static let high = "straight=10000 pairs=10000 four-two=10000 triplets=10000"

  // MARK: - Rounds

  @Test func `in the last turn a bank below the other's score is worth nothing`() throws {
    let advice = try advice(
      "rounds=1",
      "points 16000;roll 1 1 1 1 1 1;hold 1 1 1 1 1 1;roll 1 1 1 1 1 2;hold 1 1 1 1 1;roll 1;hold 1;"
        + "roll 1 1 1 2 3 4;hold 1 1 1")
    #expect(advice.estimate == nil && advice.moves.first?.move == .roll(nil))
    #expect(abs(try #require(advice.moves.first).value - 0.010941557818) < 1e-12)
    #expect(advice.moves.first { $0.move == .bank }?.value == 0)
  }

  @Test func `the last turn is exact for any lead`() throws {
    let lines = "points 20000;roll 1 1 2 3 4 6;hold 1"
    var match = try Match("Ann Bob", "rounds=1 dice=physical \(Self.high)")
    try match.play("points 20000")
    let first = try advice(match)
    #expect(first.estimate == nil)
    #expect(abs(try #require(first.moves.first).value - 0.008823014570) < 1e-12)
    let reasons = try advice("rounds=1 \(Self.high)", lines).reasons
    #expect(reasons.contains { $0.contains("20,050 points up") }, "\(reasons)")
  }

  @Test func `a lead that nobody can make up in a turn costs no time`() throws {
    for (options, lines) in [
      ("rounds=2", "roll 1 1 2 3 4 6"), ("target=1000", "points 1000;roll 1 1 2 3 4 6"),
    ] {
      let advice = try advice(afterJoining(options, score: -1_000_000, lines))
      #expect(advice.moves.allSatisfy { (0...1).contains($0.value) })
    }
  }

  /// With usual scores the differences that are left out do not count; with high ones they do.
  @Test func `earlier turns are exact, or tell their possible error`() throws {
    #expect(try advice("rounds=1", "points 0").estimate == nil)
    #expect(try advice("rounds=2", "points 0").estimate == nil)
    let first = try advice("rounds=1 \(Self.high)", "roll 1 1 2 3 4 6;hold 1")
    #expect(first.estimate == "approximate, ± 1.1123 %")
    #expect(abs(first.tolerance - 0.011122644518) < 1e-12)
  }

  // MARK: - Fine steps

  @Test func `final rounds have all leads, however fine the steps`() throws {
    let rules = try FarkleRules("straight=1502 target=800")
    let values = TurnValues.of(rules.scoring)
    let duel = try #require(DuelRules(rules, unit: values.table.unit))
    let last = try LastTurns(values.everyHold, duel) {}
    for (lead, chance) in [(2000, 0.009850466386), (3000, 0.001059923521)] {
      #expect(abs(last.chance(behind: lead, seat: 0, isOnBoard: true) - chance) < 1e-12)
    }
    #expect(last.error <= 1e-9)
    let bob = try advice("straight=1502 target=800", "points 4000")
    #expect(bob.estimate == nil)
    #expect(abs(try #require(bob.moves.first).value - 0.009850466386) < 1e-12)
    // The ends of three players would take too long.
    let trio = try #require(TrioTable(values.everyHold, best: values.table, duel, last))
    #expect(!trio.covers([1, 1, 1]))
  }

  /// A sweep over the longest lead has the values of turns for each lead alone, bit by bit.
  @Test(arguments: [
    "", "minimum=300 opening=1000", "hot-dice=must-roll tie=shared", "minimum=5000",
  ])
  func `the last turns of all leads are those of each`(_ options: String) throws {
    let rules = try FarkleRules(options)
    let values = TurnValues.of(rules.scoring)
    let duel = try #require(DuelRules(rules, unit: 50))
    let last = try values.lastTurns(duel) { false }
    for (isOnBoard, least) in [(true, duel.least), (false, duel.opening)] {
      for lead in [0, 1, duel.least - 1, duel.least, duel.opening, 130, 300] {
        let turn = last.turn(behind: lead, seat: 0, least: least)
        let chance = last.chance(behind: lead, seat: 0, isOnBoard: isOnBoard)
        #expect(
          chance == turn.rolling(6, units: 0) || chance == 0 && turn.rolling(6, units: 0) < 1e-9)
      }
    }
  }

  // MARK: - Scores below 0

  @Test func `a score below 0 counts`() throws {
    // A rollout of 4,000 games has 0.9369 to 0.9663 for the roll.
    let issue = try advice(
      afterJoining("target=1000", score: -3000, "roll 1 5 5 2 3 6;hold 1"))
    #expect(issue.estimate == nil)
    let roll = try #require(issue.moves.first { $0.move == .roll(nil) })
    #expect((0.9369...0.9663).contains(roll.value))
    for (score, chance) in [(-500, 0.707806725553), (-1000, 0.802064357605)] {
      let first = try advice(afterJoining("target=500", score: score, ""))
      #expect(first.estimate == nil)
      #expect(abs(try #require(first.moves.first).value - chance) < 2e-6)
    }
  }

  @Test func `a score far below 0 has a small error, and with an opening an infinite one`() throws {
    let far = try advice(afterJoining("target=1000", score: -1_000_000, ""))
    let best = try #require(far.moves.first)
    #expect(far.estimate != nil && far.tolerance < 0.001 && 1 - best.value < far.tolerance)
    let opening = try advice(afterJoining("target=1000 opening=500", score: -500, ""))
    #expect(opening.estimate != nil && opening.tolerance == .infinity)
    let rounds = try advice(afterJoining("rounds=3 opening=500", score: -500, ""))
    #expect(rounds.estimate != nil && rounds.tolerance == .infinity)
  }

  // MARK: - Farkles in a row

  /// Both have two farkles in a row. With all later penalties the bank is worth 0.501235, the roll 0.502463.
  @Test func `a penalty that leaves a score below 0 is counted`() throws {
    let advice = try advice(
      "target=1000 three-farkles=1000",
      "points 0;points 0;points 0;points 0;roll 1 1 3 4 6 6;hold 1 1")
    let bank = try #require(advice.moves.first { $0.move == .bank })
    let roll = try #require(advice.moves.first { $0.move == .roll(nil) })
    #expect(advice.estimate != nil)
    #expect(abs(bank.value - 0.478280) < 2e-6 && abs(roll.value - 0.480500) < 2e-6)
    #expect(abs(bank.value - 0.501235) < advice.tolerance)
    #expect(abs(roll.value - 0.502463) < advice.tolerance)
    #expect(advice.loss(of: bank) < advice.tolerance && advice.tolerance < .infinity)
  }

  @Test func `the last turn is exact with penalties, too`() throws {
    let advice = try advice("target=1000 three-farkles=1000", "points 4000")
    #expect(advice.estimate == nil && advice.tolerance == 0)
  }
}
