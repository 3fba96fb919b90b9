import Fuzzing
import GameCatalog
import ParlorKit
import Testing

@Suite struct FuzzRunTests {
  @Test func `a batch is a function of the seed and its number`() throws {
    let run = FuzzRun(games: GameCatalog.games, seed: 1)
    let tally = try run.batch(3, lines: 2_000)
    #expect(try run.batch(3, lines: 2_000) == tally)
    #expect(try run.batch(4, lines: 2_000) != tally)
  }

  @Test func `ten thousand lines reach every kind of error and keep the contract`() throws {
    let tally = try FuzzRun(games: GameCatalog.games, seed: 2).batch(0, lines: 10_000)
    #expect(tally.lines == 10_000)
    #expect(tally.accepted > 2_000)
    let codes: [ErrorCode] = [
      .syntax, .unknownCommand, .badArgument, .illegalMove, .notNow, .noGame, .badOption, .limit,
    ]
    for code in codes { #expect(tally.rejected[code, default: 0] > 0, "no line was \(code)") }
  }
}
