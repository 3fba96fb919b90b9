import LineEditing
import ParlorKit
import Platform
import Simulation
import Synchronization

/// Plays games of a tournament in batches, on several threads.
struct SimulateRun<Rules: Game> {
  private let tournament: Tournament<Rules>
  private let numbers: Range<Int>
  private let jobs: Int
  private let progress: ProgressLine

  enum Ending {
    /// All games were played.
    case played(Figures)
    /// A game failed; if several did, the error of the one with the lowest number.
    case failed(TournamentError)
    /// The user pressed Ctrl-C.
    case interrupted
  }

  /// - Parameters:
  ///   - numbers: the numbers of the games to play.
  ///   - progress: where the games played are counted.
  init(
    _ tournament: Tournament<Rules>, _ numbers: Range<Int>, jobs: Int, progress: ProgressLine
  ) {
    self.tournament = tournament
    self.numbers = numbers
    self.jobs = jobs
    self.progress = progress
  }

  /// The number of games in a batch: large enough that scheduling costs nothing, small enough
  /// that the threads finish together, and at most 65,536 batches.
  private var batchSize: Int { max(1, min(256, numbers.count / (jobs * 8)), numbers.count >> 16) }

  func play() -> Ending {
    // If the pipe cannot be made, Ctrl-C ends the program at once, with the same exit code.
    let signals = SignalPipe(catching: .interrupt)
    let interrupt = InterruptFlag()
    let sum = Sum(tournament.figures)
    let faults = withExtendedLifetime(signals) { playBatches(into: sum, interrupt) }
    if interrupt.isRaised { return .interrupted }
    if let fault = faults.lazy.compactMap({ $0 }).first { return .failed(fault) }
    return .played(sum.figures.withLock { $0 })
  }

  /// - Returns: the error of each batch, if it failed.
  private func playBatches(into sum: Sum, _ interrupt: InterruptFlag) -> [TournamentError?] {
    defer { progress.erase() }
    let (tournament, all, size, progress) = (tournament, numbers, batchSize, progress)
    let advice = AdviceContext.program(isStopped: { interrupt.isRaised })
    return parallelMap(count: (all.count + size - 1) / size, jobs: jobs) { index in
      // Batches start in order. Once one fails, all batches before it are already running, so the
      // batches that have not started cannot hold the first failure.
      if sum.hasFailed.load(ordering: .relaxed) { return nil }
      let start = all.lowerBound + index * size
      let numbers = start..<min(all.upperBound, start + size)
      do throws(TournamentError) {
        let part = try advice.during { () throws(TournamentError) in
          try tournament.play(numbers, isStopped: { interrupt.isRaised })
        }
        sum.figures.withLock { $0.merge(part) }
        progress.add(part.games)
        return nil
      } catch {
        sum.hasFailed.store(true, ordering: .relaxed)
        return error
      }
    }
  }
}

/// The state that the threads share.
private final class Sum: Sendable {
  /// The sum over the batches played so far.
  let figures: Mutex<Figures>
  let hasFailed = Atomic(false)

  init(_ figures: Figures) { self.figures = Mutex(figures) }
}
