import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("House rules")
struct OptionTests {
  @Test
  func `opening: the first bank of a player must reach it, later ones need not`() throws {
    var match = try Match("Ann Bob", "opening=500")
    try match.play("roll 1 1 5 2 3 6;hold 1 1 5")
    #expect(
      try match.error(of: "bank")
        == GameError(.illegalMove, "250 points missing: getting on the board takes 500"))
    #expect(match.legal == ["roll"])
    #expect(match.situation() == "Roll 3 dice; 250 at stake, 250 short of a bank.")
    try match.play("roll 1 1 5;hold all;bank")
    #expect(match.scores == [500, 0])
    try match.play("roll 2 3 4 6 2 3;roll 1 2 3 4 6 2;hold 1;bank")
    #expect(match.scores == [600, 0])
  }

  @Test
  func `minimum: every bank must reach it`() throws {
    var match = try Match("Ann", "minimum=300")
    try match.play("roll 1 1 1 2 3 4;hold 1 1 1;bank;roll 1 1 2 3 4 6;hold 1 1")
    #expect(
      try match.error(of: "bank")
        == GameError(.illegalMove, "100 points missing: a bank takes 300"))
  }

  @Test
  func `opening below minimum: the minimum counts`() throws {
    var match = try Match("Ann", "opening=200 minimum=300")
    try match.play("roll 1 1 5 2 3 6;hold 1 1 5")
    #expect(
      try match.error(of: "bank")
        == GameError(.illegalMove, "50 points missing: a bank takes 300"))
  }

  @Test
  func `hot-dice=must-roll: after hot dice one must roll`() throws {
    var match = try Match("Ann Bob", "hot-dice=must-roll")
    try match.play("roll 1 2 3 4 5 6;hold all")
    #expect(try match.error(of: "bank") == GameError(.illegalMove, "hot dice must be rolled"))
    #expect(match.legal == ["roll"])
    #expect(match.situation() == "Roll 6 dice; 1,500 at stake.")
    try match.play("roll 1 2 2 3 4 6;hold 1;bank")
    #expect(match.scores == [1600, 0])
  }

  @Test
  func `hot-dice=may-bank: after hot dice one may bank`() throws {
    var match = try Match()
    try match.play("roll 1 2 3 4 5 6;hold all;bank")
    #expect(match.scores == [1500, 0])
  }

  @Test
  func `three-farkles: the third in a row costs, below 0 as well, and the count restarts`() throws {
    var match = try Match("Ann", "three-farkles=500")
    let farkle = "roll 2 3 4 6 2 3"
    try match.play("\(farkle);\(farkle)")
    #expect(match.scores == [0])
    try match.play(farkle)
    #expect(match.scores == [-500])
    try match.play("\(farkle);\(farkle)")
    #expect(match.scores == [-500])
    try match.play(farkle)
    #expect(match.scores == [-1000])
  }

  @Test
  func `three-farkles: a bank ends the row, and each player has one of his own`() throws {
    var match = try Match("Ann Bob", "three-farkles=1000")
    let farkle = "roll 2 3 4 6 2 3"
    try match.play("\(farkle);\(farkle);\(farkle);\(farkle)")
    try match.play("roll 1 2 3 4 6 2;hold 1;bank;\(farkle)")
    #expect(match.scores == [100, -1000])
    try match.play("\(farkle);\(farkle)")
    #expect(match.scores == [100, -1000])
  }

  @Test
  func `Without three-farkles a row costs nothing`() throws {
    var match = try Match("Ann")
    for _ in 0..<6 { try match.play("roll 2 3 4 6 2 3") }
    #expect(match.scores == [0])
  }

  @Test
  func `dice=physical: rolls need faces, totals end a turn`() throws {
    var match = try Match("Ann Bob", "dice=physical opening=500")
    #expect(
      try match.error(of: "roll")
        == GameError(.badArgument, "these are real dice: give the faces of 6 dice"))
    #expect(match.state.legalMoves.forms == ["roll D D D D D D", "points N"])
    #expect(match.legal.isEmpty)
    #expect(
      try match.error(of: "points 450")
        == GameError(.illegalMove, "50 points missing: getting on the board takes 500"))
    try match.play("points 600;points 0;points 50")
    #expect(match.scores == [650, 0])
    try match.play("roll 1 5 5 2 3 6")
    #expect(match.state.legalMoves.forms == ["points N"])
    #expect(match.legal.first == "hold 1 5 5")
    try match.play("hold 1 5 5")
    #expect(match.state.legalMoves.forms == ["roll D D D", "points N"])
    #expect(match.legal == [])
    try match.play("points 700")
    #expect(match.scores == [650, 700])
  }

  @Test
  func `A total of 0 is a farkle of a row`() throws {
    var match = try Match("Ann", "dice=physical three-farkles=500")
    try match.play("points 0;roll 2 3 4 6 2 3;points 0")
    #expect(match.scores == [-500])
  }

  @Test(arguments: [
    ("rules=minimal straight=1500", "123456", 1500), ("rules=flat triplets=off", "222333", 500),
    ("rules=farkle-ten kinds=double", "11111", 4000),
  ])
  func `An option switches a preset's value`(rules: String, dice: String, score: Int) throws {
    let match = try Match("Ann", rules)
    #expect(match.state.match.scoring.score(of: DiceCounts(dice)) == score)
  }

  @Test
  func `Presets and standard rules are worked out once`() throws {
    for rules in ["", "rules=farkle-ten", "rules=patch", "rules=flat", "rules=minimal"] {
      let options = try FarkleRules(rules).scoring
      #expect(ScoringRules.rules(for: options) === ScoringRules.rules(for: options))
    }
  }
}
