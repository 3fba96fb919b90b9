/// Lets the terminal hand over each key at once, without Enter, until this value is gone or the program
/// ends, by a signal too.
package final class SingleKeys {
  private let modes: TerminalModes
  private let signals: SignalPipe?

  /// Begins to take single keys.
  ///
  /// - Returns: nil if standard input is no terminal, or another program has it.
  package init?() {
    guard let modes = TerminalModes(input: 0, output: 1), !modes.areOfOthers else { return nil }
    self.modes = modes
    signals = SignalPipe(catching: [.interrupt, .terminate, .hangUp, .suspend])
    modes.readKeys()
  }

  deinit { modes.restore() }

  /// Becomes readable when a signal arrives.
  package var signalEnd: Int32 { signals?.readEnd ?? -1 }

  /// Does what the signals ask for that have arrived: stops the program as Ctrl-Z does, and takes keys
  /// again once it goes on.
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
