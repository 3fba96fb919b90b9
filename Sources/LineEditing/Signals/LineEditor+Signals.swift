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
      givenBack = []
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

  /// Draws the line under way again, if it can no longer be as it was left.
  func redraw(after arrived: SignalSet) {
    guard cause == nil, !arrived.isDisjoint(with: [.resume, .windowChange]) else { return }
    el_resize(handle.pointer)
    let former = size
    size = WindowSize(of: output)
    if !isCapable {
      unsent += "\n"
      drawPlainly()
    } else if arrived.contains(.resume) {
      painter.forget()
      unsent += "\r\u{1B}[J"
    } else if size != former {
      unsent += painter.erase(onWidth: size.columns, reflows: WindowSize.reflows)
    }
  }

  /// Stops the process as Ctrl-Z does, with the terminal as it was found; draws the line again
  /// when it goes on.
  func suspend() {
    _ = SignalRecord.take(.suspend)
    settleDrawing()
    releaseTerminal()
    signals.stopProcess()
    beginEditing()
    // Nothing stops that no shell could wake; then the line is where it was.
    let hasStopped = !SignalRecord.take(.resume).isEmpty
    guard isWaiting else { return }
    if hasStopped {
      redraw(after: .resume)
    } else {
      unsent += painter.erase()
    }
  }
}
