import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("A turn")
struct TurnTests {
  @Test
  func `Roll, hold, roll the rest, bank`() throws {
    var match = try Match()
    #expect(match.legal == ["roll"])
    try match.play("roll 1 5 5 2 3 6")
    #expect(match.legal.prefix(3) == ["hold 1 5 5", "hold 1 5", "hold 1"])
    try match.play("hold 1 5")
    #expect(match.state.turn.diceToRoll == 4)
    #expect(match.legal == ["roll", "hold 5", "bank"])
    try match.play("roll 1 2 2 3")
    #expect(match.state.turn.points == 150)
    try match.play("hold 1;bank")
    #expect(match.scores == [250, 0])
    #expect(match.state.status == .playing(turn: 1))
  }

  @Test
  func `A farkle loses the turn's points and passes the turn`() throws {
    var match = try Match()
    try match.play("roll 1 5 5 2 3 6;hold 1")
    try match.play("roll 2 3 4 4 6")
    #expect(match.scores == [0, 0])
    #expect(match.state.status == .playing(turn: 1))
    #expect(match.state.turn == Turn())
  }

  @Test
  func `After hot dice six dice are rolled and the points stay`() throws {
    var match = try Match()
    try match.play("roll 1 2 3 4 5 6;hold all")
    #expect(match.state.turn.isHot)
    try match.play("roll 1 2 2 3 4 6;hold 1;bank")
    #expect(match.scores == [1600, 0])
  }

  @Test
  func `The last die of a turn can make hot dice`() throws {
    var match = try Match()
    try match.play("roll 1 1 1 5 5 2;hold 1 1 1 5 5;roll 1;hold 1;roll 5 2 2 3 4 6;hold best;bank")
    #expect(match.scores == [1250, 0])
  }

  @Test
  func `Several holds on one roll count as one`() throws {
    var match = try Match()
    try match.play("roll 2 2 2 2 3 4;hold 2 2 2")
    #expect(match.state.turn.points == 200)
    try match.play("hold 2")
    #expect(match.state.turn.points == 400)
    #expect(match.lines.last == "hold 2")
    #expect(match.state.turn.diceToRoll == 2)
  }

  @Test
  func `A straight can be held in two goes`() throws {
    var match = try Match()
    try match.play("roll 6 5 4 3 2 1;hold 1;hold all")
    #expect(match.state.turn.points == 1500)
    #expect(match.lines.last == "hold 2 3 4 5 6")
  }

  @Test(
    arguments: [
      ("1 1 5 5 5 1", "hold all", "hold 1 1 1 5 5 5"),
      ("6 5 1 4 4 4", "hold best", "hold 1 4 4 4 5"),
      ("2 2 5 3 3 5", "hold best", "hold 2 2 3 3 5 5"),
      ("5 2 3 2 2 2", "hold best", "hold 2 2 2 2 5"),
    ])
  func `hold all and hold best are logged as the dice held`(
    roll: String, hold: String, line: String
  ) throws {
    var match = try Match()
    try match.play("roll \(roll);\(hold)")
    #expect(match.lines.last == line)
  }

  @Test
  func `The best hold is the one of the fewest dice`() throws {
    var match = try Match("Ann", "triplets=2500 kinds=none singles=off")
    try match.play("roll 1 1 1 1 2 3;hold best")
    #expect(match.lines.last == "hold 1 1 1")
  }

  @Test
  func `Dice come from chance, six at first, and differ between rolls`() throws {
    var match = try Match()
    var other = try Match()
    try match.play("roll")
    try other.play("roll")
    #expect(match.state.turn.roll.count == 6)
    #expect(match.lines == other.lines)
    var chance = Chance(seed: 7, draw: 0)
    #expect(Array(match.state.turn.roll) == (0..<6).map { _ in chance.die() })
  }

  @Test
  func `A roll of given faces draws nothing`() throws {
    let match = try Match()
    let dice = try #require(Dice([1, 2, 3, 4, 5, 6]))
    var chance = Chance(seed: 7, draw: 0)
    _ = try match.state.resolve(.roll(dice), chance: &chance)
    #expect(!chance.hasDrawn)
    #expect(match.state.traits(of: .roll(dice)) == [.undoStop, .draws])
    #expect(match.state.traits(of: .bank) == .undoStop)
  }
}
