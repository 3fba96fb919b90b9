import LineEditing
import ParlorKit
import Platform
import Simulation
import Synchronization

/// Plays the games of a contest in portions, on several threads.
struct SimulateRun<Rules: Game> {
  private let contest: Contest<Rules>
  private let games: Int
  private let jobs: Int

  /// What becomes of the games.
  enum Ending {
    /// All were played.
    case played(Figures)
    /// Something went wrong; of several games, in the first.
    case failed(ContestFault)
    /// The user pressed Ctrl-C.
    case interrupted
  }

  init(_ contest: Contest<Rules>, games: Int, jobs: Int) {
    self.contest = contest
    self.games = games
    self.jobs = jobs
  }

  /// The games of a portion: so many that handing them out costs nothing, so few that the threads
  /// end together, and at most 65,536 portions.
  private var portion: Int { max(1, min(256, games / (jobs * 8)), games >> 16) }

  /// Plays all games.
  func play() -> Ending {
    // Without a pipe Ctrl-C ends the program at once, with the same exit code for the shell.
    let signals = SignalPipe(catching: .interrupt)
    let interrupt = InterruptFlag()
    let sum = Sum(contest.figures)
    let faults = withExtendedLifetime(signals) { playPortions(into: sum, interrupt) }
    if interrupt.isRaised { return .interrupted }
    if let fault = faults.lazy.compactMap({ $0 }).first { return .failed(fault) }
    return .played(sum.figures.withLock { $0 })
  }

  /// Plays the games in portions.
  ///
  /// - Returns: what went wrong, by portion.
  private func playPortions(into sum: Sum, _ interrupt: InterruptFlag) -> [ContestFault?] {
    let progress = ProgressLine("games", total: games)
    defer { progress.erase() }
    let (contest, games, portion) = (contest, games, portion)
    return Workers.map(count: (games + portion - 1) / portion, jobs: jobs) { index in
      // Portions are begun in order: once one fails, those before it are under way, and of those
      // not begun none can be the first to fail.
      if sum.hasFailed.load(ordering: .relaxed) { return nil }
      let numbers = index * portion..<min(games, (index + 1) * portion)
      do throws(ContestFault) {
        let part = try contest.play(numbers, isStopped: { interrupt.isRaised })
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

/// What the threads have in common.
private final class Sum: Sendable {
  /// The figures of the portions that were played.
  let figures: Mutex<Figures>
  /// Whether some game has failed.
  let hasFailed = Atomic(false)

  init(_ figures: Figures) { self.figures = Mutex(figures) }
}
