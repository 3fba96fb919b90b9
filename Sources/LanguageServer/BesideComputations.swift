import Platform
import Synchronization

/// Long computations of advice, each on its own thread: an edit stops the test that needs one, not
/// the computation.
package final class BesideComputations: Sendable {
  private struct State {
    /// The running computations by name, each with a pipe that wakes its waiters.
    var running: [String: WakeupPipe] = [:]
    var done: Set<String> = []
  }

  private let state = Mutex(State())
  /// The milliseconds that a command waits for a computation.
  private let patience: Int

  package init(patience: Int = 1000) { self.patience = patience }

  /// Whether a computation runs.
  package var isRunning: Bool { state.withLock { !$0.running.isEmpty } }

  /// Runs work for `AdviceContext.runBeside`. If the system has no thread for it, it counts as
  /// done, and the command computes for itself.
  package func run(
    _ name: String, _ isInterrupted: () -> Bool, _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    guard let wakeup = wakeup(for: name, work) else { return true }
    let end = SystemClock.monotonic + Int64(patience)
    while !isDone(name), !isInterrupted(), SystemClock.monotonic < end {
      wakeup.wait(milliseconds: 10)
    }
    return isDone(name)
  }

  private func isDone(_ name: String) -> Bool { state.withLock { $0.done.contains(name) } }

  /// Starts work that is neither running nor done.
  ///
  /// - Returns: a pipe that wakes the waiters; `nil` if there is nothing to wait for.
  private func wakeup(for name: String, _ work: @escaping @Sendable () -> Void) -> WakeupPipe? {
    let (wakeup, isNew): (WakeupPipe?, Bool) = state.withLock { state in
      if state.done.contains(name) { return (nil, false) }
      if let running = state.running[name] { return (running, false) }
      let wakeup = WakeupPipe()
      state.running[name] = wakeup
      return (wakeup, true)
    }
    guard isNew, let wakeup else { return wakeup }
    let thread = Thread.start { [self] in
      work()
      state.withLock { state in
        state.running[name] = nil
        state.done.insert(name)
      }
      wakeup.wake()
    }
    if let thread {
      thread.detach()
      return wakeup
    }
    state.withLock { $0.running[name] = nil }
    return nil
  }
}
