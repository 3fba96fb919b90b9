import ArgumentParser
import Fuzzing
import GameCatalog
import ParlorKit
import Platform

/// `parlor fuzz`: feeds a game random lines and checks what must hold after each.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz", abstract: "Feed a game random lines and check what must always hold.",
    usage: "parlor fuzz GAME [--seed N] [--lines N] [--output FILE]",
    discussion: """
      Lines are made of the game's commands: legal moves, valid lines, strange values, bytes of any \
      kind. After each, the reply must be plain text, an error must say so and change nothing; every \
      so often the log is replayed, a step undone and done again, a legal move tried. What breaks \
      this is cut down to the fewest lines and words that still do, and written as a scenario that \
      fails until it is mended. The same arguments give the same lines.

      Exit codes: 0 nothing was found, 1 something was, 2 wrong arguments, 3 the scenario could not \
      be written. A line that traps ends the program; the same seed leads there again.
      """)

  @Option(
    help: ArgumentHelp("The seed: a number or `random`. Default: 0.", valueName: "n"))
  var seed: SeedArgument?

  @Option(help: ArgumentHelp("How many lines to feed.", valueName: "n"))
  var lines = 100_000

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write what was found to. Default: fuzz-GAME-SEED.scenario.", valueName: "file"))
  var output: String?

  @ArgumentParser.Argument(help: "The game.")
  var game: String

  /// Lines of a batch.
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
    let run = FuzzRun(games: games, seed: seed, thoroughness: 10, wholeness: 25)
    var tally = FuzzTally()
    var batch = 0
    let progress = ProgressLine("lines", total: lines)
    while tally.lines < lines {
      do throws(FuzzFailure) {
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
    let refused = tally.lines - tally.accepted
    StandardOutput.write(
      Array(
        "\(game): \(tally.lines.grouped) lines, seed \(seed): \(refused.grouped) refused, no fault\n"
          .utf8))
  }

  private func games() throws -> [any Game] {
    if let found = GameCatalog.games.first(where: { $0.definition.name == game }) { return [found] }
    let names = GameCatalog.games.map(\.definition.name).joined(separator: ", ")
    throw ValidationError("There is no game `\(game)`; games: \(names).")
  }

  /// Cuts a failure down, writes it as a scenario, and ends the program.
  private func report(_ failure: FuzzFailure, games: [any Game], seed: UInt64) -> Never {
    let short = Shrinker.shrink(failure, games: games)
    let path = output ?? "fuzz-\(game)-\(seed).scenario"
    let origin = "parlor fuzz \(game) --seed \(seed)"
    do throws(FileError) {
      try FileSystem.write(FuzzScenario(of: short, games: games, origin: origin).bytes, to: path)
    } catch {
      StandardOutput.complain("\(game): \(short.fault.message)")
      StandardOutput.end(with: error)
    }
    let count = short.lines.count == 1 ? "1 line shows" : "\(short.lines.count) lines show"
    StandardOutput.write(
      Array("\(game): \(short.fault.message)\n\(count) it: parlor test \(path)\n".utf8))
    ExitStatus.failed.exit()
  }
}
