/// Makes the terminal deliver each key at once, without Enter, until this value is released or the
/// program ends, also by a signal.
package final class SingleKeys {
  private let modes: TerminalModes
  private let signals: SignalPipe?

  /// Starts to receive single keys.
  ///
  /// - Returns: `nil` if standard input is not a terminal, or another program has it.
  package init?() {
    guard let modes = TerminalModes(input: 0, output: 1), !modes.areOfOthers else { return nil }
    self.modes = modes
    signals = SignalPipe(catching: [.interrupt, .quit, .terminate, .hangUp, .suspend])
    modes.readKeys()
  }

  deinit { modes.restore() }

  /// Becomes readable when a signal arrives.
  package var signalEnd: Int32 { signals?.readEnd ?? -1 }

  /// Handles the signals that have arrived: stops the program on Ctrl-Z, and receives keys again
  /// when it continues.
  ///
  /// - Returns: whether the program is asked to end.
  package func isEnded() -> Bool {
    let arrived = signals?.take() ?? []
    if arrived.contains(.suspend) {
      modes.restore()
      signals?.stopProcess()
      modes.readKeys()
    }
    return !arrived.isDisjoint(with: [.interrupt, .terminate, .hangUp])
  }
}
