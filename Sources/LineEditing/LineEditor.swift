import CEditline
package import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Edits lines on a terminal with libedit: emacs keys, history, paste, Ctrl-C, Ctrl-Z, resizing.
///
/// The terminal stays raw from the first line on, also while the program works, so that nothing
/// typed ahead is lost or echoed; output still gets its carriage returns. `withCookedTerminal`,
/// the deinitialiser and exit(3) put it back as it was.
///
/// A reader is not `Sendable`, and only one can exist: libedit has static buffers.
package final class LineEditor: LineReader {
  package typealias Input = LineInput

  /// Which entered lines the history keeps, beside its own rules: a place to leave out secrets.
  package var remembers: ([UInt8]) -> Bool = { _ in true }

  /// What is known about the lines: completion, hints and colours.
  package var assistance = LineAssistance()
  /// Whether anything may have colour; hints are shown only then.
  package var usesColor = true
  /// Is told, once, that the history file cannot be used; entered lines are then kept in memory.
  package var onHistoryFailure: (IOFailure) -> Void = { _ in }
  package var tick: LineTick?
  package let notices: Notices

  let handle: EditLineHandle
  let signals: SignalPipe
  let input: TerminalInput
  let output: Int32
  var decoder = UTF8Decoder()
  var pasted = PasteQueue()
  /// A byte to look at once more.
  var heldByte: UInt8?
  /// Why the line under way ends without a line; libedit reports all causes alike.
  var cause: Input?
  /// The prompt, at an address that stays.
  var promptText: UnsafeMutableBufferPointer<wchar_t> = .allocate(capacity: 0)
  /// The terminal can clear to the end of the screen: not an unknown one.
  let isCapable: Bool
  let modes: TerminalModes
  /// The terminal is raw on our order.
  var isEditing = false

  private let history: History

  /// An editor on a terminal, or nil if there is none or another reader exists.
  ///
  /// `program` is the name that lines of `~/.editrc` may begin with.
  package init?(
    program: String, historyFile: HistoryFile? = nil, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO,
    errors: Int32 = STDERR_FILENO
  ) {
    CharacterLocale.adopt()
    guard
      let notices = Notices(),
      let signals = SignalPipe(catching: [
        .interrupt, .terminate, .hangUp, .suspend, .resume, .windowChange,
      ]),
      let modes = TerminalModes(input: input, output: output),
      let history = History(),
      let handle = EditLineHandle(
        program: program, input: input, output: output, errors: errors)
    else { return nil }
    self.notices = notices
    self.handle = handle
    self.signals = signals
    self.modes = modes
    self.history = history
    self.input = TerminalInput(descriptor: input, signals: signals)
    self.output = output
    isCapable = cedit_has_capability(handle.pointer, "cd") != 0
    _ = cedit_use_history(handle.pointer, history.pointer)
    connect()
  }

  deinit {
    promptText.deallocate()
  }

  package func readLine(prompt: String) -> Input {
    setPrompt(prompt)
    beginEditing()
    cause = nil
    decoder.reset()
    // A Ctrl-C until now was meant for the command before.
    answer(signals.take())
    if cause == .interrupted {
      cause = nil
    }
    if let cause { return cause }
    var count: Int32 = 0
    let text = el_wgets(handle.pointer, &count)
    _ = cedit_set_raw(handle.pointer, 1)
    guard cause == nil, let text else {
      return leave(cause ?? (count == 0 ? .endOfInput : .hangUp))
    }
    var line = WideText.utf8(UnsafeBufferPointer(start: text, count: Int(count)))
    if line.last == UInt8(ascii: "\n") {
      line.removeLast()
    }
    if remembers(line) {
      history.remember(line)
    }
    return .line(line)
  }

  package func readSecret(prompt: String) -> LineInput { readLine(prompt: prompt) }

  /// Leaves the line that is on the screen for a fresh one.
  private func leave(_ cause: Input) -> Input {
    switch cause {
    case .interrupted: TerminalOutput.write("^C\n", to: output)
    case .endOfInput, .terminated: TerminalOutput.write("\n", to: output)
    case .hangUp, .line: break
    }
    return cause
  }
}
