import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// Advice for three and more players without a table.
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

  /// In the last round a bank wins if none of those who follow passes it, as the one opponent of a game for
  /// two does not; and the last turn of all is that of a game for two.
  @Test(arguments: ["", "tie=shared", "hot-dice=must-roll minimum=300"])
  func `the last round for three follows from that for two`(options: String) throws {
    let rules = "rounds=1 dice=physical \(options)"
    let hold = "roll 1 1 1 2 3 4;hold 1 1 1"
    let first = try value(.bank, in: advice(hold, "Ann Bob Cy", rules))
    let ofTwo = try value(.bank, in: advice(hold, "Ann Bob", rules))
    #expect(abs(first - ofTwo * ofTwo) < (options == "tie=shared" ? 0.01 : 1e-9))
    let last = try advice("points 1000;points 600", "Ann Bob Cy", rules)
    let lastOfTwo = try advice("points 1000", "Ann Bob", rules)
    #expect(last.unit == .chance && last.estimate == "approximate, ± 2 %")
    #expect(
      abs(try value(.roll(nil), in: last) - value(.roll(nil), in: lastOfTwo)) < 1e-6)
    #expect(abs(last.chances.reduce(0, +) - 1) < 1e-9)
    #expect(last.chances[1] < 0.01)
  }

  /// Rounds have no target, so that 9,950 points each are like none.
  @Test func `in the last round it does not count what all have had before`() throws {
    let later = try advice(
      "points 9950;points 9950;points 9950", "Ann Bob Cy", "dice=physical rounds=2")
    let first = try advice("", "Ann Bob Cy", "dice=physical rounds=1")
    #expect(later.estimate == first.estimate && later.chances.count == 3)
    #expect(zip(later.chances, first.chances).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  /// Bob and Cy need 5,000 points to get on the board, so that they roll again after a straight. Only a second
  /// one passes Ann; two triplets bring at most 600 points.
  @Test func `the rare highest total of a turn for the board has its chance`() throws {
    let advice = try advice(
      "points 9000;points 0;points 0", "Ann Bob Cy",
      "dice=physical rounds=2 singles=off kinds=none triple-ones=300 multiplier=50 pairs=0 "
        + "straight=4950 opening=5000")
    let straight = 720.0 / 46_656
    #expect(advice.chances.count == 3)
    #expect(advice.chances.dropFirst().allSatisfy { abs($0 - straight * straight) < 1e-5 })
  }

  /// Bob, who is 50 points short of a win, loses with a farkle: 3 dice score with 156 of 216. Neither Cy nor
  /// Di passes 10,000 points in a turn.
  @Test func `a farkle in the final round loses, however few pass the player`() throws {
    let advice = try advice(
      "points 5000;points 9000;points 0;points 0;points 5000;roll 1 1 1 2 3 4;hold 1 1 1",
      "Ann Bob Cy Di")
    #expect(abs(try value(.roll(nil), in: advice) - 156.0 / 216) < 0.001)
    #expect(try value(.bank, in: advice) == 0)
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
    ("target=500", "", [0.4052, 0.3218, 0.2729]), ("target=1000", "", [0.4122, 0.3210, 0.2668]),
    ("target=1000", "points 900;points 950;points 400", [0.4496, 0.3776, 0.1728]),
    ("target=10000", "points 9750;points 9550;points 9950", [0.3878, 0.2589, 0.3533]),
  ])
  func `the estimate is near the exact chances`(
    _ options: String, _ lines: String, _ exact: [Double]
  ) throws {
    var match = try Match("Ann Bob Cy", "dice=physical \(options)")
    try match.play(lines)
    let values = TurnValues.of(match.state.rules.scoring)
    let rivals = try #require(try Rivals(match.state, values) { false })
    #expect(zip(rivals.chances(), exact).allSatisfy { abs($0 - $1) < rivals.tolerance })
  }

  /// Found by a program in C++ that shares no code with this one: it computes the chances of four equal
  /// players by all their scores, every answer in the final round included.
  @Test(arguments: [
    ("", [0.316794, 0.259892, 0.222966, 0.200347]),
    ("points 200;points 200;points 450;points 350", [0.275615, 0.230662, 0.275417, 0.218307]),
    ("points 150;points 350;points 450;points 0", [0.280244, 0.288474, 0.280505, 0.150777]),
    ("points 300;points 400;points 150;points 50", [0.332543, 0.307895, 0.195697, 0.163865]),
    ("points 450;points 50;points 450;points 450", [0.336411, 0.182862, 0.253564, 0.227163]),
    ("points 450;points 150;points 50;points 150", [0.401572, 0.227522, 0.182019, 0.188887]),
    ("points 250;points 200;points 0;points 300", [0.328429, 0.254720, 0.181624, 0.235227]),
    ("points 400;points 450;points 300;points 300", [0.323291, 0.287796, 0.203561, 0.185353]),
  ])
  func `the estimate for four is near the exact chances`(
    _ lines: String, _ exact: [Double]
  ) throws {
    let advice = try advice(lines, "Ann Bob Cy Di", "dice=physical target=500")
    #expect(advice.unit == .chance && advice.estimate == "approximate, ± 1 %")
    let errors = zip(advice.chances, exact).map { abs($0 - $1) }
    #expect(errors.count == 4 && errors.allSatisfy { $0 < advice.tolerance }, "\(errors)")
    #expect(errors.reduce(0, +) / 4 < 0.005, "\(errors)")
  }

  @Test(arguments: [
    ("Ann Bob Cy", "opening=500", "points 500;points 2000"),
    ("Ann Bob Cy", "target=3000 final-round=off minimum=300", "points 600;points 2000"),
    ("Ann Bob Cy Di", "target=2000 tie=overtime", "points 600;points 1900"),
    ("Ann Bob Cy Di Eve", "defend=on tie=shared", "points 9800;points 9500;points 300"),
    ("Ann Bob Cy Di Eve Fay Gus Hal", "hot-dice=must-roll", "points 9950"),
    ("Ann Bob Cy Di", "target=500 three-farkles=500", "points 200;points 700"),
    ("Ann Bob Cy Di", "", "points 9000;points 9000;points 9950;points 11000"),
  ])
  func `chances add up to 1, and no move is worth more than the turn`(
    _ names: String, _ options: String, _ lines: String
  ) throws {
    let before = try advice(lines, names, "dice=physical \(options)")
    #expect(before.chances.allSatisfy { (0...1).contains($0) })
    #expect(abs(before.chances.reduce(0, +) - 1) < 1e-9)
    let best = try #require(before.moves.first).value
    #expect(before.chances.contains { abs($0 - best) < 1e-9 })
    #expect(try #require(before.passed) <= best + 1e-9)
    let after = try advice(
      lines + ";roll 1 1 5 2 3 4;hold 1 1 5", names, "dice=physical \(options)")
    #expect(after.moves.allSatisfy { (0...1).contains($0.value) })
    #expect(after.moves.map(\.value) == after.moves.map(\.value).sorted(by: >))
  }

  @Test(arguments: [
    "points 0;points 4000;points 3000;points 5000", "points 0;points 9500;points 0;points 8000",
  ])
  func `more points are worth more until the target is reached`(_ lines: String) throws {
    var match = try Match("Ann Bob Cy Di", "dice=physical")
    try match.play(lines)
    let values = TurnValues.of(match.state.rules.scoring)
    let turn = try #require(try Rivals(match.state, values) { false }).turn()
    let banks = (1..<200).map { turn.banked($0) }
    #expect(zip(banks, banks.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
    #expect(turn.banked(600) == 1)
  }

  /// A bank of 10,050 leaves each of three opponents a turn to pass it.
  @Test func `four players are told to roll on where a bank at the target would lose`() throws {
    let level = try advice(
      "points 9800;points 9800;points 9800;points 9800;roll 5 2 3 4 6 6;hold 5;roll 5 2 3 4 6;"
        + "hold 5;roll 5 2 3 4;hold 5;roll 5 2 3;hold 5;roll 5 2;hold 5", "Ann Bob Cy Di")
    #expect(level.moves.first?.move == .roll(nil))
    #expect(try value(.bank, in: level) < 0.02)
    #expect(try value(.roll(nil), in: level) > 0.2)
  }

  /// Plays games with the best moves: who had a chance of so much won about so often.
  @Test func `of chances that are said so many are won`() throws {
    var bands = [(count: Int, said: Double, won: Double)](repeating: (0, 0, 0), count: 3)
    for seed in 1...80 as ClosedRange<UInt64> {
      var match = try Match("Ann Bob Cy Di", "target=500", seed: seed)
      var said: [(player: Int, chance: Double)] = []
      let adviser = try #require(match.game.adviser)
      while case .playing(let turn) = match.state.status {
        let advice = try adviser.advise(match.state.view(for: turn, at: .zero), nil) { false }
        said += advice.chances.enumerated().map { ($0, $1) }
        _ = try match.make(try #require(advice.moves.first).move)
      }
      for (player, chance) in said {
        let band = min(2, Int(chance * 4))
        bands[band].count += 1
        bands[band].said += chance
        bands[band].won += match.state.result(of: player)
      }
    }
    for band in bands {
      let count = Double(band.count)
      #expect(band.count > 50 && abs(band.said - band.won) / count < 0.08, "\(bands)")
    }
  }

  @Test func `what is at stake does not change the values of a turn`() throws {
    var match = try Match("Ann Bob Cy", "dice=physical target=1000")
    try match.play("points 900;points 950;points 400")
    let values = TurnValues.of(match.state.rules.scoring)
    func turn() throws -> TurnTable {
      try #require(try Rivals(match.state, values) { false }).turn()
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
