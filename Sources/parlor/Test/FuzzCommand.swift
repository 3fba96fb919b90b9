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
    usage: "parlor fuzz GAME [--seed N] [--lines N] [--output FILE]",
    discussion: """
      Example:

        parlor fuzz farkle --lines 1000000 --seed 7

      The lines are legal moves, valid commands, commands with unusual values, and arbitrary bytes. \
      After each line the reply must be plain text, and an error must change nothing. Now and then \
      the log is replayed, a move is undone and redone, and a legal move is tried. When a check \
      fails, the lines are shrunk to a minimal example and written as a scenario that fails until \
      the bug is fixed. The same arguments give the same lines.

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
    let run = FuzzRun(games: games, seed: seed, viewInterval: 10, gameInterval: 25)
    var tally = FuzzTally()
    var batch = 0
    let progress = ProgressLine("lines", total: lines)
    while tally.lines < lines {
      do throws(FuzzFinding) {
        let part = try run.batch(batch, lines: min(Self.batchLength, lines - tally.lines))
        tally.add(part)
        progress.add(part.lines)
      } catch {
        progress.erase()
        report(error, games: games, seed: seed)
      }
      batch += 1
    }
    progress.erase()
    let rejected = tally.lines - tally.accepted
    StandardOutput.write(
      Array(
        "\(game): \(tally.lines.grouped) lines, seed \(seed): \(rejected.grouped) rejected, no bug found\n"
          .utf8))
  }

  private func games() throws -> [any Game] {
    if let found = GameCatalog.games.first(where: { $0.definition.name == game }) { return [found] }
    let host = PluginHost()
    do throws(GameError) {
      if let found = try host.plugin(named: game)?.game { return [found] }
    } catch {
      throw ValidationError(error.message)
    }
    let names = GameCatalog.games.map(\.definition.name) + host.names
    throw ValidationError(
      "Unknown game `\(game)`; expected one of \(names.joined(separator: ", ")).")
  }

  /// Shrinks a finding, writes it as a scenario, and ends the program.
  private func report(_ finding: FuzzFinding, games: [any Game], seed: UInt64) -> Never {
    let short = Shrinker.shrink(finding, games: games)
    let isPlugin = !GameCatalog.games.contains { $0.definition.name == game }
    let path = output ?? "fuzz-\(game)-\(seed).scenario"
    let origin = "parlor fuzz \(game) --seed \(seed)"
    do throws(FileError) {
      let scenario = FuzzScenario(
        of: short, games: games, origin: origin, requires: isPlugin ? game : nil)
      try FileSystem.write(scenario.bytes, to: path)
    } catch {
      StandardOutput.complain("\(game): \(short.violation.message)")
      StandardOutput.end(with: error)
    }
    let count = Plural(short.lines.count, "line")
    StandardOutput.write(
      Array(
        "\(game): \(short.violation.message)\nreproduced by \(count): parlor test \(isPlugin ? "--allow exec " : "")\(path)\n"
          .utf8))
    ExitStatus.failed.exit()
  }
}
