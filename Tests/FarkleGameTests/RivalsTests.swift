import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// Advice for three and more players near the end.
@Suite struct RivalsTests {
  private func advice(
    _ lines: String, _ names: String = "Ann Bob Cy", _ options: String = "dice=physical"
  ) throws -> Advice<FarkleMove> {
    var match = try Match(names, options)
    try match.play(lines)
    let adviser = try #require(match.game.adviser)
    return try adviser.advise(match.state.view(for: nil, at: .zero), nil) { false }
  }

  private func value(_ move: FarkleMove, in advice: Advice<FarkleMove>) throws -> Double {
    try #require(advice.moves.first { $0.move == move }).value
  }

  /// The exact chances were found by another program, over all scores of three equal players.
  @Test func `nobody is told to end a game that the others then win`() throws {
    let close = try advice(
      "points 9750;points 9550;points 9950;roll 2 2 2 5 3 4;hold 2 2 2 5")
    #expect(close.unit == .chance)
    #expect(close.moves.first?.move == .roll(nil))
    #expect(abs(try value(.bank, in: close) - 0.017) < 0.0005)
    #expect(abs(try value(.roll(nil), in: close) - 0.317) < 0.0005)
    #expect(close.estimate == nil && close.tolerance == 0)
    let level = try advice(
      "points 9800;points 9800;points 9800;roll 5 2 3 4 6 6;hold 5;roll 5 2 3 4 6;hold 5;"
        + "roll 5 2 3 4;hold 5;roll 5 2 3;hold 5;roll 5 2;hold 5")
    #expect(abs(try value(.bank, in: level) - 0.031) < 0.0005)
    #expect(abs(try value(.roll(nil), in: level) - 0.338) < 0.0005)
    #expect(level.moves.first?.move == .roll(nil))
  }

  /// The last roll: 3 dice score with 1 − (4·4·4 − 4)/216, so with 156 of 216; 2 dice with 20 of 36.
  @Test func `a win that three share is a third of one`() throws {
    let advice = try advice(
      "roll 6 6 6 5 2 3;hold 6 6 6 5;bank;roll 6 6 6 5 2 3;hold 6 6 6 5;bank;"
        + "roll 6 6 6 5 2 3;hold 6 6 6 5", "Ann Bob Cy", "rules=flat target=500 tie=shared")
    #expect(abs(try value(.bank, in: advice) - 1.0 / 3) < 1e-9)
    #expect(abs(try value(.roll(nil), in: advice) - 20.0 / 36) < 1e-9)
    #expect(advice.moves.first?.move == .roll(nil) && advice.estimate == nil)
  }

  /// Three equal players have exact advice; the estimate is that of more players, and of other rules.
  @Test(arguments: [
    ("target=500", "", 0.4052), ("target=1000", "", 0.4122),
    ("target=1000", "points 900;points 950;points 400", 0.4496),
    ("target=10000", "points 9750;points 9550;points 9950", 0.3878),
  ])
  func `the estimate is near the exact chance`(
    _ options: String, _ lines: String, _ exact: Double
  ) throws {
    var match = try Match("Ann Bob Cy", "dice=physical \(options)")
    try match.play(lines)
    let values = TurnValues.of(match.state.rules.scoring)
    let rivals = try #require(try Rivals(match.state, values) { false })
    let turn = rivals.turn(least: 1, remembersTurn: false)
    #expect(abs(turn.rolling(6, units: 0) - exact) < Rivals.tolerance)
  }

  @Test func `what is at stake does not change the values of a turn`() throws {
    var match = try Match("Ann Bob Cy", "dice=physical target=1000")
    try match.play("points 900;points 950;points 400")
    let values = TurnValues.of(match.state.rules.scoring)
    func turn() throws -> TurnTable {
      let rivals = try Rivals(match.state, values) { false }
      return try #require(rivals).turn(least: 1, remembersTurn: false)
    }
    let before = try turn()
    try match.play("roll 1 1 1 1 1 1;hold 1 1 1 1 1 1")
    let after = try turn()
    #expect(after.last == 160 && before.last < 100)
    for units in 0...before.last {
      for dice in 1...6 {
        let difference = before.rolling(dice, units: units) - after.rolling(dice, units: units)
        #expect(abs(difference) < 1e-12, "\(units) \(dice)")
      }
    }
  }

  @Test func `far from the end points count, without a verdict`() throws {
    let far = try advice("points 500")
    #expect(far.unit == .points)
    #expect(far.tolerance == .infinity)
    let over = try advice("points 7000;points 9950;points 9950;roll 2 2 2 3 4 6")
    #expect(over.unit == .points)
    // 3,000 on the table would end the game, and the others would pass it.
    let end = try advice(
      "points 7000;points 9950;points 9950;roll 1 2 3 4 5 6;hold 1 2 3 4 5 6;roll 1 2 3 4 5 6")
    #expect(end.unit == .chance)
  }

  @Test func `in the final round a lead is worth that nobody passes it, in the last turn all`()
    throws
  {
    let lines = "points 500;roll 1 1 1 2 3 4;hold 1 1 1"
    let options = "dice=physical target=500"
    let lead = try advice(lines, "Ann Bob Cy", options)
    #expect(lead.unit == .chance && lead.estimate == nil)
    #expect(lead.meaning == "chance to win")
    #expect(0.5..<1 ~= (try value(.bank, in: lead)))
    let last = try advice(
      lines.replacing("points 500;", with: "points 500;points 600;"), "Ann Bob Cy", options)
    #expect(try value(.bank, in: last) == 1)
    #expect(last.estimate == nil)
  }
}
