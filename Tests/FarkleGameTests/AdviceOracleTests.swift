import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// Values of advice against those of the positions that follow: a roll is worth the mean over all dice, a
/// bank what it leaves to the opponent, a hold the best that can be done after it.
@Suite struct AdviceOracleTests {
  private func advice(_ match: Match) throws -> Advice<FarkleMove> {
    let adviser = try #require(match.game.adviser)
    return try adviser.advise(match.state.view(for: nil, at: .zero), nil, { false })
  }

  /// The value of a position to a seat: what is best for who has the turn, or the share in a win.
  private func value(_ match: Match, to seat: Int) throws -> Double {
    if case .over(let winners) = match.state.status {
      return winners.contains(seat) ? 1 / Double(winners.count) : 0
    }
    let best = try #require(try advice(match).moves.first?.value)
    return match.state.player == seat ? best : 1 - best
  }

  /// What a move is worth by the positions that follow; nil for a roll of more dice than that.
  private func value(of move: FarkleMove, in match: Match, mostDice: Int) throws -> Double? {
    let seat = match.state.player
    guard case .roll = move else {
      var next = match
      try next.make(move)
      return try value(next, to: seat)
    }
    let count = match.state.turn.diceToRoll
    guard count <= mostDice else { return nil }
    var kinds: [[Int]: Int] = [[]: 1]
    for _ in 0..<count {
      var more: [[Int]: Int] = [:]
      for (faces, ways) in kinds {
        for face in 1...6 { more[(faces + [face]).sorted(), default: 0] += ways }
      }
      kinds = more
    }
    var (sum, all) = (0.0, 0.0)
    for (faces, ways) in kinds {
      var next = match
      try next.play("roll " + faces.map(String.init).joined(separator: " "))
      sum += Double(ways) * (try value(next, to: seat))
      all += Double(ways)
    }
    return sum / all
  }

  /// Checks all advice in a position: each move is legal, and exact values are those of what follows.
  private func check(_ match: Match, mostDice: Int = 2, _ comment: String) throws {
    let advice = try advice(match)
    #expect(advice.unit == .chance)
    for move in advice.moves {
      let found = try value(of: move.move, in: match, mostDice: mostDice)
      guard advice.estimate == nil, let found else { continue }
      #expect(
        abs(found - move.value) < 1e-6,
        "\(comment): \(match.state.line(of: move.move)) is worth \(found), not \(move.value)")
    }
    // What a note says to do next is legal, too.
    for move in advice.moves where move.note.hasPrefix("then bank") {
      var next = match
      try next.make(move.move)
      #expect(next.state.mayBank, "\(comment): \(match.state.line(of: move.move)), \(move.note)")
    }
  }

  /// Overtimes of pairs of equal turns, then random dice.
  @Test(arguments: [
    "rounds=1 tie=overtime", "rounds=1 tie=overtime opening=1000",
    "rounds=1 tie=overtime minimum=350 hot-dice=must-roll",
    "rounds=2 tie=overtime opening=500", "rounds=2 opening=800 minimum=300",
    "rounds=2 tie=shared opening=1000", "rounds=1 tie=overtime opening=2000 kinds=flat",
    "target=500 tie=overtime",
  ])
  func `exact chances are those of the positions that follow`(_ options: String) throws {
    for seed in 1...3 {
      var match = try Match("Ann Bob", options + " dice=physical")
      var chance = Chance(seed: UInt64(seed), draw: 8)
      var lines: [String] = []
      for _ in 0..<chance.below(13) / 2 * 2 where match.state.queue.seats != [0] {
        let total = [0, 0, 1000, 1000, 2000, 4000][Int(chance.below(6))]
        let pair = ["points \(total)", "points \(total)"]
        var next = match
        guard (try? next.play(pair.joined(separator: ";"))) != nil, !next.state.isOver else {
          break
        }
        match = next
        lines += pair
      }
      var checked = 0
      for _ in 0..<30 where !match.state.isOver && checked < 4 {
        if !match.state.turn.roll.isEmpty {
          try check(match, "\(options) seed \(seed) after \(lines)")
          checked += 1
        }
        let turn = match.state.turn
        let move: FarkleMove?
        if turn.mustHold {
          move = match.state.sampleMove(chance: &chance)
        } else if match.state.mayBank, chance.below(3) == 0 {
          move = .bank
        } else {
          move = .roll(Dice(throwing: turn.diceToRoll, &chance))
        }
        guard let move else { break }
        lines.append(match.state.line(of: move))
        try match.make(move)
      }
      #expect(checked > 0)
    }
  }

  @Test func `an opening counts in overtime, for banks and for what follows`() throws {
    var match = try Match("Ann Bob", "rounds=1 tie=overtime opening=1000 dice=physical")
    try match.play("points 0;points 0;points 0;roll 1 5 2 3 6 6")
    try check(match, mostDice: 3, "after three farkles")
    let advice = try advice(match)
    #expect(advice.estimate == nil)
    #expect(advice.moves.allSatisfy { $0.value < 0.7 && !$0.note.contains("bank") })
  }

  @Test func `an opening counts in all rounds`() throws {
    var match = try Match("Ann Bob", "rounds=1 opening=1000 dice=physical")
    try match.play("roll 4 1 1 5 5 5;hold 1 1 5 5 5")
    try check(match, mostDice: 1, "before the last roll")
    let advice = try advice(match)
    #expect(advice.estimate == nil && advice.moves.map(\.move) == [.roll(nil)])
  }

  /// Both have won with their highest turn, the bank: half a win each.
  @Test func `a bank that draws level in the last overtime may be the highest turn`() throws {
    var match = try Match("Ann Bob", "rounds=1 tie=overtime dice=physical")
    try match.play("points 300;points 300")
    for _ in 1...4 { try match.play("points 0;points 0") }
    try match.play("points 400;roll 2 2 2 1 1 3;hold 2 2 2 1 1")
    let bank = try #require(try advice(match).moves.first { $0.move == .bank })
    #expect(bank.value == 0.5)
    try check(match, "at the end")
  }

  /// Ann's highest turn is 500, Bob's 400: both end the last round with 700 points.
  @Test(arguments: 0...4)
  func `the highest turns count in every overtime`(_ overtimes: Int) throws {
    var match = try Match("Ann Bob", "rounds=2 tie=overtime dice=physical")
    try match.play("points 500;points 400;points 200;points 300")
    for _ in 0..<overtimes { try match.play("points 0;points 0") }
    try match.play("roll 1 1 2 3 4 6;hold 1 1")
    try check(match, mostDice: 0, "the first turn")
    try match.play("bank;roll 1 5 2 3 4 6;hold 1 5")
    try check(match, mostDice: 0, "the second turn")
  }

  @Test func `a player alone gets no verdict before the opening`() throws {
    var match = try Match("Ann", "rounds=2 opening=1000 dice=physical")
    #expect(try advice(match).tolerance == .infinity)
    try match.play("points 0")
    #expect(try advice(match).tolerance == 0)
  }
}
