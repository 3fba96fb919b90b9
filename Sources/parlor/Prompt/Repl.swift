import Language
import LibC
import LineEditing
import ParlorKit
import Platform
import Scenarios

/// How the prompt begins.
struct ReplOptions {
  /// The seed of the first game.
  var seed: Int
  /// The format of replies.
  var format: ReplyFormat
  /// Which time the session has.
  var clock: SessionClock.Kind
  /// Whether replies and prompt have colour.
  var isColored: Bool
  /// Where the history is kept.
  var profile: Profile
}

/// The prompt: reads lines from a person and shows the replies.
final class Repl {
  private let options: ReplOptions
  /// Where a scenario was left.
  private let point: ResumePoint?
  private let interpreter: Interpreter
  private let reader: any LineEditing.LineReader
  private var output: TextWriter
  private var isOver = false
  /// How often the terminal is to ring.
  private var bells = 0

  /// - Parameter point: the place in a scenario whose commands run first, unseen.
  init(_ options: ReplOptions, at point: ResumePoint? = nil) {
    self.options = options
    self.point = point
    output = TextWriter(styled: options.isColored)
    guard let reader = Self.makeReader(options) else {
      try? FileSystem.write(
        Array("parlor: the terminal cannot be used\n".utf8), to: 2, named: "standard error")
      ExitStatus.io.exit()
    }
    self.reader = reader
    let running = RunningLine()
    var settings = Settings.program(isInterrupted: { running.isInterrupted })
    settings.seed = options.seed
    settings.format = options.format
    settings.clock = options.clock
    settings.use(options.profile)
    keeper = SessionStore(options.profile, keepsLines: true)
    settings.keeper = keeper
    let stop = InterruptQuestion()
    if let point { settings.files = .scratch(reading: point.folder) }
    let isInterrupted = { stop.ask() || stop.failure != nil }
    settings.isInterrupted = isInterrupted
    let pausing = Pausing()
    settings.pause = { pausing.wait($0, until: isInterrupted) }
    settings.askSecret = { [unowned reader] name in
      guard case .line(let secret) = reader.readSecret(prompt: "\(name): ") else { return nil }
      return secret
    }
    interpreter = Interpreter(settings)
    self.stop = stop
    self.running = running
    running.during { point?.lead(interpreter) }
    pausing.flush = { [unowned self] in flushWithin() }
    if let editor = reader as? LineEditor { assist(editor) }
    interpreter.onReply = { [unowned self] reply in
      reply.write(to: &output)
      if interpreter.rings { bells += reply.events.reduce(0) { $0 + $1.bells } }
      if reply.endsSession { isOver = true }
      if !interpreter.pages && output.bytes.count >= 1 << 12 { flushWithin() }
    }
  }

  /// Shows what there is of the replies to a line that runs others; a failure ends the line.
  private func flushWithin() {
    do throws(FileError) { try flush() } catch { stop.failure = error }
  }

  private let stop: InterruptQuestion
  private let running: RunningLine
  /// Writes down what happens to the games.
  private let keeper: SessionStore?

  /// Reads lines until the end.
  func run() -> ExitStatus {
    do throws(FileError) {
      output.write(
        Styled(.strong, "Parlor \(Parlor.version)."),
        " `new farkle NAME…` opens a game, `help` explains, Tab completes.\n")
      if let point { output.write(Styled(.faint, point.description), "\n") }
      try flush()
      running.during {
        runStartLines()
        keeper?.takeUp(in: interpreter)
      }
      try showReplies()
      defer { keeper?.leave() }
      while !isOver {
        let prompt = prompt
        reader.idleCallback = timer(from: prompt)
        switch reader.readLine(prompt: prompt) {
        case .line(let bytes):
          stop.ask = reader.interruptCheck()
          running.during { interpreter.execute(bytes[...]) }
          if let failure = stop.failure { throw failure }
          try showReplies()
        case .interrupted: continue
        case .endOfInput, .hangUp: return .fine
        case .terminated(let signal): terminate(by: signal)
        }
      }
      return .fine
    } catch {
      return ExitStatus(error)
    }
  }

