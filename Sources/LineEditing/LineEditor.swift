import LibC
import LineSyntax
import Platform

/// Edits lines on a terminal with libedit: emacs keys, history, paste, Ctrl-C, Ctrl-Z, resizing.
///
/// The terminal stays raw from the first line on, also while the program works, so that input typed
/// ahead is neither lost nor echoed. Line breaks in output still return the carriage.
/// `withCookedTerminal`, the deinitialiser and exit(3) restore the modes.
///
/// An editor is not `Sendable`, and a process can have only one, since libedit uses static buffers.
package final class LineEditor: LineReader {
  private let modes: TerminalModes
  private let input: TerminalInput
  private let keys: KeyReader
  private let history: History
  private let editLine: EditLine
  private let renderer: Renderer
  private let browser: HistoryBrowser
  private let completion: CompletionController
  private let functions: KeyFunctions
  private let assistance = LineAssistance()

  private var timer = IdleTimer()
  private var reading = Reading()

  /// What is known of the line that is read.
  private struct Reading {
    var prompt = ""
    /// Whether only the prompt is shown, as for a password.
    var hidesLine = false
    var isPrepared = false
    /// Why the line must end without a result; libedit reports all causes in the same way.
    var cause: LineInput?
  }

  /// An editor for a terminal; nil if there is none, or if another reader exists.
  ///
  /// - Parameters:
  ///   - program: the name that restricts lines of `~/.editrc` to this program.
  ///   - historyFile: the file for entered lines. Without it, they are kept in memory only.
  package init?(
    program: String, historyFile: HistoryFile? = nil,
    input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO
  ) {
    guard
      let printer = ExternalPrinter(),
      let signals = SignalPipe(catching: [
        .interrupt, .quit, .terminate, .hangUp, .suspend, .resume, .windowChange,
      ]),
      let modes = TerminalModes(input: input, output: output),
      let editLine = EditLine(program: program, input: input, output: output, errors: errors)
    else { return nil }
    self.modes = modes
    history = History(historyFile)
    self.editLine = editLine
    self.input = TerminalInput(descriptor: input, signals: signals, printer: printer)
    keys = KeyReader(self.input)
    renderer = Renderer(editLine, output: output)
    browser = HistoryBrowser(editLine, history)
    completion = CompletionController(editLine)
    functions = KeyFunctions(editLine, keys, renderer, browser, completion)
    keys.nextByte = { [unowned self] in nextByte() }
    editLine.nextKey = { [unowned self] in nextKey() }
    editLine.perform = { [unowned self] in functions.perform($0) }
    functions.endLine = { [unowned self] in endLine() }
    functions.showPrompt = { [unowned self] in renderer.setPrompt(reading.prompt) }
  }

  // MARK: - Settings

  package var externalPrinter: ExternalPrinter { input.printer }

  package var completer: Completer? {
    get { completion.completer }
    set { completion.completer = newValue }
  }

  package var ghostSource: GhostSource? {
    get { assistance.ghostSource }
    set { assistance.ghostSource = newValue }
  }

  package var highlighter: Highlighter? {
    get { assistance.highlighter }
    set { assistance.highlighter = newValue }
  }

  /// Returns what is missing if a line is not complete. Enter then does not end it, but shows that
  /// as a ghost; a second Enter ends it anyway. Nothing is shown without colour, so all lines are
  /// complete then.
  package var missingPart: ([UInt8]) -> String? {
    get { assistance.missingPart }
    set { assistance.missingPart = newValue }
  }

  /// Called once for each line while nothing is typed, to look up what later keys need.
  package var prepare: () -> Void {
    get { assistance.prepare }
    set { assistance.prepare = newValue }
  }

  /// The words with which prompts begin, such as `parlor`: in a pasted session the lines after them
  /// are the commands.
  package var promptWords: () -> [String] {
    get { functions.promptWords }
    set { functions.promptWords = newValue }
  }

  /// Whether anything may have colour. Ghosts are shown only then.
  package var usesColor: Bool {
    get { renderer.usesColor }
    set { renderer.usesColor = newValue }
  }

  /// Returns whether the history keeps a line, for example false for a line with a password. Empty
  /// lines, and lines that begin with a space, are never kept.
  package var remembers: ([UInt8]) -> Bool {
    get { history.remembers }
    set { history.remembers = newValue }
  }

  /// Called once, with a message, when the history file cannot be used. Entered lines are then kept
  /// in memory.
  ///
  /// The call may come while a line is read, so it should use the external printer.
  package var onHistoryFailure: (_ message: String) -> Void {
    get { history.onFailure }
    set { history.onFailure = newValue }
  }

  /// Handles a fatal signal that came while the process was stopped in the background. Returning
  /// from the line would change the modes of the foreground program's terminal.
  package var endInBackground: (Int32) -> Void {
    get { modes.endInBackground }
    set { modes.endInBackground = newValue }
  }

  /// Called before the program sleeps until a key comes, with the number of bytes of keys read so
  /// far. All output is written then.
  package var willSleep: ((_ byteCount: Int) -> Void)? {
    get { input.willSleep }
    set { input.willSleep = newValue }
  }

  /// The line that F2 enters when nothing is typed; `nil` if it does nothing.
  package var keyLine: String? {
    get { functions.keyLine }
    set { functions.keyLine = newValue }
  }

  /// Whether F2 entered the last line.
  package var hasEnteredKeyLine: Bool { functions.hasEnteredKeyLine }

  package var idleCallback: IdleCallback? {
    get { timer.callback }
    set { timer.callback = newValue }
  }

  // MARK: - Reading a line

  package func readLine(prompt: String) -> LineInput {
    begin(prompt)
    if let cause = reading.cause { return cause }
    defer { renderer.isActive = false }
    history.scheduleUpdate()
    let result = editLine.readLine()
    if let cause = reading.cause { return leave(cause) }
    switch result {
    case .endOfInput: return leave(.endOfInput)
    case .failed: return leave(.hangUp)
    case .line(let line):
      if editLine.canDraw {
        renderer.finish(finalScene)
      }
      // Lines that were pasted together are entries of their own.
      for part in line.split(separator: UInt8(ascii: "\n")).map(Array.init)
      where History.accepts(part) {
        history.update(with: part, keeps: history.remembers(part))
      }
      return .line(line)
    }
  }

  /// How many rows the last line and its prompt take on the screen, right above the cursor; nil if
  /// something else was printed since the prompt.
  package var enteredRows: Int? { renderer.rowCount.flatMap { $0 > 0 ? $0 : nil } }

  /// The lines of the history, oldest first.
  package var earlierLines: [[UInt8]] { history.keptEntries }

  package func readSecret(prompt: String) -> LineInput {
    begin(prompt, hidesLine: true)
    defer { reading.hidesLine = false }
    if let cause = reading.cause { return cause }
    defer { renderer.isActive = false }
    renderer.drawByLibedit()
    switch Secret.read(keys) {
    case .line(let bytes):
      renderer.finish(finalScene)
      return .line(bytes)
    case .endOfInput: return leave(.endOfInput)
    case .failed: return leave(reading.cause ?? .hangUp)
    }
  }

  /// Whether the terminal can place the cursor.
  package var canDraw: Bool { editLine.canDraw }

  /// Opens the whole screen for keys in place of a line, until the screen is closed.
  ///
  /// - Parameter takesMouse: whether a click is an event. The terminal then selects no text by it.
  package func openScreen(takesMouse: Bool) -> KeyScreen {
    modes.makeRaw(with: editLine)
    let screen = KeyScreen(input, modes, renderer.output, takesMouse: takesMouse)
    screen.handle = { [unowned self] arrived in
      reading.cause = nil
      handle(arrived ?? input.signals.take())
      defer { reading.cause = nil }
      return reading.cause
    }
    return screen
  }

  /// Asks below a part of a long text what to show next. A key that begins a command ends the text, and is the first
  /// key of the next line.
  ///
  /// - Parameters:
  ///   - letters: the letters typed just before, which moved in the text. If a command begins with them and the next
  ///     letter, they were meant for it.
  ///   - begins: whether letters are the beginning of a command.
  package func askInText(
    prompt: String, after letters: inout String, begins: (String) -> Bool
  ) -> TextStep {
    begin(prompt, hidesLine: true)
    defer { reading.hidesLine = false }
    guard reading.cause == nil else { return .leave }
    defer {
      renderer.isActive = false
      renderer.remove()
    }
    renderer.drawByLibedit()
    guard let key = keys.next() else { return .leave }
    switch key {
    case " ", "\r", "\n":
      letters = ""
      return .forward
    case "q": return .leave
    case "\u{1B}":
      letters = ""
      guard keys.hasMore else { return .leave }
      if let step = TextStep.sequences.first(where: { keys.skip($0.sequence) })?.step {
        return step
      }
      keys.skipSequence()
      return .leave
    default:
      let word = letters + String(key)
      if let step = TextStep.letters[key], letters.isEmpty || !begins(word) {
        letters = String(key)
        return step
      }
      keys.pushBack(begins(word) ? Array(word.unicodeScalars) : [key])
      return .leave
    }
  }

  /// Prepares for a line; sets the cause if there is a reason not to read one.
  private func begin(_ prompt: String, hidesLine: Bool = false) {
    modes.makeRaw(with: editLine)
    reading = Reading(prompt: prompt, hidesLine: hidesLine)
    keys.begin()
    assistance.reset()
    completion.reset()
    browser.reset()
    functions.reset()
    renderer.begin(prompt: prompt, hidesLine: hidesLine)
    // An earlier Ctrl-C was meant for the command before.
    handle(input.signals.take())
    if reading.cause == .interrupted {
      reading.cause = nil
    }
    printPending()
    timer.restart()
    renderer.isActive = reading.cause == nil
  }

  /// Moves from the line on the screen to a fresh row.
  private func leave(_ cause: LineInput) -> LineInput {
    switch cause {
    case .interrupted: renderer.finish(finalScene, mark: "^C")
    case .endOfInput, .terminated: renderer.finish(finalScene)
    case .hangUp, .line: break
    }
    return cause
  }

  /// The next key for libedit; nil ends the line.
  ///
  /// The first key after a cause to end the line is Ctrl-C, which ends whatever libedit is doing.
  /// After it there are no keys until `readLine` returns.
  private func nextKey() -> Unicode.Scalar? {
    guard reading.cause == nil else { return nil }
    while let key = keys.nextKey(isVi: editLine.isVi, isInMenu: completion.isOpen) {
      if key == "\r" || key == "\n", completion.takeSelected() || mustContinue() { continue }
      return key
    }
    return reading.cause == .hangUp ? nil : "\u{3}"
  }

  /// Whether Enter does not end the line, since something is missing.
  private func mustContinue() -> Bool {
    guard usesColor, editLine.canDraw, !input.isReady(within: 0) else { return false }
    let line = editLine.line
    guard assistance.finds(missingIn: line) else { return false }
    editLine.moveCursorToEnd()
    return true
  }

  /// Waits for a byte and handles all other events; nil if there is a cause to end the line.
  private func nextByte() -> UInt8? {
    while reading.cause == nil {
      let isIdle = !input.isReady(within: 0)
      // The `u` of vi mode undoes keys that arrive at once.
      if !reading.hidesLine, isIdle || editLine.isVi { functions.noteLine() }
      if isIdle {
        // A key is seen before all that is said about it is known.
        if let early = earlyScene { renderer.draw(early) }
        renderer.draw(scene)
        prepareOnce()
      }
      // Reading the file now does not delay the prompt.
      history.runScheduledUpdate()
      switch input.wait(until: timer.deadline) {
      case .hangUp: reading.cause = .hangUp
      case .signals(let arrived):
        handle(arrived)
        redraw(after: arrived)
      case .print: printPending()
      case .timeout: callIdleCallback()
      case .input:
        switch input.read(atMost: 1) {
        case .bytes(let bytes):
          if let byte = bytes.first { return byte }
        case .endOfInput: reading.cause = .endOfInput
        case .hangUp: reading.cause = .hangUp
        }
      }
    }
    return nil
  }

  /// Does what would delay a key later.
  private func prepareOnce() {
    guard !reading.isPrepared, !reading.hidesLine else { return }
    reading.isPrepared = true
    history.runScheduledUpdate()
    history.prepare()
    assistance.prepare()
  }

  /// Runs the function of Ctrl-C. The cursor moves to the end of the line, so that later output
  /// does not overwrite the line.
  private func endLine() {
    reading.cause = reading.cause ?? .interrupted
    editLine.moveCursorToEnd()
  }

  // MARK: - What the screen shows

  /// The line with everything that helps to type it.
  private var scene: Scene {
    var scene = finalScene
    guard !reading.hidesLine else { return scene }
    if browser.isSearching {
      completion.reset()
      scene.menu = browser.menu(below: scene.line)
      return scene
    }
    scene.menu = completion.menu(below: scene.line)
    if usesColor, scene.line.isAtEnd {
      scene.ghost = assistance.ghost(for: scene.line, history: history)
    }
    return scene
  }

  /// The line after a key at its end, with what was known before the key; nil where that says nothing.
  private var earlyScene: Scene? {
    guard usesColor, editLine.canDraw, !reading.hidesLine, !browser.isSearching, !completion.isOpen
    else { return nil }
    return assistance.expectation(of: editLine.line)
  }

  /// The line as it stays on the screen.
  private var finalScene: Scene {
    guard !reading.hidesLine else { return Scene() }
    let line = editLine.line
    return Scene(line: line, styles: usesColor ? assistance.styles(of: line) : nil)
  }

  /// Prints what the external printer has received, and adopts its prompt.
  private func printPending() {
    let batch = externalPrinter.take()
    // Ghosts may depend on what has happened.
    assistance.invalidate()
    if let new = batch.prompt {
      reading.prompt = new
      if !browser.isSearching {
        renderer.setPrompt(new)
      }
    }
    if !batch.texts.isEmpty {
      renderer.printAbove(batch.lines)
    }
  }

  private func callIdleCallback() {
    timer.restart()
    assistance.invalidate()
    timer.callback?.action()
    printPending()
  }

  // MARK: - Signals

  /// Handles signals, outside of the signal handler. Sets the cause if the line must end.
  private func handle(_ arrived: SignalSet) {
    if arrived.contains(.interrupt) {
      keys.clear()
      reading.cause = .interrupted
    }
    if arrived.contains(.suspend) {
      suspend()
    }
    if arrived.contains(.resume) {
      modes.endIfInBackground(arrived)
      // Another program may have changed the modes while this one was stopped.
      releaseTerminal()
      modes.makeRaw(with: editLine)
    }
    if arrived.contains(.terminate) {
      reading.cause = .terminated(SIGTERM)
    }
    if arrived.contains(.hangUp) {
      reading.cause = .hangUp
    }
  }

  /// Draws the line again if a signal means that the screen has changed.
  private func redraw(after arrived: SignalSet) {
    guard reading.cause == nil else { return }
    if arrived.contains(.resume) {
      renderer.resume()
    } else if arrived.contains(.windowChange) {
      renderer.resize()
    }
  }

  /// Stops the process as Ctrl-Z does, with its terminal restored, and draws the line again when it
  /// continues.
  private func suspend() {
    _ = SignalRecord.take(.suspend)
    renderer.settle(finalScene)
    releaseTerminal()
    input.signals.stopProcess()
    modes.endIfInBackground(SignalRecord.arrived)
    modes.makeRaw(with: editLine)
    // Where no shell could continue the process, it has not stopped, and the line is unchanged.
    let hasStopped = !SignalRecord.take(.resume).isEmpty
    guard renderer.isActive else { return }
    if hasStopped {
      redraw(after: .resume)
    } else {
      renderer.erase()
    }
  }

  package func interruptCheck() -> () -> Bool {
    let flag = InterruptFlag()
    return { [self] in
      if SignalRecord.arrived.contains(.suspend) {
        suspend()
      }
      return flag.isRaised
    }
  }

  // MARK: - The terminal

  /// Whether standard input and output are a terminal that can edit.
  package static var isUsable: Bool {
    isUsable(input: STDIN_FILENO, output: STDOUT_FILENO)
  }

  /// Whether both are terminals of a size that exists, and TERM names one that can move the cursor.
  ///
  /// Where this is false, do not use libedit: it prints escape sequences to a dumb terminal, and
  /// reads files byte by byte. A TERM that terminfo does not know counts as an xterm.
  package static func isUsable(input: Int32, output: Int32) -> Bool {
    guard isatty(input) == 1, isatty(output) == 1, let name = getenv("TERM") else { return false }
    return !["", "dumb", "emacs"].contains(String(cString: name)) && !WindowSize.exceedsLimit(input)
  }

  package func withCookedTerminal<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let wasRaw = modes.areRaw
    releaseTerminal()
    defer {
      if wasRaw {
        modes.makeRaw(with: editLine)
      }
    }
    return try input.signals.withSuspensionUncaught(body)
  }

  package func releaseTerminal() { modes.restore() }
}
