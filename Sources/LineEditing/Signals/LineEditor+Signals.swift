import CEditline

/// What the editor does about signals; never within a signal handler.
extension LineEditor {
  /// Does what is to be done at any time, and sets `cause` if reading has to end.
  func answer(_ arrived: SignalSet) {
    if arrived.contains(.interrupt) {
      // Ctrl-C throws away what the terminal holds; likewise what we hold.
      pasted.clear()
      decoder.reset()
      heldByte = nil
      cause = .interrupted
    }
    if arrived.contains(.suspend) {
      suspend()
    }
    if arrived.contains(.resume) {
      // Whoever stopped us, the terminal may have been changed meanwhile.
      releaseTerminal()
      beginEditing()
    }
    for end in [SignalSet.terminate, .hangUp] where arrived.contains(end) {
      cause = end == .hangUp ? .hangUp : end.numbers.first.map(Input.terminated)
    }
  }

  /// Draws the line under way again, if it can no longer be as libedit left it.
  func redraw(after arrived: SignalSet) {
    guard cause == nil, !arrived.isDisjoint(with: [.resume, .windowChange]) else { return }
    el_resize(handle.pointer)
    TerminalOutput.write(isCapable ? "\r\u{1B}[J" : "\n", to: output)
    _ = cedit_refresh(handle.pointer)
  }

  /// Stops the process as Ctrl-Z does, with the terminal as it was found; SIGCONT redraws.
  func suspend() {
    _ = SignalRecord.take(.suspend)
    releaseTerminal()
    signals.stopProcess()
    beginEditing()
  }
}
