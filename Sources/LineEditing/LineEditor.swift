import CEditline
import LibC

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

  package var completer: Completer?
  package var hinter: Hinter?
  package var highlighter: Highlighter?
  /// Whether anything may have colour; hints are shown only then.
  package var usesColor = true
  /// Is told, once, that the history file cannot be used; entered lines are then kept in memory.
  /// It may be called while a line is waited for, so it should post a notice and not print.
  package var onHistoryFailure: (_ message: String) -> Void = { _ in }
  package var tick: LineTick?
  package let notices: Notices

  let handle: EditLineHandle
  let signals: SignalPipe
  let input: TerminalInput
  let output: Int32
  let modes: TerminalModes
  let history: History
  let historyFile: HistoryFile?
  var hasReportedHistory = false
  /// Lines of other programs are still to be taken in for the line under way.
  var isHistoryDue = false
  /// The terminal has the escape sequences that are needed to draw the line ourselves.
  let isCapable: Bool
  /// The terminal is raw on our order.
  var isEditing = false
  /// A line is being read.
  var isWaiting = false

  var decoder = UTF8Decoder()
  var pasted = PasteQueue()
  /// A byte to look at once more.
  var heldByte: UInt8?
  /// Characters to be read once more.
  var givenBack: [Unicode.Scalar] = []
  /// Why the line under way ends without a line; libedit reports all causes alike.
  var cause: Input?
  var nextTick: Int64?

  /// The prompt of the line under way; something else may stand in its place for a while.
  var prompt = ""
  /// What is prompted with, for libedit, at an address that stays.
  var promptText: UnsafeMutableBufferPointer<wchar_t> = .allocate(capacity: 0)
  var promptCharacters: [StyledText.Character] = []

  var painter = Painter()
  var size: WindowSize
  /// The first row that is seen of a line that is too long for the screen.
  var top = 0
  /// What is to be written together with the next drawing.
  var unsent = ""
  /// What is typed is a secret.
  var hidesLine = false
  var advice: Advice?
  var shownHint: ShownHint?
  var menu: CompletionMenu?
  var walk: HistoryWalk?
  var search: HistorySearch?
  var formerNeedle: [Unicode.Scalar] = []

  /// An editor on a terminal, or nil if there is none or another reader exists.
  ///
  /// - Parameters:
  ///   - program: the name that lines of `~/.editrc` may begin with.
  ///   - historyFile: where entered lines are kept; without one, in memory only.
  package init?(
    program: String, historyFile: HistoryFile? = nil,
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO
  ) {
    CharacterLocale.adopt()
    guard
      let notices = Notices(),
      let signals = SignalPipe(catching: [
        .interrupt, .terminate, .hangUp, .suspend, .resume, .windowChange,
      ]),
      let modes = TerminalModes(input: input, output: output),
      let history = History(limit: (historyFile?.limits ?? HistoryFile.Limits()).entries),
      let handle = EditLineHandle(
        program: program, input: input, output: output, errors: errors)
    else { return nil }
    self.notices = notices
    self.handle = handle
    self.signals = signals
    self.modes = modes
    self.history = history
    self.historyFile = historyFile
    self.input = TerminalInput(descriptor: input, signals: signals, notices: notices)
    self.output = output
    size = WindowSize(of: output)
    let editLine = handle.pointer
    let needed: [String] = ["cd", "ce", "UP"]
    isCapable = needed.allSatisfy { cedit_has_sequence(editLine, $0) != 0 }
    _ = cedit_use_history(handle.pointer, history.pointer)
    connect()
  }

  deinit {
    promptText.deallocate()
  }

  /// The line under way, as libedit has it.
  var buffer: LineBuffer { LineBuffer(editLine: handle.pointer) }

  package func readLine(prompt: String) -> Input {
    if let cause = begin(prompt) { return cause }
    defer { isWaiting = false }
    isHistoryDue = true
    var count: Int32 = 0
    let text = el_wgets(handle.pointer, &count)
    _ = cedit_set_raw(handle.pointer, 1)
    guard cause == nil, let text else {
      return leave(cause ?? (count == 0 ? .endOfInput : .hangUp))
    }
    if isCapable {
      leaveDrawing()
    }
    var line = WideText.utf8(UnsafeBufferPointer(start: text, count: Int(count)))
    if line.last == UInt8(ascii: "\n") {
      line.removeLast()
    }
    if History.accepts(line), remembers(line) {
      updateHistory(with: line)
    }
    return .line(line)
  }

  /// Makes everything ready for a line; returns a cause to read none.
  func begin(_ prompt: String) -> Input? {
    beginEditing()
    cause = nil
    decoder.reset()
    size = WindowSize(of: output)
    painter.forget()
    (top, unsent) = (0, "")
    (advice, shownHint, menu, walk) = (nil, nil, nil, nil)
    self.prompt = prompt
    showPrompt(prompt)
    // A Ctrl-C until now was meant for the command before.
    answer(signals.take())
    if cause == .interrupted {
      cause = nil
    }
    showNotices()
    setNextTick()
    isWaiting = cause == nil
    return cause
  }

  /// Leaves the line that is on the screen for a fresh one.
  func leave(_ cause: Input) -> Input {
    switch cause {
    case .interrupted: leaveDrawing(with: "^C")
    case .endOfInput, .terminated: leaveDrawing()
    case .hangUp, .line: break
    }
    return cause
  }
}
