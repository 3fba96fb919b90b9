import CEditline

/// Whose terminal it is: the editor's, a command's, another program's.
extension LineEditor {
  package func interruptCheck() -> () -> Bool {
    let flag = InterruptFlag()
    return { [self] in
      if SignalRecord.arrived.contains(.suspend) {
        suspend()
      }
      return flag.isRaised
    }
  }

  package func withCookedTerminal<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wasEditing = isEditing
    releaseTerminal()
    defer {
      if wasEditing {
        beginEditing()
      }
    }
    return try signals.withSuspensionUncaught(body)
  }

  /// Makes the terminal raw, also if another program has cooked it unasked.
  func beginEditing() {
    guard !isEditing || modes.areCooked else { return }
    isEditing = true
    _ = cedit_set_raw(handle.pointer, 0)
    _ = cedit_set_raw(handle.pointer, 1)
    if isCapable {
      modes.bracketPastes()
    }
  }

  package func releaseTerminal() {
    isEditing = false
    modes.restore()
  }
}
