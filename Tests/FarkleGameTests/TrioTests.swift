import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// Exact advice for three players near the end.
@Suite struct TrioTests {
  private func advice(
    _ lines: String, _ options: String = ""
  ) throws -> Advice<FarkleMove> {
    var match = try Match("Ann Bob Cy", "dice=physical \(options)")
    if !lines.isEmpty { try match.play(lines) }
    let adviser = try #require(match.game.adviser)
    return try adviser.advise(match.state.view(for: nil, at: .zero), nil) { false }
  }

  /// Found by a program in C that lists every roll and every hold and tries all turns up to 21,000 points,
  /// without bounds.
  @Test(arguments: [
    ("", "points 9750;points 9550;points 9950", [0.387844252, 0.258923802, 0.353231945]),
    ("target=500", "", [0.405268096, 0.321843602, 0.272888302]),
  ])
  func `chances are those of a plain program`(
    _ options: String, _ lines: String, _ chances: [Double]
  ) throws {
    let advice = try advice(lines, options)
    #expect(advice.unit == .chance && advice.estimate == nil && advice.tolerance == 0)
    #expect(zip(advice.chances, chances).allSatisfy { abs($0 - $1) < 2e-9 })
    #expect(advice.chances.count == 3)
    let best = try #require(advice.moves.first).value
    #expect(try abs(best - #require(advice.chances.first)) < 1e-11)
  }

  /// Of four one leaves, or a third joins two: the game goes on like one of three.
  @Test func `chances are exact for three at a table where players come and go`() throws {
    let three = try advice("points 9750;points 9550;points 9950").chances
    var left = try Match("Ann Bob Di Cy", "dice=physical")
    try left.play("points 9750;points 9550;points 300;points 9950")
    _ = try left.make(left.state.leaving(2))
    var joined = try Match("Ann Bob", "dice=physical")
    try joined.play("points 9750;points 9550")
    _ = try joined.make(joined.state.joining("Cy", score: 9950))
    let adviser = try #require(left.game.adviser)
    for (match, seats) in [(left, [0, 1, 3]), (joined, [0, 1, 2])] {
      let advice = try adviser.advise(match.state.view(for: nil, at: .zero), nil) { false }
      #expect(advice.estimate == nil && advice.chances.count == match.state.seats.count)
      #expect(zip(seats, three).allSatisfy { abs(advice.chances[$0] - $1) < 1e-12 })
    }
  }

  @Test(arguments: ["", "rounds=10", "target=500 tie=overtime"])
  func `two who are left of three are advised like two`(options: String) throws {
    var three = try Match("Ann Bob Cy", "dice=physical \(options)")
    _ = try three.make(three.state.leaving(1))
    var two = try Match("Ann Cy", "dice=physical \(options)")
    let adviser = try #require(two.game.adviser)
    for total in [300, 0, 150] as [Int32] {
      let advice = try [three, two].map { match in
        try adviser.advise(match.state.view(for: nil, at: .zero), nil) { false }
      }
      #expect(advice[0].unit == .chance && advice[0].estimate == nil)
      #expect(advice[0].moves.map(\.value) == advice[1].moves.map(\.value))
      _ = try three.make(.points(total))
      _ = try two.make(.points(total))
    }
  }

  @Test func `chances follow the seats, whoever has the turn`() throws {
    let one = try advice("points 9800;points 9700;points 9900").chances
    let other = try advice("points 9900;points 9800;points 9700;points 0").chances
    #expect(zip(one, [other[1], other[2], other[0]]).allSatisfy { abs($0 - $1) < 1e-11 })
    #expect(abs(one.reduce(0, +) - 1) < 1e-12)
  }

  /// The value of a position is that of what follows: of a roll by all dice, of a bank by the next
  /// position, seen by the same player.
  @Test func `a bank is worth the player's chance before the next turn`() throws {
    let lines = "points 9750;points 9550;points 9950;roll 1 5 2 3 4 6;hold 1"
    let bank = try #require(try advice(lines).moves.first { $0.move == .bank })
    let after = try advice(lines + ";bank")
    #expect(abs(bank.value - after.chances[0]) < 1e-10)
  }

  @Test func `a farkle is worth the player's chance before the next turn`() throws {
    let before = try advice("points 9750;points 9550;points 9950")
    let after = try advice("points 9750;points 9550;points 9950;points 0")
    #expect(abs(try #require(before.passed) - after.chances[0]) < 1e-10)
  }

  @Test func `who leads the final round is worth that nobody passes`() throws {
    let options = "target=500"
    let bank = try #require(
      try advice("points 100;points 50;roll 1 1 1 2 3 4;hold 1 1 1", options).moves.first {
        $0.move == .bank
      })
    let next = try advice("points 100;points 50;points 1000", options)
    #expect(next.estimate == nil)
    let best = try #require(next.moves.first).value
    // The third player has the rest.
    #expect(bank.value + best < 1 && bank.value + best > 0.5)
    #expect(bank.value > 0.2)
  }

  @Test(arguments: [
    "defend=on", "tie=shared", "tie=overtime", "opening=300", "minimum=100", "hot-dice=must-roll",
    "three-farkles=500",
  ])
  func `other rules have an estimate`(_ options: String) throws {
    let advice = try advice("points 500;points 600;points 500", "target=1000 \(options)")
    #expect(advice.estimate != nil && abs(advice.chances.reduce(0, +) - 1) < 1e-12)
  }

  @Test func `farther away there is an estimate`() throws {
    #expect(try advice("points 7450;points 9950;points 9950").estimate != nil)
    #expect(try advice("points 9950;points 7450;points 9950").estimate != nil)
    #expect(try advice("points 8450;points 9950;points 9950", "rules=flat").estimate != nil)
  }

  @Test func `stored positions are read again`() throws {
    let rules = try FarkleRules("target=500")
    let values = TurnValues.of(rules.scoring)
    let duel = try #require(DuelRules(rules, unit: 50))
    let last = try values.lastTurns(duel) { false }
    let empty = try #require(TrioTable(values.everyHold, best: values.table, duel, last))
    var table = empty
    var shares: [Double] = []
    try table.extend(to: [2, 3, 1]) { shares.append($0) }
    #expect(shares.last == 1 && shares == shares.sorted())
    let read = try #require(empty.with(numbers: table.numbers))
    #expect(read.numbers == table.numbers && read.chances([2, 3, 1]) != nil)
    #expect(read.chances([3, 3, 1]) == nil && empty.with(numbers: [0.5]) == nil)
  }
}
