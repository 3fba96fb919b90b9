import LibC
import Platform

/// Catches signals for as long as it lives, and makes them visible to poll(2) by a pipe.
///
/// There can be only one in a process; this is also what keeps `LineEditor` the only user of
/// libedit, which has static buffers.
package final class SignalPipe {
  private let wakeup: WakeupPipe
  private var former: [(signal: Int32, action: sigaction)] = []

  /// Catches `signals`; nil if another pipe lives, or no pipe is to be had.
  package init?(catching signals: SignalSet) {
    guard let wakeup = WakeupPipe() else { return nil }
    self.wakeup = wakeup
    guard SignalRecord.connect(wakeup.writeEnd) else { return nil }
    for signal in signals.numbers {
      former.append((signal, Self.set(signal, to: SignalRecord.handler)))
    }
    Self.unblock(signals)
  }

  deinit {
    for (signal, var action) in former {
      sigaction(signal, &action, nil)
    }
    // Not connected: then the initialiser has failed.
    if !former.isEmpty {
      SignalRecord.disconnect()
    }
  }

  /// Becomes readable when a signal arrives. `take` empties it.
  var readEnd: Int32 { wakeup.readEnd }

  /// What has arrived since the last time.
  package func take() -> SignalSet {
    wakeup.drain()
    return SignalRecord.take(SignalSet(rawValue: .max))
  }

  /// Stops the process as an uncaught Ctrl-Z does, and returns when it goes on.
  ///
  /// SIGTSTP and not SIGSTOP: where no shell could wake it (an orphaned process group: the
  /// program is all there is in the window), the kernel does not stop it at all.
  func stopProcess() {
    withSuspensionUncaught {
      Self.unblock(.suspend)
      raise(SIGTSTP)
    }
  }

  /// Runs `body`, in which Ctrl-Z stops the process at once.
  ///
  /// A pager stops itself; were its parent not to stop too, the shell would never come back.
  func withSuspensionUncaught<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var caught = Self.set(SIGTSTP, to: SIG_DFL)
    defer { sigaction(SIGTSTP, &caught, nil) }
    return try body()
  }

  private static func set(
    _ signal: Int32, to handler: (@convention(c) (Int32) -> Void)?
  ) -> sigaction {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    sigemptyset(&action.sa_mask)
    action.sa_flags = SA_RESTART
    var before = sigaction()
    sigaction(signal, &action, &before)
    return before
  }

  /// A parent may have left signals blocked; blocked ones would never be heard of.
  private static func unblock(_ signals: SignalSet) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals.numbers {
      sigaddset(&mask, signal)
    }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }
}
