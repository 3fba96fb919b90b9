import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Bots")
struct BotTests {
  /// Plays a game by a bot and returns it.
  private func play(_ options: String, seed: UInt64, most: Int = 200) throws -> Match {
    var match = try Match(options, seed: seed)
    let bot = try #require(match.game.bots.first)
    var chance = Chance(seed: seed, draw: 7)
    while !match.state.isOver, match.log.count < most {
      try match.make(bot.choose(match.view, .flag(false), &chance))
    }
    return match
  }

  @Test(arguments: ["", "slots=5 colors=8", "slots=6 colors=9 repeats=off", "slots=10 colors=2"])
  func `The bot never contradicts an answer, and so solves every game`(options: String) throws {
    for seed in 0..<20 as Range<UInt64> {
      let match = try play(options, seed: seed)
      #expect(match.state.ending == .solved)
      var earlier: [Answer] = []
      for answer in match.state.answers {
        #expect(earlier.allSatisfy { $0.fits(answer.guess) })
        earlier.append(answer)
      }
      #expect(
        match.state.metrics == [
          Metric("guesses", Double(earlier.count)), Metric("solved", 1),
        ])
    }
  }

  @Test
  func `Where the first fitting code is too hard to find, some code is guessed`() throws {
    var match = try Match("slots=10 colors=20", seed: 3)
    var chance = Chance(seed: 3, draw: 7)
    for _ in 0..<8 { try match.make(.guess(match.state.rules.drawGuess(&chance))) }
    #expect(Candidates.first(match.state.rules, match.state.answers, mostBeginnings: 5) == nil)
    let bot = try #require(match.game.bots.first)
    try match.make(bot.choose(match.view, .flag(false), &chance))
  }

  @Test(arguments: ["", "slots=10"])
  func `Sampled moves are legal, whatever the number of codes`(options: String) throws {
    var match = try Match(options + " guesses=30", seed: 4)
    var chance = Chance(seed: 4, draw: 7)
    while let move = match.state.sampleMove(chance: &chance) {
      try match.make(move)
    }
    #expect(match.state.isOver)
  }
}
