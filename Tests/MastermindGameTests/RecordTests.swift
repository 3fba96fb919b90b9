import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Records")
struct RecordTests {
  private func record(_ match: Match, times: [Int64] = []) throws -> GameRecord {
    let steps = match.log.enumerated().map { index, move in
      GameHistory<Mastermind>.Step(
        move, at: GameTime(milliseconds: times.isEmpty ? 0 : times[index]))
    }
    return try match.game.record(of: GameHistory(match.game, match.setup, steps: steps))
  }

  @Test("A secret that is found without a limit of guesses cannot have been lost")
  func solved() throws {
    var match = try Match("slots=3", secret: "1 5 2")
    try match.run("guess 1 1 1;guess 1 5 2")
    let found = try record(match, times: [1_000, 4_500])
    #expect(found.mode == "3x6")
    #expect(found.milliseconds == 4_500)
    #expect(
      found.players == [
        PlayerRecord(
          "1", .played,
          ["slots": 3, "colors": 6, "guesses": 2, "guessesToSolve": 2, "timeToSolve": 4_500])
      ])
  }

  @Test("With a limit a game is won or lost; giving up is neither")
  func limit() throws {
    var match = try Match("guesses=2 slots=2", secret: "1 2")
    try match.play("guess 3 3")
    #expect(try record(match).players[0].result == .abandoned)
    var won = match
    try won.play("guess 1 2")
    #expect(try record(won).players[0].result == .won)
    var lost = match
    try lost.play("guess 2 1")
    #expect(try record(lost).players[0].result == .lost)
    #expect(try record(lost).players[0].measures["guessesToSolve"] == nil)
    try match.play("resign")
    #expect(try record(match).players[0].result == .resigned)
    #expect(try record(match).outcome == .resigned)
  }

  @Test("A guess tells something, giving up does not")
  func reveals() throws {
    let code = try #require(Code([1, 2]))
    #expect(Mastermind().traits(of: .guess(code)).contains(.reveals))
    #expect(!Mastermind().traits(of: .resign).contains(.reveals))
  }
}
