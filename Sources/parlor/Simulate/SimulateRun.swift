import LineEditing
import ParlorKit
import Platform
import Simulation
import Synchronization

/// Plays games of a tournament in batches, on several threads.
struct SimulateRun<Rules: Game> {
  private let tournament: Tournament<Rules>
  private let numbers: Range<Int>
  private let begun: Figures?
  private let jobs: Int
  private let progress: ProgressLine
  private let save: Save

  /// Saves the figures of all games below a number, including those from before.
  typealias Save = @Sendable (_ end: Int, Figures) -> Void

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
  ///   - begun: the figures of games played before.
  ///   - progress: counts the games played.
  ///   - save: called after the first batch, about once a second, and after Ctrl-C.
  init(
    _ tournament: Tournament<Rules>, _ numbers: Range<Int>, after begun: Figures? = nil, jobs: Int,
    progress: ProgressLine, save: @escaping Save = { _, _ in }
  ) {
    self.tournament = tournament
    self.numbers = numbers
    self.begun = begun
    self.jobs = jobs
    self.progress = progress
    self.save = save
  }

  /// The number of games in a batch: large enough that scheduling costs nothing, small enough
  /// that the threads finish together, and at most 65,536 batches.
  private var batchSize: Int { max(1, min(256, numbers.count / (jobs * 8)), numbers.count >> 16) }

  func play() -> Ending {
    // If the pipe cannot be made, Ctrl-C ends the program at once, with the same exit code.
    let signals = SignalPipe(catching: .interrupt)
    let interrupt = InterruptFlag()
    FatalGame.install(tournament.game.definition.name)
    let sum = Sum(begun ?? tournament.figures, numbers, batch: batchSize, save)
    let faults = withExtendedLifetime(signals) { playBatches(into: sum, interrupt) }
    if interrupt.isRaised {
      sum.saveNow()
      return .interrupted
    }
    if let fault = faults.lazy.compactMap({ $0 }).first { return .failed(fault) }
    return .played(sum.figures)
  }

  /// - Returns: the error of each batch that failed.
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
      let fatal = FatalGame.ofThread
      do throws(TournamentError) {
        let part = try advice.during { () throws(TournamentError) in
          try tournament.play(
            numbers, isStopped: { interrupt.isRaised }, willPlay: { fatal?.play($0) })
        }
        if part.games == numbers.count { sum.add(part, batch: index) }
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
  let hasFailed = Atomic(false)
  private let numbers: Range<Int>
  private let batchSize: Int
  private let save: @Sendable (Int, Figures) -> Void
  private let state: Mutex<State>

  /// The milliseconds between two saves.
  private static let interval: Int64 = 1000

  private struct State {
    /// The sum over the first batches.
    var figures: Figures
    /// The number of these batches.
    var count = 0
    /// The batches after one that is not finished.
    var later: [Int: Figures] = [:]
    /// When to save next.
    var nextTime = Int64.min
  }

  init(
    _ figures: Figures, _ numbers: Range<Int>, batch: Int,
    _ save: @escaping @Sendable (Int, Figures) -> Void
  ) {
    self.numbers = numbers
    batchSize = batch
    self.save = save
    state = Mutex(State(figures: figures))
  }

  /// The sum over the first batches: over all of them in the end.
  var figures: Figures { state.withLock { $0.figures } }

  /// Adds a batch that was played to its end.
  func add(_ part: Figures, batch: Int) {
    state.withLock { state in
      state.later[batch] = part
      while let next = state.later.removeValue(forKey: state.count) {
        state.figures.merge(next)
        state.count += 1
      }
      let now = SystemClock.monotonic
      if state.count > 0, now >= state.nextTime {
        save(state)
        state.nextTime = now + Self.interval
      }
    }
  }

  /// Saves what is finished.
  func saveNow() {
    state.withLock { if $0.count > 0 { save($0) } }
  }

  private func save(_ state: State) {
    save(min(numbers.upperBound, numbers.lowerBound + state.count * batchSize), state.figures)
  }
}
