import ArgumentParser
import Fuzzing
import GameCatalog
import ParlorKit
import Platform

/// In this module an option is one of the command line, not one of a game.
typealias Option = ArgumentParser.Option

/// `parlor-bench fuzz`: feeds random and mutated lines to the interpreter, in this process.
struct BenchFuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Feeds random and mutated lines to the interpreter and checks every reply.",
    discussion: """
      The seed and the number of a batch determine its lines. The number is printed on standard \
      error before the batch starts, so that `--seed SEED --from BATCH` repeats it after a crash.
      """)

  @Option(help: "The number of lines.")
  var lines = 1_000_000

  @Option(help: "Check advice in this many positions instead.")
  var advice: Int?

  @Option(help: "The seed; the default is the time.")
  var seed: UInt64?

  @Option(help: "The first batch.")
  var from = 0

  /// The number of lines of a batch.
  private static let batchLength = 100_000

  func validate() throws {
    guard lines > 0 else { throw ValidationError("--lines must be 1 or more") }
    guard from >= 0 else { throw ValidationError("--from must be 0 or more") }
  }

  func run() throws {
    let seed = seed ?? UInt64(bitPattern: SystemClock.now.milliseconds)
    if let advice { return try checkAdvice(positions: advice, seed: seed) }
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

  /// How many games of advice are one batch.
  private static let gamesOfBatch = 100

  private func checkAdvice(positions: Int, seed: UInt64) throws {
    let run = AdviceRun(
      games: GameCatalog.games, reviewed: ["minesweeper", "mastermind"], seed: seed,
      patience: 300)
    var tally = AdviceRun.Tally()
    var game = from * Self.gamesOfBatch
    while tally.all < positions {
      if game.isMultiple(of: Self.gamesOfBatch) {
        let batch = game / Self.gamesOfBatch
        say("batch \(batch), seed \(seed): --advice 1 --seed \(seed) --from \(batch)")
      }
      do throws(FuzzFinding) {
        tally.add(try run.play(game))
      } catch {
        say(FuzzReport.failure(error, seed: seed, batch: game / Self.gamesOfBatch))
        throw ExitCode.failure
      }
      game += 1
    }
    let games = tally.positions.sorted { $0.key < $1.key }.map {
      "  \($0.key): \($0.value.grouped)"
    }
    print(
      ([
        "\(tally.all.grouped) positions, \(tally.exact.grouped) of them exact, seed \(seed);"
          + " \(tally.reviews.grouped) reviews, \(tally.stopped.grouped) advisers stopped; no fault"
      ]
        + games).joined(separator: "\n"))
  }

  private func say(_ text: String) {
    try? FileSystem.write(Array("\(text)\n".utf8), to: 2, named: "standard error")
  }
}

/// The results of a fuzz run as text.
enum FuzzReport {
  /// The number of lines, their rate, and the numbers of replies by error code.
  static func summary(_ tally: FuzzTally, seed: UInt64, seconds: Double) -> String {
    let rate = Int(Double(tally.lines) / max(seconds, 1e-9))
    let codes = ErrorCode.allCases.compactMap { code in
      tally.rejected[code].map { "  \(code.rawValue): \($0.grouped)" }
    }
    let head =
      "\(tally.lines.grouped) lines, seed \(seed), \(rate.grouped) lines per CPU-second, no fault"
    return ([head, "  accepted: \(tally.accepted.grouped)"] + codes).joined(separator: "\n")
  }

  /// The error, its place, and the lines before it.
  static func failure(_ failure: FuzzFinding, seed: UInt64, batch: Int) -> String {
    let last = failure.lines.suffix(12).map { "  \(escaped($0))" }
    let head = "fault in batch \(batch) of seed \(seed), line \(failure.lines.count) of its session"
    return
      (["\(head): \(failure.violation.message)", "the last lines:"] + last
      + ["the reply:", "  \(escaped(failure.reply))"]).joined(separator: "\n")
  }

  /// Bytes as printable ASCII, with `\xHH` for all others.
  private static func escaped(_ bytes: [UInt8]) -> String {
    let shown = bytes.prefix(400).map { byte in
      switch byte {
      case UInt8(ascii: "\n"): "\\n"
      case UInt8(ascii: "\\"): "\\\\"
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + byte.padded(to: 2, radix: 16)
      }
    }
    return shown.joined() + (bytes.count > 400 ? "… (\(bytes.count) bytes)" : "")
  }
}
