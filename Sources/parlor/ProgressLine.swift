import ParlorKit
import Platform
import Synchronization

/// A progress line on standard error, such as `120 of 400 files, 2 failed`. Where a line cannot be
/// rewritten, it is shown only on request, as a new line from time to time, for the log of a job.
/// Any thread may report progress.
final class ProgressLine: Sendable {
  private let things: String
  private let isTerminal = Terminal.isTerminal(2) && Terminal.hasEscapeSequences
  private let isShown: Bool
  private let interval: Int64
  private let state: Mutex<State>

  private struct State {
    var total: Int
    var done = 0
    /// How many of them failed.
    var failed = 0
    /// The earliest time of the next update.
    var nextTime: Int64
    /// Whether there is a line to erase.
    var isWritten = false
  }

  /// - Parameters:
  ///   - things: the things that are counted, in the plural.
  ///   - total: their number; ``expect(_:)`` can set it later.
  ///   - isWanted: whether to write lines if standard error is not a terminal.
  init(_ things: String, total: Int = 0, isWanted: Bool = false) {
    self.things = things
    isShown = isTerminal || isWanted
    interval = isTerminal ? 200 : 10_000
    state = Mutex(State(total: total, nextTime: SystemClock.monotonic + interval))
  }

  /// Sets the total.
  func expect(_ total: Int) { state.withLock { $0.total = total } }

  /// Counts things that are done, and how many of them failed.
  func add(_ count: Int, failed: Int = 0) {
    guard isShown else { return }
    state.withLock { state in
      state.done += count
      state.failed += failed
      let time = SystemClock.monotonic
      // The log of a job ends with the last line.
      let isLast = !isTerminal && state.done == state.total
      guard time >= state.nextTime || isLast else { return }
      state.nextTime = time + interval
      state.isWritten = isTerminal
      let failures = state.failed == 0 ? "" : ", \(state.failed.grouped) failed"
      let text = "\(state.done.grouped) of \(state.total.grouped) \(things)\(failures)"
      write(isTerminal ? "\r\(text)\u{1B}[K" : "\(text)\n")
    }
  }

  /// Sets the number of completed things. The first call only starts the time until something is
  /// shown.
  func show(_ done: Int) {
    guard isShown else { return }
    state.withLock { state in
      let time = SystemClock.monotonic
      if state.done == 0 { state.nextTime = max(state.nextTime, time + interval) }
      let isSame = state.isWritten && state.done == max(1, done)
      state.done = max(1, done)
      guard time >= state.nextTime, !isSame else { return }
      state.nextTime = time + interval
      state.isWritten = true
      write("\r\(state.done.grouped) \(things)\u{1B}[K")
    }
  }

  /// Removes the line from the screen.
  func erase() {
    state.withLock { state in
      if state.isWritten { write("\r\u{1B}[K") }
      state.isWritten = false
      state.done = 0
    }
  }

  private func write(_ text: String) {
    StandardError.write(text)
  }
}
