import Platform

/// Reads lines from a person: `LineEditor`, or `PlainLineReader` where the terminal cannot edit.
///
/// A process can have only one reader at a time, because signal handlers belong to the process.
package protocol LineReader: AnyObject {
  /// Shows `prompt` and waits for a line. Flush everything written before.
  ///
  /// `prompt` may contain escape sequences for colour, but no line break.
  func readLine(prompt: String) -> LineInput

  /// Reads a password: without echo, and without adding the line to the history.
  func readSecret(prompt: String) -> LineInput

  /// Prints texts above the prompt and changes the prompt, from any thread.
  var externalPrinter: ExternalPrinter { get }

  /// Called at an interval while the reader waits for a line.
  var idleCallback: IdleCallback? { get set }

  /// Returns a check for the command that starts now: should it stop?
  ///
  /// A check costs a few atomic loads. In the editor it also handles Ctrl-Z.
  func interruptCheck() -> () -> Bool

  /// Runs `body`, a pager or another program, with the terminal modes that the process started
  /// with.
  func withCookedTerminal<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Restores the terminal. Call it before the process ends by a signal; otherwise deinitialisers
  /// and exit(3) do so. The next `readLine` takes the terminal again.
  func releaseTerminal()
}

/// The result of one call of `readLine`.
package enum LineInput: Equatable, Sendable {
  /// A line as UTF-8, without its line break. U+FFFD replaces bytes that are not UTF-8.
  case line([UInt8])
  /// Ctrl-C: the typed text is discarded, and the program continues.
  case interrupted
  /// Ctrl-D on an empty line.
  case endOfInput
  /// The terminal is gone. Nothing can be written to it any more.
  case hangUp
  /// This signal (SIGTERM) asked the process to end.
  case terminated(Int32)
}

/// A function to call at an interval while a line is read, for example to show a clock in the
/// prompt.
package struct IdleCallback {
  /// The time between two calls. Missed calls are skipped.
  package var interval: Duration
  /// The function. It may use the external printer, and must not read a line.
  package var action: () -> Void

  package init(every interval: Duration, _ action: @escaping () -> Void) {
    self.interval = interval
    self.action = action
  }
}

/// When to call the idle callback next.
struct IdleTimer {
  var callback: IdleCallback?
  /// The time of the next call on `SystemClock.monotonic`; `nil` without a callback.
  private(set) var deadline: Int64?

  /// Starts the interval again.
  mutating func restart() {
    deadline = callback.map { callback in
      let (seconds, attoseconds) = callback.interval.components
      let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
      return SystemClock.monotonic + max(milliseconds, 1)
    }
  }
}
