import ParlorKit
import Platform
import Synchronization

/// A progress line on standard error, such as `120 of 400 files, 2 failed`. Nothing is shown if
/// standard error is not a terminal. Any thread may report progress.
final class ProgressLine: Sendable {
  private let things: String
  private let isShown = Terminal.isTerminal(2)
  private let state: Mutex<State>

  private struct State {
    var total: Int
    var done = 0
    /// How many of the done ones failed.
    var failed = 0
    /// The earliest time of the next update.
    var nextTime: Int64
    /// Whether there is a line to erase.
    var isWritten = false
  }

  /// The milliseconds between updates.
  private static let interval: Int64 = 200

  /// - Parameters:
  ///   - things: what is counted, in the plural.
  ///   - total: how many there are; ``expect(_:)`` can set it later.
  init(_ things: String, total: Int = 0) {
    self.things = things
    state = Mutex(State(total: total, nextTime: SystemClock.monotonic + Self.interval))
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
      guard time >= state.nextTime else { return }
      state.nextTime = time + Self.interval
      state.isWritten = true
      let failures = state.failed == 0 ? "" : ", \(state.failed.grouped) failed"
      write("\r\(state.done.grouped) of \(state.total.grouped) \(things)\(failures)\u{1B}[K")
    }
  }

  /// Sets how many things are done. The first time only starts the time until something is shown.
  func show(_ done: Int) {
    guard isShown else { return }
    state.withLock { state in
      let time = SystemClock.monotonic
      if state.done == 0 { state.nextTime = max(state.nextTime, time + Self.interval) }
      state.done = max(1, done)
      guard time >= state.nextTime else { return }
      state.nextTime = time + Self.interval
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
