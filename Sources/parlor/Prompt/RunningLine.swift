import LineEditing
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
