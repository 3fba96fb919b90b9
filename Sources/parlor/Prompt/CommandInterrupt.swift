import LibC
import LineEditing
import Platform
import Synchronization

/// Tells the running command of the prompt to stop: the user pressed Ctrl-C, or its replies can no
/// longer be shown.
final class CommandInterrupt {
  /// Whether the user pressed Ctrl-C, for plugins: any thread may ask.
  let signal = InterruptSignal()
  /// Asks the line reader, which also suspends the program on Ctrl-Z.
  private var isRequested: () -> Bool = { false }
  /// Why the replies cannot be shown.
  var outputFailure: FileError?
  /// Shows that a bot is thinking for a player.
  var waitForBot: ((String) -> Void)?
  /// Opens the table of the current game after the running line.
  var openTable: () -> Void = {}
  /// Shows the output so far, before a pause or while a command takes long.
  var flush: () -> Void = {}
  /// When the output so far is to be shown, since a later command of the line takes long; nil if there
  /// is none.
  private var due: Int64?

  /// The milliseconds after which a pause notices Ctrl-C.
  private static let interval: Int64 = 20
  /// For how many milliseconds output waits for the end of the line, so that of several boards only the
  /// last is shown.
  private static let patience: Int64 = 100

  /// Whether the running command is to stop.
  var isRaised: Bool { isRequested() || outputFailure != nil }

  /// Whether a command is to stop that takes long and asks often: meanwhile output is shown.
  func isRaisedWithin() -> Bool {
    if let due, SystemClock.monotonic >= due { flush() }
    return isRaised
  }

  /// Notes whether output waits to be shown.
  func note(outputWaits: Bool) {
    due = outputWaits ? due ?? SystemClock.monotonic + Self.patience : nil
  }

  /// Runs a line that the user typed.
  func run(_ reader: any LineEditing.LineReader, _ body: () -> Void) {
    isRequested = reader.interruptCheck()
    signal.during(body)
  }

  /// Waits within the running command, or until it is to stop.
  func pause(_ milliseconds: Int64) {
    flush()
    let end = SystemClock.monotonic + milliseconds
    while case let rest = end - SystemClock.monotonic, rest > 0, !isRaised {
      _ = poll(nil, 0, Int32(min(rest, Self.interval)))
    }
  }
}

/// Whether the user pressed Ctrl-C since the running line started. It is never set between lines.
final class InterruptSignal: Sendable {
  private let flag = Mutex<InterruptFlag?>(nil)

  var isRaised: Bool { flag.withLock { $0?.isRaised ?? false } }

  func during(_ body: () -> Void) {
    flag.withLock { $0 = InterruptFlag() }
    body()
    flag.withLock { $0 = nil }
  }
}
