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

  /// The games of a portion: enough of them that handing them out costs nothing, and so few that
  /// the threads end together.
  private var portion: Int { max(1, min(256, games / (jobs * 8))) }

  /// Plays all games.
  func play() -> Ending {
    // Without a pipe Ctrl-C ends the program at once, with the same exit code for the shell.
    let signals = SignalPipe(catching: .interrupt)
    let interrupt = InterruptFlag()
    let results = withExtendedLifetime(signals) { portions(interrupt) }
    if interrupt.isRaised { return .interrupted }
    var figures = contest.figures
    for result in results {
      switch result {
      case .success(let part): figures.merge(part)
      case .failure(let fault): return .failed(fault)
      }
    }
    return .played(figures)
  }

  private func portions(_ interrupt: InterruptFlag) -> [Result<Figures, ContestFault>] {
    let progress = SimulateProgress(games)
    defer { progress.erase() }
    let (contest, games, portion) = (contest, games, portion)
    // Portions are begun in order: once one fails, those before it are under way, and of those
    // not begun none can be the first to fail.
    let hasFailed = Flag()
    return Workers.map(count: (games + portion - 1) / portion, jobs: jobs) { index in
      if hasFailed.isSet { return .success(contest.figures) }
      let numbers = index * portion..<min(games, (index + 1) * portion)
      let result = Result { () throws(ContestFault) in
        try contest.play(numbers, isStopped: { interrupt.isRaised })
      }
      if case .failure = result { hasFailed.set() }
      progress.add(numbers.count)
      return result
    }
  }
}

/// Something that happened on some thread.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
