import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

/// The figures of `hint why` against every roll of the dice.
@Suite struct TurnReasonsTests {
  private func figures(_ lines: String, _ names: String, _ options: String) throws -> Fields {
    var match = try Match(names, options)
    try match.play(lines)
    let adviser = try #require(match.game.adviser)
    return try adviser.advise(match.state.view(for: nil, at: .zero), nil, { false }).figures
  }

  private func number(_ value: Value?) -> Double? {
    switch value {
    case .number(let number)?: number
    case .integer(let number)?: Double(number)
    default: nil
    }
  }

  @Test(arguments: [
    "", "rules=minimal", "rules=patch", "kinds=flat four-two=600 minimum=300",
    "hot-dice=must-roll multiplier=150", "opening=500 singles=on",
  ])
  func `the risks and the results of a turn are those of all rolls`(_ options: String) throws {
    let rules = try FarkleRules(options)
    // With so many rounds to go, players play for points.
    let figures = try figures("roll 1 1 1 2 3 6", "Ann Bob Cy", "\(options) rounds=30")
    guard case .integer(let points)? = figures["points"], case .integer(let dice)? = figures["dice"]
    else { throw TestFailure("no points in hand") }
    // Ann is not on the board in her first turn, and neither is Bob.
    let plain = PlainResults(rules, least: max(rules.minimum, rules.opening))
    func check(_ name: String, _ found: Value?, _ expected: Double) {
      let found = number(found) ?? -1
      #expect(abs(found - expected) < 1e-6, "\(options) \(name): \(found), not \(expected)")
    }
    check("farkle", figures["farkle"], plain.farkle(dice))
    check("turn", figures["turnFarkle"], plain.results(dice, points / 50).farkle)
    let usual = plain.results(6, 0)
    check("usual", figures["usualFarkle"], usual.farkle)
    let rows = try #require(figures["usual"]?.array)
    #expect(rows.count == TurnReasons.shown.count)
    for row in rows {
      guard case .integer(let least)? = row["points"] else { continue }
      check("\(least) points", row["chance"], usual.reaching(least))
    }
    let opponents = try #require(figures["opponents"]?.array)
    #expect(opponents.map { $0["player"] } == [.string("Bob"), .string("Cy")])
    for row in opponents {
      guard case .integer(let needs)? = row["needs"] else { throw TestFailure("no need") }
      #expect(needs == points + 50)
      check("Bob", row["chance"], plain.chance(of: needs))
    }
  }

  /// By hand: a farkle with one die is 4 of 6 rolls, with two 4 · 4 of 36.
  @Test func `opponents who are ahead need nothing, and those without a turn are left out`() throws
  {
    let ahead = try figures(
      "points 0;points 600;points 300;roll 5 2 3 4 6 6;hold 5", "Ann Bob Cy", "dice=physical")
    #expect(ahead["opponents"]?.array?.map { $0["needs"] } == [.integer(0), .integer(0)])
    let last = try figures("points 600;roll 5 2 3 4 6 6", "Ann Bob", "dice=physical target=500")
    #expect(last["opponents"] == .array([]))
    let one = try figures(
      "roll 1 1 1 5 5 6;hold 1 1 1 5 5", "Ann Bob Cy", "dice=physical hot-dice=must-roll")
    #expect(abs((number(one["farkle"]) ?? 0) - 4.0 / 6) < 1e-9)
  }
}

private struct TestFailure: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

/// A turn for the most points, by every roll of the dice in order and every hold of it; its results are
/// found from the most points down, where the program goes up from the first roll.
private final class PlainResults {
  /// By the number of dice: each set of holds, as units and the dice to roll next, with its share.
  private var kinds: [[(holds: [(units: Int, dice: Int)], share: Double)]] = [[]]
  private let least: Int
  private let mustRoll: Bool
  /// The units at which every turn is banked.
  private let cap = 400

  struct Results {
    var farkle = 0.0
    /// The chance of a bank by its units.
    var banks: [Int: Double] = [:]

