import GameTesting
import ParlorKit
import Testing

@testable import FarkleGame

@Suite("The bot bank=POINTS")
struct BankBotTests {
  /// What the bot does after lines, and how that is resolved.
  private func move(
    _ points: Int, after lines: String, _ names: String = "Ann Bob", _ options: String = ""
  ) throws -> String {
    var match = try Match(names, options)
    try match.play(lines)
    var chance = Chance(seed: 1, draw: 0)
    let move = BankBot.move(in: match.state, points: points, chance: &chance)
    var draws = Chance(seed: 2, draw: 0)
    _ = try match.state.resolve(move, chance: &draws)
    return match.state.line(of: move)
  }

  @Test(
    arguments: [
      (300, "", "roll"),
      (300, "roll 1 5 5 2 3 6", "hold best"),
      (300, "roll 1 5 5 2 3 6;hold best", "roll"),
      (200, "roll 1 5 5 2 3 6;hold best", "bank"),
      (250, "roll 1 5 5 2 3 6;hold best", "roll"),
      (300, "roll 1 5 5 2 3 6;hold best;roll 1 2 2", "hold best"),
      (300, "roll 1 5 5 2 3 6;hold best;roll 1 2 2;hold best", "bank"),
      // Hot dice do not tempt it, nor keep it from going on.
      (300, "roll 1 2 3 4 5 6;hold best", "bank"),
      (2000, "roll 1 2 3 4 5 6;hold best", "roll"),
    ])
  func `It rolls, holds the best, and banks at its points`(
    points: Int, lines: String, expected: String
  ) throws {
    #expect(try move(points, after: lines) == expected)
  }

  @Test
  func `It makes the most of what somebody else has begun to hold`() throws {
    #expect(try move(100, after: "roll 1 5 5 2 3 6;hold 5") == "hold best")
    // Four sixes are worth less than three here, so the fourth is left.
    let rules = "multiplier=200 kinds=flat"
    #expect(try move(1200, after: "roll 6 6 6 6 2 3;hold 6 6 6", "Ann Bob", rules) == "bank")
  }

  @Test(arguments: [
    ("opening=500", "roll 1 1 5 5 2 3;hold best", "roll"),
    ("opening=300", "roll 1 1 5 5 2 3;hold best", "bank"),
    ("minimum=350", "roll 1 1 5 5 2 3;hold best", "roll"),
    ("hot-dice=must-roll", "roll 1 2 3 4 5 6;hold best", "roll"),
    ("hot-dice=must-roll", "roll 1 2 3 4 5 6;hold best;roll 1 2 2 3 4 4;hold best", "bank"),
  ])
  func `What the rules ask for comes first`(options: String, lines: String, expected: String) throws
  {
    #expect(try move(50, after: lines, "Ann Bob", options) == expected)
  }

  @Test(arguments: [
    (300, "roll 1 1 5 5 2 3;hold best", "roll"),
    (50, "roll 1 2 3 4 5 6;hold best", "roll"),
    (50, "roll 1 2 3 4 5 6;hold best;roll 5 2 2 3 4 4;hold best", "bank"),
    (5000, "roll 1 2 3 4 5 6;hold best;roll 5 2 2 3 4 4;hold best", "bank"),
  ])
  func `In the final round it banks when it leads, and not before`(
    points: Int, lines: String, expected: String
  ) throws {
    let first = "roll 1 2 3 4 5 6;hold best;bank;"
    #expect(try move(points, after: first + lines, "Ann Bob", "target=1000") == expected)
  }

  @Test
  func `Where real dice are rolled, it rolls its own`() throws {
    let line = try move(300, after: "", "Ann", "dice=physical")
    #expect(line.hasPrefix("roll ") && line.split(separator: " ").count == 7)
    let three = try move(300, after: "roll 1 5 5 2 3 6;hold best", "Ann", "dice=physical")
    #expect(three.split(separator: " ").count == 4)
  }

  @Test
  func `The bot is declared with its points`() throws {
    let bot = try #require(Farkle().bots.first)
    #expect(bot.name == "bank")
    #expect(bot.parameter?.range == "50 to 100000")
    #expect(bot.parameter?.fallback == .integer(300))
    let match = try Match()
    var chance = Chance(seed: 1, draw: 0)
    #expect(bot.choose(match.view, .integer(300), &chance) == .roll(nil))
  }
}
