import ArgumentParser
import Fuzzing
import GameCatalog
import ParlorKit
import Platform

/// `parlor-bench fuzz`: random and mutated lines through the interpreter, in this process.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Feeds random and mutated lines to the interpreter and checks every reply.",
    discussion: """
      Each batch is a function of the seed and its number. The number goes to standard error \
      before the batch begins, so that after a trap `--seed S --from BATCH` runs it again.
      """)

  @Option(help: "How many lines to feed.")
  var lines = 1_000_000

  @Option(help: "The seed; by default one taken from the clock.")
  var seed: UInt64?

  @Option(help: "The batch to begin with.")
  var from = 0

  /// Lines of a batch.
  private static let batchLength = 100_000

  func validate() throws {
    guard lines > 0 else { throw ValidationError("--lines must be 1 or more") }
    guard from >= 0 else { throw ValidationError("--from must be 0 or more") }
  }

  func run() throws {
    let seed = seed ?? UInt64(bitPattern: SystemClock.now.milliseconds)
    let run = FuzzRun(games: GameCatalog.games, seed: seed)
    let start = ProcessorTime.now
    var tally = FuzzTally()
    var batch = from
    while tally.lines < lines {
      say("batch \(batch), seed \(seed): --seed \(seed) --from \(batch)")
      do throws(FuzzFinding) {
        tally.add(try run.batch(batch, lines: min(Self.batchLength, lines - tally.lines)))
      } catch {
        say(FuzzReport.failure(error, seed: seed, batch: batch))
        throw ExitCode.failure
      }
      batch += 1
    }
    let seconds = (ProcessorTime.now - start) / 1e9
    print(FuzzReport.summary(tally, seed: seed, seconds: seconds))
  }

  private func say(_ text: String) {
    try? FileSystem.write(Array("\(text)\n".utf8), to: 2, named: "standard error")
  }
}
