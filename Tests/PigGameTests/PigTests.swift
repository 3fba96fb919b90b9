import GameTesting
import ParlorKit
import Testing

@testable import parlor_swift_pig

/// The rules of the game, against cases worked out by hand.
struct PigTests {
  private func game(_ words: String = "Ann Bob") throws -> PlayedGame<Pig> {
    try PlayedGame(Pig(), words)
  }

  @Test(arguments: [
    ("roll 6", [0, 0], 6, 0), ("roll 6;roll 4", [0, 0], 10, 0), ("roll 6;roll 1", [0, 0], 0, 1),
    ("roll 6;hold", [6, 0], 0, 1), ("roll 6;hold;roll 2;hold", [6, 2], 0, 0),
  ])
  func `a turn adds its points or loses them`(lines: String, scores: [Int], atStake: Int, turn: Int)
    throws
  {
    var game = try game()
    try game.play(lines)
    #expect(game.state.scores == scores)
    #expect(game.state.atStake == atStake)
    #expect(game.state.turn == turn)
  }

  @Test func `the first to reach the target wins`() throws {
    var game = try game("Ann Bob target=10")
    try game.play("roll 6;roll 4;hold")
    #expect(game.state.status == .over(winners: [0]))
    #expect(game.legal.isEmpty)
    #expect(try game.error(of: "roll")?.code == .notNow)
  }

  @Test func `a hold needs a roll`() throws {
    var game = try game()
    #expect(try game.error(of: "hold")?.message == "roll the die first")
  }

  @Test func `a roll draws a face, and a face that is given draws nothing`() throws {
    var game = try game()
    try game.play("roll")
    #expect(game.draws == 1)
    #expect((0...6).contains(game.state.atStake))
    #expect(game.legal == ["roll", "hold"] || game.state.turn == 1)
  }

  @Test(arguments: [("roll 5;roll 5;roll 5;roll 4", false), ("roll 5;roll 5;roll 5;roll 5", true)])
  func `the bot holds at twenty points`(lines: String, holds: Bool) throws {
    var game = try game()
    try game.play(lines)
    let bot = try #require(game.game.bots.first)
    var chance = Chance(seed: 1, draw: 0)
    #expect((bot.choose(game.view, .integer(20), &chance) == .hold) == holds)
  }

  @Test func `the game keeps the contract`() { #expect(checkContract(of: Pig()) == []) }
}
