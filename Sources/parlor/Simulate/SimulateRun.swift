import LineEditing
import ParlorKit
import Platform
import Simulation
import Synchronization

/// Plays the games of a tournament in batches, on several threads.
struct SimulateRun<Rules: Game> {
  private let tournament: Tournament<Rules>
  private let games: Int
  private let jobs: Int

  enum Ending {
    /// All games were played.
    case played(Figures)
    /// A game failed; if several did, the error of the one with the lowest number.
    case failed(TournamentError)
    /// The user pressed Ctrl-C.
    case interrupted
  }

  init(_ tournament: Tournament<Rules>, games: Int, jobs: Int) {
    self.tournament = tournament
    self.games = games
    self.jobs = jobs
  }

  /// The number of games in a batch: large enough that scheduling costs nothing, small enough
  /// that the threads finish together, and at most 65,536 batches.
  private var batchSize: Int { max(1, min(256, games / (jobs * 8)), games >> 16) }

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
    let progress = ProgressLine("games", total: games)
    defer { progress.erase() }
    let (tournament, games, size) = (tournament, games, batchSize)
    let advice = AdviceContext.program(isStopped: { interrupt.isRaised })
    return parallelMap(count: (games + size - 1) / size, jobs: jobs) { index in
      // Batches start in order. Once one fails, all batches before it are already running, so the
      // batches that have not started cannot hold the first failure.
      if sum.hasFailed.load(ordering: .relaxed) { return nil }
      let numbers = index * size..<min(games, (index + 1) * size)
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
