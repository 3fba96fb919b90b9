import FarkleGame
import GameCatalog
import MastermindGame
import MinesweeperGame
import ParlorEngine
import ParlorKit
import Platform
import Simulation

extension Workload {
  /// Workloads of single games, mostly in this process. The programs of the reference figures are
  /// not packaged in Debian.
  static let games = [
    Workload(
      title: "simulated games (Farkle, two seats)", quantity: .rate,
      competitors: [
        .games(of: Farkle(), ["Ann", "Bob"], by: ["bank=300", "bank=300"], count: 20_000),
        .gamesInC(count: 200_000),
      ],
      goals: [.ratio(.atLeast, 1, of: "plain C")], references: [.init("PyPI", 1_379)]),
    Workload(
      title: "100,000 simulated games by exact values (Farkle, two seats)", quantity: .rate,
      competitors: [
        .games(of: Farkle(), ["Ann", "Bob"], by: ["best", "best"], count: 100_000),
        .games(of: Farkle(), ["Ann", "Bob"], by: ["bank=300", "bank=300"], count: 100_000),
      ],
      goals: [.ratio(.atLeast, 0.1, of: "bank=300")]),
    Workload(
      title: "simulated games of a plugin (Pig in Swift, two seats)", quantity: .rate,
      competitors: [.pluginGames("swift-pig", ["hold=20", "hold=20"], count: 20_000)],
      goals: []),
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
      title: "batch steps (256 games a line, JSON)", quantity: .rate,
      competitors: [
        .batchSteps(of: "farkle Ann Bob", count: 1_000_000),
        .batchSteps(of: "minesweeper easy limit=100 legal=mask", count: 200_000),
        .batchSteps(of: "mastermind guesses=10", count: 500_000),
      ],
      goals: [.value(.atLeast, 1_000_000)]),
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
  /// Measures the games of a plugin per second of processor time, that of the plugin included. The
  /// plugin is in the folder of the program.
  static func pluginGames(_ name: String, _ bots: [String], count: Int) -> Competitor {
    Competitor(name: Program.parlor.name) { bench throws(BenchError) in
      guard let slash = bench.parlor.lastIndex(of: "/"),
        FileSystem.kind(of: "\(bench.parlor[..<slash])/parlor-\(name)") == .file
      else { return nil }
      let nothing = try bench.path(of: .empty)
      func time(_ games: Int) throws(BenchError) -> Double {
        let arguments = ["simulate", name] + bots + ["-n", String(games), "-j", "1"]
        return try ProcessMeter.run(bench.parlor, arguments, input: nothing).processorTime
      }
      let count = bench.scaled(count)
      let (base, total) = (try time(1), try time(count + 1))
      guard total > base else { throw .tooSmall }
      return Double(count) / (total - base) * 1e9
    }
  }

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
      var players: [TournamentPlayer<Rules>] = []
      for bot in bots {
        do throws(PlayerError) {
          players.append(try TournamentPlayer(bot, in: game))
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

  /// Measures the moves per second of processor time that lines `step` make, replies included;
  /// random legal actions are chosen meanwhile, which does not count.
  ///
  /// - Parameter words: the words of `batch` after the number of games.
  static func batchSteps(of words: String, count: Int) -> Competitor {
    Competitor(name: String(words.prefix { $0 != " " })) { bench throws(BenchError) in
      var settings = Settings(games: GameCatalog.games)
      settings.format = .json
      // Clients of a server, who have no files, are given small batches only.
      settings.capabilities = .files
      let interpreter = Interpreter(settings)
      let size = 256
      var chance = Chance(seed: 1, draw: 0)
      var line = Array("batch \(size) \(words) seed=1".utf8)
      var nanoseconds = 0.0
      var made = 0
      while made < bench.scaled(count) {
        let start = ProcessorTime.now
        var reply = TextWriter()
        interpreter.execute(line[...]) { $0.write(to: &reply) }
        nanoseconds += Double(ProcessorTime.now - start)
        guard let value = try? JSONReader.read(reply.bytes), let step = value["step"],
          let legal = step["legal"]?.array
        else { throw .refused(reply.string) }
        if value["batch"] == nil { made += size } else { nanoseconds = 0 }
        line = Array("step".utf8)
        for actions in legal {
          line.append(0x20)
          line += String(Self.action(of: actions, &chance)).utf8
        }
      }
      return Double(made) / nanoseconds * 1e9
    }
  }

  /// One of the legal actions of a game.
  private static func action(of legal: ParlorKit.Value, _ chance: inout Chance) -> Int {
    func any(_ numbers: [Int]) -> Int {
      numbers[Int(chance.below(UInt32(truncatingIfNeeded: numbers.count)))]
    }
    if let numbers = legal.array { return any(numbers.compactMap(\.integer)) }
    guard let mask = legal.string else { return Int(chance.below(1296)) }
    return any(mask.utf8.enumerated().filter { $0.element == UInt8(ascii: "1") }.map(\.offset))
  }
}
