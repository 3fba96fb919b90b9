import LibC

/// Signals that have arrived, or that are to be caught; the bit is the signal's number.
package struct SignalSet: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The set of the one signal of this number, which is below 32.
  init(signal: Int32) {
    self.init(rawValue: 1 << UInt32(truncatingIfNeeded: signal))
  }

  /// SIGINT, what Ctrl-C sends.
  package static var interrupt: SignalSet { SignalSet(signal: SIGINT) }
  /// SIGTERM.
  package static var terminate: SignalSet { SignalSet(signal: SIGTERM) }
  /// SIGHUP: the terminal went away.
  package static var hangUp: SignalSet { SignalSet(signal: SIGHUP) }
  /// SIGTSTP, what Ctrl-Z sends.
  package static var suspend: SignalSet { SignalSet(signal: SIGTSTP) }
  /// SIGCONT.
  package static var resume: SignalSet { SignalSet(signal: SIGCONT) }
  /// SIGWINCH: the window has another size.
  package static var windowChange: SignalSet { SignalSet(signal: SIGWINCH) }

  /// The numbers of the signals in the set.
  var numbers: [Int32] {
    (1..<32).filter { contains(SignalSet(signal: $0)) }
  }
}
