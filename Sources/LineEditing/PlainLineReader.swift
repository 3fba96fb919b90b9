#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads lines from a terminal that cannot edit (TERM=dumb): the terminal driver edits what little
/// it can. Ctrl-C and Ctrl-D mean what they mean to `LineEditor`.
package final class PlainLineReader: LineReader {
  package let notices: Notices
  package var tick: LineTick?

  private let signals: SignalPipe
  private let input: TerminalInput
  private let output: Int32
  /// Read, but not yet part of a returned line.
  private var pending: [UInt8] = []

  /// A reader, or nil if another one exists.
  package init?(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    // Ctrl-Z needs nothing of us: the terminal is never raw.
    guard let notices = Notices(),
      let signals = SignalPipe(catching: [.interrupt, .terminate, .hangUp])
    else { return nil }
    self.notices = notices
    self.signals = signals
    self.input = TerminalInput(descriptor: input, signals: signals)
    self.output = output
  }

  package func readLine(prompt: String) -> LineInput {
    // A Ctrl-C until now was meant for the command before.
    var arrived = signals.take()
    arrived.remove(.interrupt)
    if let cause = cause(of: arrived) { return cause }
    TerminalOutput.write(prompt, to: output)
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<end])
        pending.removeSubrange(...end)
        return .line(line)
      }
      switch input.wait() {
      case .hangUp: return .hangUp
      case .signals(let arrived):
        if let cause = cause(of: arrived) { return leave(cause) }
      case .input:
        if let cause = readMore() { return leave(cause) }
      }
    }
  }

  package func readSecret(prompt: String) -> LineInput { readLine(prompt: prompt) }

  package func interruptCheck() -> () -> Bool {
    let flag = InterruptFlag()
    return { flag.isRaised }
  }

  /// The terminal is cooked at all times.
  package func withCookedTerminal<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body()
  }

  package func releaseTerminal() {}

  /// Reads what is there; returns a cause if that is the end. Ctrl-D after text sends the text, a
  /// second one makes a line of it.
  private func readMore() -> LineInput? {
    switch input.read(atMost: 4_096) {
    case .bytes(let bytes): pending += bytes
    case .hangUp: return .hangUp
    case .endOfInput where pending.isEmpty: return .endOfInput
    case .endOfInput: pending.append(UInt8(ascii: "\n"))
    }
    return nil
  }

  private func cause(of arrived: SignalSet) -> LineInput? {
    if arrived.contains(.hangUp) { return .hangUp }
    if arrived.contains(.terminate) { return .terminated(SIGTERM) }
    guard arrived.contains(.interrupt) else { return nil }
    pending = []
    return .interrupted
  }

  /// The terminal has echoed `^C` itself.
  private func leave(_ cause: LineInput) -> LineInput {
    if cause != .hangUp {
      TerminalOutput.write("\n", to: output)
    }
    return cause
  }
}
