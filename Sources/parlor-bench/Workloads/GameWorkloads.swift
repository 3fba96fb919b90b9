import FarkleGame
import MastermindGame
import MinesweeperGame
import ParlorKit
import Simulation

extension Workload {
  /// Workloads of single games, mostly in this process. The programs of the reference figures are
  /// not packaged in Debian.
  static let games = [
    Workload(
      title: "simulated games (Farkle, two seats)", quantity: .rate,
      competitors: [
        .games(of: Farkle(), ["Ann", "Bob"], by: ["bank=300", "bank=300"], count: 20_000),
        .farkleLimit(count: 20_000),
      ],
      goals: [.ratio(.atLeast, 0.33, of: "limit")],
      references: [.init("plain C", 685_000), .init("PyPI", 1_379)]),
    Workload(
      title: "simulated games (Minesweeper, easy)", quantity: .rate,
      competitors: [
        .games(of: Minesweeper(), ["easy"], by: ["sure"], count: 3_000),
        .games(of: Minesweeper(), ["easy"], by: ["random"], count: 10_000),
      ],
      goals: []),
    Workload(
      title: "simulated games (Mastermind, 4×6)", quantity: .rate,
      competitors: [
        .games(of: Mastermind(), by: ["consistent"], count: 20_000),
        .games(of: Mastermind(), by: ["random"], count: 2_000),
      ],
      goals: []),
    Workload(
      title: "reveals through the typed interface (Minesweeper)", quantity: .rate,
      competitors: [.reveals("easy", count: 500_000), .reveals("hard", count: 500_000)],
      goals: [], references: [.init("TextArena", 3_300)]),
    Workload(
      title: "printed boards (Minesweeper 9×9; Go 9×9 through GTP)", quantity: .lineRate,
      competitors: [
        .shownBoards("easy", count: 100_000), .shownGoBoards(size: 9, count: 20_000),
      ],
      goals: [.value(.atLeast, 100), .ratio(.atLeast, 3, of: "gnugo")]),
    Workload(
      title: "printed boards (Minesweeper 16×30; Go 19×19 through GTP)", quantity: .lineRate,
      competitors: [
        .shownBoards("hard", count: 50_000), .shownGoBoards(size: 19, count: 10_000),
      ],
      goals: [.ratio(.atLeast, 3, of: "gnugo")]),
    boards("easy", count: 200_000, unguessed: 5_000, references: 1_060_000),
    boards("medium", count: 100_000, unguessed: 1_000, references: 344_000),
    boards("hard", count: 50_000, unguessed: 200, references: 207_000),
    Workload(
      title: "guesses through the typed interface (Mastermind)", quantity: .rate,
      competitors: [.guesses(count: 1_000_000)],
      goals: [], references: [.init("TextArena", 95_000)]),
    Workload(
      title: "candidates after two guesses (Mastermind)", quantity: .rate,
      competitors: [
        .candidates(slots: 4, colors: 6, count: 10_000),
        .candidates(slots: 5, colors: 8, count: 1_000),
        .candidates(slots: 6, colors: 6, count: 1_000),
      ],
      goals: []),
  ]

  /// Boards of a mode. The reference figure is for plain C, including 3BV, and for boards that may
  /// require guessing.
  private static func boards(
    _ mode: String, count: Int, unguessed: Int, references: Double
  ) -> Workload {
    Workload(
      title: "boards generated (Minesweeper, \(mode))", quantity: .rate,
      competitors: [
        .boards(mode, guess: true, count: count), .boards(mode, guess: false, count: unguessed),
      ],
      goals: [], references: [.init("plain C", references)])
  }
}

extension Competitor {
  /// Measures the games per second of processor time that bots play in this process on one thread.
  ///
  /// - Parameters:
  ///   - words: the words of `new` after the name of the game.
  ///   - bots: the bots as `simulate` takes them.
  ///   - count: the number of games; a quick run has fewer.
  static func games<Rules: Game>(
    of game: Rules, _ words: [String] = [], by bots: [String], count: Int
  ) -> Competitor {
    Competitor(name: bots.first ?? "") { bench throws(BenchError) in
      let setup = GameConfiguration(
        arguments: words.map(Argument.word),
        options: game.presets.first?.options ?? Rules.Options())
      var players: [Player<Rules>] = []
      for bot in bots {
        do throws(PlayerError) {
          players.append(try Player(bot, in: game))
        } catch { throw .refused("there is no bot \(bot)") }
      }
      let tournament = Tournament(game, setup, players)
      let count = bench.scaled(count)
      let start = ProcessorTime.now
      do throws(TournamentError) {
        _ = try tournament.play(0..<count)
      } catch { throw .refused(error.message) }
      return Double(count) / (ProcessorTime.now - start) * 1e9
    }
  }
}
