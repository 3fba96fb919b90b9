import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("Scoring")
struct ScoringTests {
  static let rules = [
    "", "rules=farkle-ten", "rules=patch", "rules=flat", "rules=minimal", "singles=off",
    "singles=off kinds=none straight=off pairs=off", "multiplier=50", "multiplier=200",
    "multiplier=200 kinds=flat", "triple-ones=300", "triple-ones=300 kinds=linear",
    "kinds=none four-two=750 triplets=2500", "triplets=50 pairs=50 straight=50 four-two=50",
    "kinds=linear multiplier=73 triplets=10000", "rules=farkle-ten singles=off pairs=off",
    "rules=patch kinds=double multiplier=150 straight=3000", "four-two=10000 pairs=off",
  ]

  @Test(arguments: rules)
  func `All 923 sets score as a search through a list of combinations says`(rules: String) throws {
    let options = try FarkleRules(rules).scoring
    let combinations = Combinations(options)
    let scoring = ScoringRules.rules(for: options)
    #expect(Combinations.everyRoll.count == 923)
    for roll in Combinations.everyRoll {
      let dice = DiceCounts(roll) ?? DiceCounts()
      if scoring.score(of: dice) != combinations.best(roll) {
        Issue.record("\(roll): \(scoring.score(of: dice) as Any)")
      }
    }
  }

  @Test(arguments: rules.prefix(8))
  func `All 923 rolls have the holds, best holds and farkles of a search`(rules: String) throws {
    let options = try FarkleRules(rules).scoring
    let combinations = Combinations(options)
    let scoring = ScoringRules(options)
    for roll in Combinations.everyRoll {
      let expected = Combinations.parts(of: roll)
        .compactMap { part in combinations.best(part).map { (part, $0) } }
        .sorted { one, other in
          if one.1 != other.1 { return one.1 > other.1 }
          if one.0.count != other.0.count { return one.0.count < other.0.count }
          return one.0.lexicographicallyPrecedes(other.0)
        }
      let dice = DiceCounts(roll) ?? DiceCounts()
      let holds = scoring.holds(of: dice)
      let agrees =
        holds.map { Array($0.dice.ascending) } == expected.map(\.0)
        && holds.map(\.score) == expected.map(\.1)
        && scoring.bestHold(of: dice) == holds.first
        && scoring.scores(anyOf: dice) == !holds.isEmpty
      if !agrees { Issue.record("\(roll): \(holds)") }
    }
  }

  @Test(
    arguments: [
      ("", ["111111": 8000, "22222": 800, "222222": 1600, "123456": 1500, "223344": 1500]),
      ("", ["222333": 500, "2222": 400, "112222": 600, "11111": 4000, "1": 100, "5": 50]),
      ("", ["111": 1000, "222": 200, "333": 300, "444": 400, "555": 500, "666": 600]),
      ("rules=farkle-ten", ["111111": 4000, "22222": 600, "222222": 2500, "123456": 1000]),
      ("rules=farkle-ten", ["223344": 750, "222333": 2500, "222233": 750, "112222": 750]),
      ("rules=farkle-ten", ["11111": 3000, "1111": 2000]),
      ("rules=patch", ["111": 300, "1111": 1000, "666666": 3000, "222333": 2500, "111155": 1500]),
      ("rules=flat", ["111": 1000, "2222": 1000, "22222": 2000, "222222": 3000, "333344": 1500]),
      ("rules=minimal", ["111": 1000, "1111": 1100, "222222": 400, "5555": 550]),
      ("triplets=2500", ["222222": 2500, "333333": 2500, "666666": 4800, "111222": 2500]),
      ("multiplier=50", ["222": 100, "111": 1000, "6666": 600]),
      ("multiplier=200 kinds=flat", ["666": 1200, "6666": 1000]),
    ])
  func `Sets score what the source documents say`(rules: String, scores: [String: Int]) throws {
    let scoring = ScoringRules(try FarkleRules(rules).scoring)
    for (dice, score) in scores { #expect(scoring.score(of: DiceCounts(dice)) == score) }
  }

  @Test(arguments: [
    ("", "2"), ("", "12"), ("", "222233"), ("", "22"), ("", "2233"), ("", "12345"),
    ("rules=minimal", "2222"), ("rules=minimal", "123456"), ("rules=minimal", "223344"),
    ("singles=off", "1"), ("singles=off", "1115"), ("pairs=off", "223344"),
    ("four-two=750 pairs=1500", "22223"), ("straight=off", "123456"),
  ])
  func `Sets with a die left over are no holds`(rules: String, dice: String) throws {
    let scoring = ScoringRules(try FarkleRules(rules).scoring)
    #expect(scoring.score(of: DiceCounts(dice)) == nil)
  }

  @Test(arguments: [
    ("52", "", "2"), ("22", "", "22"), ("12346", "", "2346"), ("2223", "", "3"),
    ("3", "222", "3"),
    ("222233", "", "33"), ("2224", "", "4"),
  ])
  func `The dice that score nothing are known`(dice: String, held: String, idle: String) {
    let idleDice = ScoringRules.standard.idle(in: DiceCounts(dice), beside: DiceCounts(held))
    #expect(idleDice.digits == idle)
  }

  @Test
  func `A second hold is measured by what is held in all`() {
    let rules = ScoringRules.standard
    #expect(rules.bestHold(of: DiceCounts("25"), beside: DiceCounts("222"))?.dice.digits == "25")
    #expect(rules.holds(of: DiceCounts("23"), beside: DiceCounts("222")).map(\.score) == [400])
    #expect(rules.holds(of: DiceCounts("34"), beside: DiceCounts("1")).isEmpty)
    #expect(
      rules.holds(of: DiceCounts("23456"), beside: DiceCounts("1")).map(\.score) == [1500, 150])
  }
}