  /// The prompt: the game, whose turn it is and what is at stake.
  private var prompt: String {
    var text = TextWriter(styled: options.isColored)
    if let game = interpreter.currentGame {
      text.write(Styled(.faint, game.kind.definition.name))
      let words = game.view.prompt
      if !words.isEmpty { text.write(" ", Styled(.strong, words)) }
    } else {
      text.write(Styled(.faint, "parlor"))
    }
    text.write("> ")
    return text.string
  }

  /// Keeps the prompt up to date in a game whose time runs on while nothing is typed.
  private func timer(from prompt: String) -> IdleCallback? {
    let readsClock = interpreter.currentGame?.kind.definition.traits.contains(.readsClock) ?? false
    let isLive = interpreter.hasLiveGames
    guard isLive || readsClock || keeper?.hasTimers ?? false, options.clock == .real else {
      return nil
    }
    var shown = prompt
    return IdleCallback(every: isLive ? .milliseconds(250) : .seconds(1)) { [unowned self] in
      keeper?.touch()
      showNews()
      guard self.prompt != shown else { return }
      shown = self.prompt
      reader.externalPrinter.setPrompt(shown)
    }
  }

  /// Shows what happens in games that are played elsewhere, above the prompt.
  private func showNews() {
    for event in interpreter.takeNews() {
      var text = TextWriter(styled: options.isColored)
      event.write(to: &text)
      if !text.isEmpty { reader.externalPrinter.print(text.string) }
    }
  }

  /// Runs the lines that the user wants run at every start.
  private func runStartLines() {
    guard let path = options.profile.startLines else { return }
    do throws(FileError) {
      try StartLines(path)?.run(in: interpreter) { [unowned self] line, problem in
        line.write(problem, to: &self.output)
      }
    } catch {
      output.write("parlor: ", error.message, "\n")
    }
  }

  private func assist(_ editor: LineEditor) {
    let interpreter = interpreter
    editor.completer = { line, cursor in interpreter.completion(of: line[..<cursor]) }
    editor.hinter = { line, history in interpreter.hint(for: line[...], history: history) }
    editor.highlighter = { line in
      interpreter.highlights(of: line[...]).map { ($0.range, $0.role.style.start) }
    }
    editor.usesColor = options.isColored
    editor.remembers = { [unowned interpreter] line in
      interpreter.masked(line[...]).elementsEqual(line)
    }
    editor.onHistoryFailure = { failure in
      editor.externalPrinter.print("The history is kept in memory only: \(failure).")
    }
  }

  /// Shows the replies to a line: in a pager if they are long and the user wants one.
  private func showReplies() throws(FileError) {
    let text = output.bytes
    if interpreter.pages, Pager.isNeeded(for: text), reader.withCookedTerminal({ Pager.show(text) })
    {
      output.bytes.removeAll(keepingCapacity: true)
    }
    output.bytes += repeatElement(0x07, count: bells)
    bells = 0
    try flush()
  }

  private func flush() throws(FileError) {
    defer { output.bytes.removeAll(keepingCapacity: true) }
    try FileSystem.write(output.bytes, to: STDOUT_FILENO, named: "standard output")
  }

  /// Ends as the signal would have ended the program.
  private func terminate(by number: Int32) -> Never {
    keeper?.leave()
    reader.releaseTerminal()
    Subprocess.endAll()
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }

  private static func makeReader(_ options: ReplOptions) -> (any LineEditing.LineReader)? {
    guard LineEditor.isUsable else { return PlainLineReader() }
    return LineEditor(
      program: "parlor", historyFile: options.profile.history.map { HistoryFile($0) })
  }
}

/// Whether the user has asked to stop the running command.
private final class InterruptQuestion {
  var ask: () -> Bool = { false }
  /// Why the replies of the running command cannot be shown.
  var failure: FileError?
}