    func reaching(_ points: Int) -> Double {
      banks.reduce(0) { $0 + ($1.key * 50 >= points ? $1.value : 0) }
    }
  }

  init(_ rules: FarkleRules, least: Int) {
    self.least = max(1, least / 50)
    mustRoll = rules.hotDice == .mustRoll
    let combinations = Combinations(rules.scoring)
    for count in 1...6 {
      var rolls: [[Int]: Int] = [:]
      let all = (0..<count).reduce(1) { all, _ in all * 6 }
      for number in 0..<all {
        var (rest, faces) = (number, [Int]())
        for _ in 0..<count {
          faces.append(rest % 6 + 1)
          rest /= 6
        }
        rolls[faces.sorted(), default: 0] += 1
      }
      kinds.append(
        rolls.map { faces, ways in
          let holds = Combinations.parts(of: faces).compactMap { part in
            combinations.best(part).map {
              (units: $0 / 50, dice: part.count == count ? 6 : count - part.count)
            }
          }
          return (holds, Double(ways) / Double(all))
        })
    }
    solve()
  }

  func farkle(_ dice: Int) -> Double {
    kinds[dice].reduce(0) { $0 + ($1.holds.isEmpty ? $1.share : 0) }
  }

  /// The most expected units of rolling, by the dice and the units in hand.
  private var values: [[Double]] = []
  private var known: [Int: Results] = [:]

  private func mayBank(_ units: Int, _ dice: Int) -> Bool {
    units >= cap || units >= least && !(mustRoll && dice == 6)
  }

  private func best(_ units: Int, _ dice: Int, _ values: [[Double]]) -> Double {
    if units >= cap { return Double(units) }
    let rolling = values[dice][units]
    return mayBank(units, dice) ? max(Double(units), rolling) : rolling
  }

  private func solve() {
    values = Array(repeating: Array(repeating: 0, count: cap), count: 7)
    for units in (0..<cap).reversed() {
      for dice in 1...6 {
        var value = 0.0
        for kind in kinds[dice] where !kind.holds.isEmpty {
          var most = 0.0
          for hold in kind.holds {
            most = max(most, best(units + hold.units, hold.dice, values))
          }
          value += kind.share * most
        }
        values[dice][units] = value
      }
    }
  }

  func results(_ dice: Int, _ units: Int) -> Results {
    if let results = known[units * 7 + dice] { return results }
    var results = Results(farkle: farkle(dice))
    for kind in kinds[dice] where !kind.holds.isEmpty {
      var (most, choice) = (-1.0, (units: 0, dice: 0))
      for hold in kind.holds {
        let value = best(units + hold.units, hold.dice, values)
        if value > most { (most, choice) = (value, hold) }
      }
      let total = units + choice.units
      if mayBank(total, choice.dice), total >= cap || Double(total) >= values[choice.dice][total] {
        results.banks[total, default: 0] += kind.share
      } else {
        let after = self.results(choice.dice, total)
        results.farkle += kind.share * after.farkle
        for (units, chance) in after.banks {
          results.banks[units, default: 0] += kind.share * chance
        }
      }
    }
    known[units * 7 + dice] = results
    return results
  }

  /// The chance of a bank of these points, if that is all that counts.
  func chance(of points: Int) -> Double {
    let needed = max(points / 50, least)
    var chances = Array(repeating: Array(repeating: 1.0, count: cap), count: 7)
    for units in (0..<cap).reversed() {
      for dice in 1...6 {
        chances[dice][units] = kinds[dice].reduce(0) { sum, kind in
          sum + kind.share
            * (kind.holds.map { hold in
              let total = units + hold.units
              let isEnough = total >= needed && !(mustRoll && hold.dice == 6)
              return total >= cap || isEnough ? 1 : chances[hold.dice][total]
            }.max() ?? 0)
        }
      }
    }
    return chances[6][0]
  }
}
