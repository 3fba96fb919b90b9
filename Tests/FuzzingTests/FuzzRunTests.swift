import Fuzzing
import GameCatalog
import ParlorKit
import Synchronization
import Testing

@Suite struct FuzzRunTests {
  /// Games whose advisers keep no tables: those that another test of this process has computed take no steps, of which
  /// the fuzzer allows a hundred.
  @Test func `a batch is a function of the seed and its number`() throws {
    let games = GameCatalog.games.filter {
      ["minesweeper", "counter"].contains($0.definition.name)
    }
    try #require(games.count == 2)
    let run = FuzzRun(games: games, seed: 1)
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

  /// A stack that counts how often it is started.
  private struct CountedStack: Game {
    final class Starts: Sendable {
      let count = Atomic(0)
    }

    let starts = Starts()
    private let stack = Stack(nil)
    var name: String { stack.name }
    var summary: String { stack.summary }
    var seats: [Parameter] { stack.seats }
    var traits: GameTraits { stack.traits }
    var commands: [Command<StackState>] { stack.commands }

    func start(_ configuration: GameConfiguration<NoOptions>) throws(GameError) -> StackState {
      starts.count.add(1, ordering: .relaxed)
      return try stack.start(configuration)
    }
  }

  @Test
  func `the first line of a session opens a game three times out of four, the others play it`()
    throws
  {
    let game = CountedStack()
    let run = FuzzRun(games: [game], seed: 1, viewInterval: 1_000_000, gameInterval: 1_000_000)
    /// How often the game is started in a batch.
    func starts(_ batch: Int, lines: Int) throws -> Int {
      let before = game.starts.count.load(ordering: .relaxed)
      _ = try run.batch(batch, lines: lines)
      return game.starts.count.load(ordering: .relaxed) - before
    }
    let first = try (0..<200).count { try starts($0, lines: 1) > 0 }
    let all = try starts(0, lines: 400)
    // Some openings have options that the game refuses.
    #expect(100...170 ~= first)
    #expect(all < 100)
  }
}
