import LibC
import Platform

/// Reads lines from a terminal that cannot edit (TERM=dumb): the terminal driver edits what little
/// it can. Ctrl-C and Ctrl-D mean what they mean to `LineEditor`.
package final class PlainLineReader: LineReader {
  package let notices: Notices
  package var tick: LineTick?

  private let signals: SignalPipe
  private let input: TerminalInput
  private let inputDescriptor: Int32
  private let output: Int32
  /// Read, but not yet part of a returned line.
  private var pending: [UInt8] = []
  private var prompt = ""
  private var nextTick: Int64?

  /// A reader, or nil if another one exists.
  package init?(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    // Ctrl-Z needs nothing of us: the terminal is never raw.
    guard let notices = Notices(),
      let signals = SignalPipe(catching: [.interrupt, .terminate, .hangUp])
    else { return nil }
    self.notices = notices
    self.signals = signals
    self.input = TerminalInput(descriptor: input, signals: signals, notices: notices)
    inputDescriptor = input
    self.output = output
  }

  package func readLine(prompt: String) -> LineInput {
    self.prompt = prompt
    // A Ctrl-C until now was meant for the command before.
    var arrived = signals.take()
    arrived.remove(.interrupt)
    if let cause = cause(of: arrived) { return cause }
    showNotices(isWaiting: false)
    TerminalOutput.write(self.prompt, to: output)
    setNextTick()
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<end])
        pending.removeSubrange(...end)
        return .line(line)
      }
      switch input.wait(until: nextTick) {
      case .hangUp: return .hangUp
      case .notices: showNotices(isWaiting: true)
      case .timeout:
        tick?.action()
        setNextTick()
      case .signals(let arrived):
        if let cause = cause(of: arrived) { return leave(cause) }
      case .input:
        if let cause = readMore() { return leave(cause) }
      }
    }
  }

  /// The terminal itself does not echo, until this returns or the process exits.
  package func readSecret(prompt: String) -> LineInput {
    let modes = TerminalModes(input: inputDescriptor, output: output)
    modes?.hideTyping()
    defer { modes?.restore() }
    return readLine(prompt: prompt)
  }

  private func setNextTick() {
    nextTick = tick.map { SystemClock.monotonic + $0.milliseconds }
  }

  /// Prints what was posted, and the prompt again; what was typed stays with the terminal. A new
  /// prompt comes with the next line: to show it would take more lines than it is worth.
  private func showNotices(isWaiting: Bool) {
    let batch = notices.take()
    guard !batch.texts.isEmpty else { return }
    let text = batch.texts.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined()
    TerminalOutput.write(isWaiting ? "\n" + text + prompt : text, to: output)
  }

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
