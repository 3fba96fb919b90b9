import LibC

extension Pseudoterminal {
  /// How a program ended.
  package enum Status: Equatable, Sendable {
    case exited(Int32)
    case killed(Int32)
  }

  /// Waits for the end of the program, and reads everything it still writes.
  @discardableResult
  package func waitForExit(
    within patience: Duration = Pseudoterminal.patience
  ) throws(PseudoterminalError) -> Status {
    if let status { return status }
    let code = try wait(for: "its end", options: 0, within: patience)
    // The last words may still be in the terminal.
    while case let bytes = master.read(), !bytes.isEmpty {
      record(bytes)
    }
    let signal = code & 0x7F
    let status = signal == 0 ? Status.exited(code >> 8 & 0xFF) : .killed(signal)
    self.status = status
    return status
  }

  /// Waits until the program is stopped, as Ctrl-Z does; `signal(SIGCONT)` lets it go on.
  package func waitForStop(
    within patience: Duration = Pseudoterminal.patience
  ) throws(PseudoterminalError) {
    let code = try wait(for: "it to stop", options: WUNTRACED, within: patience)
    guard code & 0xFF == 0x7F else {
      status = code & 0x7F == 0 ? .exited(code >> 8 & 0xFF) : .killed(code & 0x7F)
      throw failure(.ended("it to stop"))
    }
  }

  /// No descriptor tells of a child's change, so this looks, and reads in between.
  private func wait(
    for event: String, options: Int32, within patience: Duration
  ) throws(PseudoterminalError) -> Int32 {
    let limit = Limit(patience)
    while true {
      var code: Int32 = 0
      if waitpid(process, &code, options | WNOHANG) == process { return code }
      guard !limit.isOver else { throw failure(.timeout(event)) }
      _ = master.wait(toWrite: false, until: Limit(.milliseconds(5)))
      record(master.read())
    }
  }
}
