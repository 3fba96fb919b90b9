import Platform
import Synchronization
package import Testing

/// Tests that wait without giving their thread back: for a program, a pipe, a socket or a lock.
///
/// Swift runs all tests at once on one thread per core. A test that blocks such a thread delays tests
/// that have nothing to do with it, until their peers give up on them. The tests of a suite with this
/// trait run on threads of their own instead, and only a few of them at a time, so that the programs
/// that they start do not compete for the machine.
package struct Blocking: SuiteTrait, TestTrait, TestScoping {
  /// Two even on one core: most tests wait for a program most of the time.
  private static let gate = Gate(places: max(2, SystemInformation.coreCount))
  private static let threads = OwnThreads()

  /// Whether the current test has the trait.
  @TaskLocal private static var isActive = false

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.gate.enter()
    defer { Self.gate.leave() }
    try await Self.$isActive.withValue(true) {
      try await withTaskExecutorPreference(Self.threads) { try await function() }
    }
  }

  /// Records an issue if the current test lacks the trait, for what starts programs.
  static func check() {
    if !isActive { Issue.record("a test that starts a program needs the trait .blocking") }
  }
}

extension Trait where Self == Blocking {
  /// For suites that start programs or wait in another way that blocks their thread.
  package static var blocking: Self { Blocking() }
}

/// Lets a number of tasks in at a time, the others in the order in which they came.
private final class Gate: Sendable {
  private struct State {
    var places: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(places: Int) { state = Mutex(State(places: places)) }

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.places > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.places -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.places += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// Runs every piece of a task on a new thread.
private final class OwnThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run: @Sendable () -> Void = { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    guard let thread = Thread.start(run) else { return run() }
    thread.detach()
  }
}
