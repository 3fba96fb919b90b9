import LibC
import LineEditing
import Platform
import Synchronization

/// The line that is running, which any thread may ask whether the user has interrupted it.
final class RunningLine: Sendable {
  private let flag = Mutex<InterruptFlag?>(nil)

  /// Whether Ctrl-C was pressed since the line began; between lines it was not.
  var isInterrupted: Bool { flag.withLock { $0?.isRaised ?? false } }

  /// Runs a line.
  func during(_ body: () -> Void) {
    flag.withLock { $0 = InterruptFlag() }
    body()
    flag.withLock { $0 = nil }
  }
}

/// Waits in the middle of a command, after what was said so far is shown.
final class Pausing {
  /// Shows what was said so far.
  var flush: () -> Void = {}

  /// How long Ctrl-C may go unnoticed, in milliseconds.
  private static let portion: Int64 = 20

  /// Waits for so many milliseconds, or until the user has had enough.
  func wait(_ milliseconds: Int64, until isInterrupted: () -> Bool) {
    flush()
    let end = SystemClock.monotonic + milliseconds
    while case let rest = end - SystemClock.monotonic, rest > 0, !isInterrupted() {
      _ = poll(nil, 0, Int32(min(rest, Self.portion)))
    }
  }
}
