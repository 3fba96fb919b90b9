import ArgumentParser
import Fuzzing
import GameCatalog
import ParlorKit
import Platform
import Plugins

/// `parlor fuzz`: feeds a game random lines and checks its contract after each.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz", abstract: "Test a game with random lines.",
    usage: "parlor fuzz GAME [--seed N] [--lines N] [--twins] [--output FILE]",
    discussion: """
      Example:

        parlor fuzz farkle --lines 1000000 --seed 7

      The lines are legal moves, valid commands, commands with unusual values, and arbitrary \
      bytes. After each line the reply must be plain text, and an error must change nothing. From \
      time to time the log is replayed, a move is undone and redone, and a legal move is tried. \
      When a check fails, the command shrinks the lines to a minimal example and writes it as a \
      scenario that fails until the bug is fixed. The same arguments give the same lines.

      With `--twins` two sessions get the same lines. Their games look the same and differ only in \
      hidden draws or in the seed. All replies must be equal until the players may see a \
      difference.

      Exit codes: 0 nothing found, 1 a bug found, 2 invalid arguments, 3 the scenario cannot be \
      written. A line that crashes the program ends it; the same seed reproduces the crash.
      """)

  @Option(
    help: ArgumentHelp("The seed of the lines: a number or `random`. Default: 0.", valueName: "n"))
  var seed: SeedArgument?

  @Option(help: ArgumentHelp("The number of lines.", valueName: "n"))
  var lines = 100_000

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The scenario to write. Default: fuzz-GAME-SEED.scenario.", valueName: "file"))
  var output: String?

  @Flag(help: "Look for replies that reveal secrets.")
  var twins = false

  @ArgumentParser.Argument(help: "The name of the game, such as farkle; a plugin's too.")
  var game: String

  private static let batchLength = 10_000

  func validate() throws {
    guard 1...1_000_000_000 ~= lines else {
      throw ValidationError("`--lines` takes a number from 1 to 1,000,000,000.")
    }
    _ = try games()
  }

  func run() throws {
    let games = try games()
    let seed = UInt64(seed?.value ?? 0)
    if twins, let game = games.first { return runTwins(of: game, seed: seed) }
    let run = FuzzRun(games: games, seed: seed, viewInterval: 10, gameInterval: 25)
    var tally = FuzzTally()
    feed { batch, count, progress in
      do throws(FuzzFinding) {
        let part = try run.batch(batch, lines: count)
        tally.add(part)
        return part.lines
      } catch {
        progress.erase()
        report(error, games: games, seed: seed)
      }
    }
    let rejected = tally.lines - tally.accepted
    StandardOutput.write(
      Array(
        "\(game): \(tally.lines.grouped) lines, seed \(seed): \(rejected.grouped) rejected, no bug found\n"
          .utf8))
  }

  /// Feeds the lines, batch by batch.
  ///
  /// - Parameter run: feeds a batch of at most `lines` lines, and returns how many it has fed.
  private func feed(_ run: (_ batch: Int, _ lines: Int, ProgressLine) -> Int) {
    let progress = ProgressLine("lines", total: lines)
    var (fed, batch) = (0, 0)
    while fed < lines {
      let count = run(batch, min(Self.batchLength, lines - fed), progress)
      fed += count
      progress.add(count)
      batch += 1
      // Random openings of some games fail; a game that never opens has no lines.
      if batch > 10, fed == 0 { break }
    }
    progress.erase()
  }

  private func runTwins(of game: any Game, seed: UInt64) {
    let run = TwinRun(game: game, seed: seed)
    var tally = TwinTally()
    feed { batch, count, progress in
      do throws(TwinFinding) {
        let part = try run.batch(batch, lines: count)
        tally.add(part)
        return part.lines
      } catch {
        progress.erase()
        report(error.shrunk, seed: seed)
      }
    }
    guard tally.lines > 0 else {
      StandardOutput.complain("\(self.game): no two games look the same, so nothing was tested")
      ExitStatus.failed.exit()
    }
    StandardOutput.write(
      Array(
        """
        \(self.game): \(tally.lines.grouped) lines to \(tally.pairs.grouped) pairs, seed \(seed): \
        \(tally.secretPairs.grouped) with other secrets, no difference found

        """.utf8))
  }

  /// Writes a finding as a scenario, and ends the program.
  private func report(_ finding: TwinFinding, seed: UInt64) -> Never {
    let isPlugin = !GameCatalog.names.contains(game)
    let scenario = FuzzScenario(
      of: finding, origin: "parlor fuzz \(game) --twins --seed \(seed)",
      requires: isPlugin ? game : nil)
    let line = finding.lines.last ?? Array((finding.logs.0.last ?? "").utf8)
    end(
      "the reply to `\(String(decoding: line, as: UTF8.self))` reveals a secret", scenario,
      lines: finding.logs.0.count + finding.lines.count, seed: seed)
  }

  private func games() throws -> [any Game] {
    if let found = GameCatalog.game(named: game) { return [found] }
    let host = PluginHost()
    do throws(GameError) {
      if let found = try host.plugin(named: game)?.game { return [found] }
    } catch {
      throw ValidationError(error.message)
    }
    let names = GameCatalog.names + host.names
    throw ValidationError(
      "Unknown game `\(game)`; expected one of \(names.joined(separator: ", ")).")
  }

  /// Shrinks a finding, writes it as a scenario, and ends the program.
  private func report(_ finding: FuzzFinding, games: [any Game], seed: UInt64) -> Never {
    let short = Shrinker.shrink(finding, games: games)
    let isPlugin = !GameCatalog.names.contains(game)
    let scenario = FuzzScenario(
      of: short, games: games, origin: "parlor fuzz \(game) --seed \(seed)",
      requires: isPlugin ? game : nil)
    end(short.violation.message, scenario, lines: short.lines.count, seed: seed)
  }

  /// Writes a scenario that shows a bug, and ends the program.
  private func end(
    _ message: String, _ scenario: FuzzScenario, lines: Int, seed: UInt64
  ) -> Never {
    let isPlugin = !GameCatalog.names.contains(game)
    let path = output ?? "fuzz-\(game)-\(seed).scenario"
    do throws(FileError) {
      try FileSystem.write(scenario.bytes, to: path)
    } catch {
      StandardOutput.complain("\(game): \(message)")
      StandardOutput.end(with: error)
    }
    let count = Plural(lines, "line")
    StandardOutput.write(
      Array(
        "\(game): \(message)\nreproduced by \(count): parlor test \(isPlugin ? "--allow exec " : "")\(path)\n"
          .utf8))
    ExitStatus.failed.exit()
  }
}
