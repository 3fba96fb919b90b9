import LibC
import Platform
import Synchronization

/// Catches signals during its lifetime, and reports them to poll(2) through a pipe.
///
/// A process can have only one. So there is only one `LineEditor`, which libedit requires anyway.
package final class SignalPipe {
  private let pipe: WakeupPipe
  private var former: [(signal: Int32, action: sigaction)] = []

  /// Catches `signals`; `nil` if there is another signal pipe, or if no pipe can be made.
  package init?(catching signals: SignalSet) {
    guard let pipe = WakeupPipe() else { return nil }
    self.pipe = pipe
    guard SignalRecord.connect(pipe.writeEnd) else { return nil }
    for signal in signals.numbers {
      former.append((signal, Self.set(signal, to: SignalRecord.handler)))
    }
    Self.unblock(signals)
  }

  deinit {
    for (signal, var action) in former {
      sigaction(signal, &action, nil)
    }
    // Empty if the initialiser has failed.
    if !former.isEmpty {
      SignalRecord.disconnect()
    }
  }

  /// Becomes readable when a signal arrives, until `take`.
  var readEnd: Int32 { pipe.readEnd }

  /// Returns the signals that have arrived since the last call.
  package func take() -> SignalSet {
    pipe.drain()
    return SignalRecord.take(SignalSet(rawValue: .max))
  }

  /// Stops the process as an uncaught Ctrl-Z does, and returns when it continues.
  ///
  /// It uses SIGTSTP, not SIGSTOP: the kernel ignores SIGTSTP where no shell could continue the
  /// process (in an orphaned process group).
  func stopProcess() {
    withSuspensionUncaught {
      Self.unblock(.suspend)
      raise(SIGTSTP)
    }
  }

  /// Runs `body`, in which Ctrl-Z stops the process at once.
  ///
  /// When a pager stops itself, its parent must stop too. Otherwise the shell would not return.
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

  /// Unblocks signals that the parent process may have left blocked.
  private static func unblock(_ signals: SignalSet) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals.numbers {
      sigaddset(&mask, signal)
    }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }
}

/// A set of signals. The number of a signal is the number of its bit.
package struct SignalSet: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A set of one signal, whose number must be below 32.
  init(signal: Int32) {
    self.init(rawValue: 1 << UInt32(truncatingIfNeeded: signal))
  }

  /// SIGINT, sent by Ctrl-C.
  package static var interrupt: SignalSet { SignalSet(signal: SIGINT) }
  /// SIGQUIT, sent by Ctrl-\, which does nothing here, as at the prompt of a shell.
  package static var quit: SignalSet { SignalSet(signal: SIGQUIT) }
  /// SIGTERM, a request to end.
  package static var terminate: SignalSet { SignalSet(signal: SIGTERM) }
  /// SIGHUP, sent when the terminal is gone.
  package static var hangUp: SignalSet { SignalSet(signal: SIGHUP) }
  /// SIGTSTP, sent by Ctrl-Z.
  package static var suspend: SignalSet { SignalSet(signal: SIGTSTP) }
  /// SIGCONT, sent when a stopped process continues.
  package static var resume: SignalSet { SignalSet(signal: SIGCONT) }
  /// SIGWINCH, sent when the size of the window changes.
  package static var windowChange: SignalSet { SignalSet(signal: SIGWINCH) }

  var numbers: [Int32] {
    (1..<32).filter { contains(SignalSet(signal: $0)) }
  }
}

/// The signals that have arrived, in atomics: the only state that the signal handler may touch.
///
/// The handler runs between any two instructions. So it only records the signal, and writes one
/// byte to a pipe to end a poll(2).
enum SignalRecord {
  private static let pending = Atomic<UInt32>(0)
  private static let interrupts = Atomic<UInt32>(0)
  private static let pipe = Atomic<Int32>(-1)

  /// How often SIGINT has arrived, modulo 2^32.
  static var interruptCount: UInt32 { interrupts.load(ordering: .relaxed) }

  /// The signals that have arrived and were not taken yet.
  static var arrived: SignalSet { SignalSet(rawValue: pending.load(ordering: .relaxed)) }

  /// Removes and returns those of the `wanted` signals that have arrived.
  static func take(_ wanted: SignalSet) -> SignalSet {
    let before = pending.bitwiseAnd(~wanted.rawValue, ordering: .acquiringAndReleasing).oldValue
    return SignalSet(rawValue: before).intersection(wanted)
  }

  /// Makes the handler write to `descriptor`; false if it already has a pipe.
  static func connect(_ descriptor: Int32) -> Bool {
    // Globals are initialised at first use, which must not be in the handler.
    _ = (interruptCount, arrived)
    return pipe.compareExchange(
      expected: -1, desired: descriptor, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Call this before the pipe is closed.
  static func disconnect() {
    pipe.store(-1, ordering: .releasing)
    pending.store(0, ordering: .releasing)
  }

  /// The handler. It restores errno, since it may run between a call and the check of errno.
  static let handler: @convention(c) (Int32) -> Void = { signal in
    let number = errno
    pending.bitwiseOr(SignalSet(signal: signal).rawValue, ordering: .acquiringAndReleasing)
    if signal == SIGINT {
      interrupts.wrappingAdd(1, ordering: .relaxed)
    }
    var byte: UInt8 = 1
    // If the pipe is full, the reader is already awake; if it is closed, there is no reader.
    _ = write(pipe.load(ordering: .acquiring), &byte, 1)
    errno = number
  }
}

/// Tells a long-running command whether the process was interrupted since the flag was created.
///
/// It needs a `SignalPipe` that catches SIGINT. Any thread may use it, at the cost of two atomic
/// loads. A request to end raises the flag too, until the signal is taken.
package struct InterruptFlag: Sendable {
  private let before: UInt32

  /// A flag that is raised only if a request to end is pending.
  package init() {
    before = SignalRecord.interruptCount
  }

  /// Whether Ctrl-C was pressed since then, or a request to end is pending.
  package var isRaised: Bool {
    SignalRecord.interruptCount != before
      || !SignalRecord.arrived.isDisjoint(with: [.terminate, .hangUp])
  }
}
