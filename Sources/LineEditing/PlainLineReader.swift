import LibC
import Platform

/// Reads lines from a terminal that cannot edit (TERM=dumb), with the simple editing of the
/// terminal driver. Ctrl-C and Ctrl-D act as in `LineEditor`.
package final class PlainLineReader: LineReader {
  package let externalPrinter: ExternalPrinter
  package var idleCallback: IdleCallback? {
    get { timer.callback }
    set { timer.callback = newValue }
  }

  private let signals: SignalPipe
  private let input: TerminalInput
  private let inputDescriptor: Int32
  private let output: Int32
  /// Input that is not yet part of a returned line.
  private var pending: [UInt8] = []
  private var prompt = ""
  private var timer = IdleTimer()

  /// A reader; `nil` if another one exists.
  package init?(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    // Ctrl-Z needs no handling, since the terminal is never raw.
    guard let printer = ExternalPrinter(),
      let signals = SignalPipe(catching: [.interrupt, .quit, .terminate, .hangUp])
    else { return nil }
    externalPrinter = printer
    self.signals = signals
    self.input = TerminalInput(descriptor: input, signals: signals, printer: printer)
    inputDescriptor = input
    self.output = output
  }

  package func readLine(prompt: String) -> LineInput {
    self.prompt = prompt
    // An earlier Ctrl-C was meant for the command before.
    var arrived = signals.take()
    arrived.remove(.interrupt)
    if let cause = cause(of: arrived) { return cause }
    let earlier = externalPrinter.take()
    TerminalOutput.write(earlier.lines, to: output)
    TerminalOutput.write(self.prompt, to: output)
    timer.restart()
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<end])
        pending.removeSubrange(...end)
        return .line(line)
      }
      switch input.wait(until: timer.deadline) {
      case .hangUp: return .hangUp
      case .print: printPending()
      case .timeout:
        timer.callback?.action()
        timer.restart()
      case .signals(let arrived):
        if let cause = cause(of: arrived) { return leave(cause) }
      case .input:
        if let cause = readMore() { return leave(cause) }
      }
    }
  }

  /// Turns off the echo of the terminal until this returns or the process exits.
  package func readSecret(prompt: String) -> LineInput {
    let modes = TerminalModes(input: inputDescriptor, output: output)
    modes?.hideTyping()
    defer { modes?.restore() }
    return readLine(prompt: prompt)
  }

  /// Prints the texts of the external printer on rows below the line, and repeats the prompt. The
  /// terminal keeps the typed text. A new prompt is not shown, because it would need a new row.
  private func printPending() {
    let batch = externalPrinter.take()
    guard !batch.texts.isEmpty else { return }
    TerminalOutput.write("\n" + batch.lines + prompt, to: output)
  }

  package func interruptCheck() -> () -> Bool {
    let flag = InterruptFlag()
    return { flag.isRaised }
  }

  /// The terminal is always cooked.
  package func withCookedTerminal<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body()
  }

  package func releaseTerminal() {}

  /// Reads the available input; returns a cause if it has ended. Ctrl-D after text makes the
  /// terminal send the text, and a second Ctrl-D ends the line.
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

  /// Goes to a fresh row. The terminal has echoed `^C` itself.
  private func leave(_ cause: LineInput) -> LineInput {
    if cause != .hangUp {
      TerminalOutput.write("\n", to: output)
    }
    return cause
  }
}
