import GameTesting
import ParlorKit
import Testing

@testable import MastermindGame

@Suite("Records")
struct RecordTests {
  @Test
  func `A secret that is found without a limit of guesses is a win`() throws {
    var match = try Match("slots=3", secret: "1 5 2")
    match.milliseconds = 1_000
    try match.play("guess 1 1 1")
    match.milliseconds = 4_500
    try match.play("guess 1 5 2")
    let found = try match.record
    #expect(found.mode == "3x6")
    #expect(found.milliseconds == 4_500)
    #expect(
      found.players == [
        PlayerRecord(
          "1", .won,
          ["slots": 3, "colors": 6, "guesses": 2, "guessesToSolve": 2, "timeToSolve": 4_500])
      ])
  }

  @Test
  func `With a limit a game is won or lost; giving up is neither`() throws {
    var match = try Match("guesses=2 slots=2", secret: "1 2")
    try match.play("guess 3 3")
    #expect(try match.record.players[0].result == .abandoned)
    var won = match
    try won.play("guess 1 2")
    #expect(try won.record.players[0].result == .won)
    var lost = match
    try lost.play("guess 2 1")
    #expect(try lost.record.players[0].result == .lost)
    #expect(try lost.record.players[0].metrics["guessesToSolve"] == nil)
    try match.play("resign")
    #expect(try match.record.players[0].result == .resigned)
    #expect(try match.record.outcome == .resigned)
  }

  @Test
  func `A guess tells something, and giving up tells all`() throws {
    let code = try #require(Code([1, 2]))
    let state = try Match().state
    #expect(state.traits(of: .guess(code)).contains(.reveals))
    #expect(state.traits(of: .resign).contains(.reveals))
  }
}
