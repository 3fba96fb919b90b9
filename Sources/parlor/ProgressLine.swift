import ParlorKit
import Platform
import Synchronization

/// A line on the terminal that tells how much of a task is done; none where standard error is not
/// a terminal.
final class ProgressLine: Sendable {
  private let things: String
  private let isShown = Terminal.isTerminal(2)
  private let state: Mutex<State>

  private struct State {
    /// How many there are to do.
    var total: Int
    /// How many are done.
    var done = 0
    /// How many of them have failed.
    var failed = 0
    /// When the line may be written again.
    var nextTime: Int64
    /// Whether there is a line to erase.
    var isWritten = false
  }

  /// The milliseconds between one line and the next.
  private static let pause: Int64 = 200

  /// A progress towards so many things, which may not be known yet.
  init(_ things: String, total: Int = 0) {
    self.things = things
    state = Mutex(State(total: total, nextTime: SystemClock.monotonic + Self.pause))
  }

  /// Says how many things there are.
  func expect(_ total: Int) { state.withLock { $0.total = total } }

  /// Notes that things were done.
  func add(_ count: Int, failed: Int = 0) {
    guard isShown else { return }
    state.withLock { state in
      state.done += count
      state.failed += failed
      let time = SystemClock.monotonic
      guard time >= state.nextTime else { return }
      state.nextTime = time + Self.pause
      state.isWritten = true
      let failures = state.failed == 0 ? "" : ", \(state.failed.grouped) failed"
      write("\r\(state.done.grouped) of \(state.total.grouped) \(things)\(failures)\u{1B}[K")
    }
  }

  /// Takes the line away.
  func erase() {
    state.withLock { state in
      if state.isWritten { write("\r\u{1B}[K") }
      state.isWritten = false
    }
  }

  private func write(_ text: String) {
    try? FileSystem.write(Array(text.utf8), to: 2, named: "standard error")
  }
}
