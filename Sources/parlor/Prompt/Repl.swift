import LibC
import LineEditing
import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Render
import Scenarios

/// The options of a prompt, local or remote.
struct ReplOptions {
  /// The seed of the first game; `nil` if each game draws its own.
  var seed: Int?
  var format: ReplyFormat
  var clock: SessionClock.Kind
  /// Whether the prompt and the replies have colour.
  var isColored: Bool
  var profile: Profile
  /// Whether the user knows that nothing is saved.
  var savesNothing: Bool
  /// For `parlor render`, the folder of its keys: the session runs as data, and marks where it waits
  /// for a key.
  var filmFolder: String?

  /// The line editor, or a plain reader if the terminal cannot edit; `nil` if it cannot be read.
  func makeReader() -> (any LineEditing.LineReader)? {
    guard LineEditor.isUsable else { return PlainLineReader() }
    let editor = LineEditor(
      program: "parlor", historyFile: profile.history.map { HistoryFile($0) })
    editor?.usesColor = isColored
    if filmFolder != nil {
      editor?.willSleep = { StandardOutput.write(Array(Film.mark($0).utf8)) }
    }
    return editor
  }
}

/// The prompt: reads lines from a person and shows the replies.
final class Repl {
  private let options: ReplOptions
  /// The place where the session starts, if it resumes a scenario.
  private let point: ResumePoint?
  private let interpreter: Interpreter
  private let reader: any LineEditing.LineReader
  private let interrupt = CommandInterrupt()
  /// Saves the games; `nil` without a profile.
  private let store: SessionStore?
  private var output: LineOutput
  private var isOver = false
  /// The board right above the prompt.
  private var board: ShownBoard?
  /// Whether the line on the screen says that a bot is thinking.
  private var showsWaiting = false
  /// Whether the running line asks for the table of the game.
  private var opensTable = false
  /// Who looked at the table last, if it was left at a curtain.
  private var coveredFrom: String?
  /// The cursor of the table that was left last, and its game.
  private var lastCursor: (game: Int, cursor: TableCursor)?
  /// What the prompt has named once: `review` at the end of a game, and `seat` at a beginning.
  private var hasOffered = (review: false, opponent: false)

  /// - Parameters:
  ///   - point: a place in a scenario; the commands before it run first, without output.
  ///   - allowed: the permissions of a session that runs as data, besides reading files.
  init(
    _ options: ReplOptions, at point: ResumePoint? = nil, allowing allowed: Capabilities = []
  ) {
    guard let reader = options.makeReader() else {
      StandardOutput.complain("cannot use the terminal")
      ExitStatus.io.exit()
    }
    self.options = options
    self.point = point
    self.reader = reader
    let editor = reader as? LineEditor
    output = LineOutput(isColored: options.isColored, crops: editor?.canDraw ?? false)
    store = SessionStore(options.profile, saving: .all)
    var settings = Self.settings(options, reader, store, interrupt)
    if let folder = point?.folder ?? options.filmFolder {
      settings.runAsData(below: folder, allowing: allowed)
    }
    interpreter = Interpreter(settings)
    interrupt.signal.during { point?.lead(interpreter) }
    interrupt.flush = { [unowned self] in flushWithin() }
    if let editor { assist(editor) }
    interrupt.openTable = { [unowned self] in opensTable = true }
    interrupt.waitForBot = editor == nil ? nil : { [unowned self] in wait(for: $0) }
  }

  private static func settings(
    _ options: ReplOptions, _ reader: any LineEditing.LineReader,
    _ store: SessionStore?, _ interrupt: CommandInterrupt
  ) -> Settings {
    var settings = Settings.program(isInterrupted: { [signal = interrupt.signal] in
      signal.isRaised
    })
    settings.seed = options.seed
    settings.format = options.format
    settings.isStyled = options.isColored
    settings.clock = options.clock
    settings.use(options.profile)
    settings.use(store: store)
    settings.isInterrupted = { interrupt.isRaisedWithin() }
    if let editor = reader as? LineEditor {
      (settings.pages, settings.redraws) = (true, true)
      settings.waitForBot = { interrupt.waitForBot?($0) }
      if editor.canDraw { settings.playWithKeys = { interrupt.openTable() } }
      settings.typedLines = { [unowned editor] in editor.earlierLines }
    }
    settings.pause = { interrupt.pause($0) }
    settings.askSecret = { [unowned reader] name in
      guard case .line(let secret) = reader.readSecret(prompt: "\(name): ") else { return nil }
      return secret
    }
    settings.confirm = { [unowned reader] question in
      guard case .line(let answer) = reader.readSecret(prompt: "\(question) [y/N] ") else {
        return false
      }
      return answer.first == UInt8(ascii: "y") || answer.first == UInt8(ascii: "Y")
    }
    return settings
  }

  /// Takes a reply, and shows it at once if the line has many.
  private func take(_ reply: Reply) {
    eraseWaiting()
    interrupt.note(outputWaits: false)
    let preferences = interpreter.session.preferences
    defer { interrupt.note(outputWaits: !output.text.isEmpty) }
    output.add(reply, preferences)
    if preferences.copies, reader is LineEditor, FileSystem.environment("TERM") != "linux",
      let card = reply.events.first(where: { $0.type == "daily-card" })
    {
      output.copy(card)
    }
    if reply.endsSession { isOver = true }
    if output.replyCount > 1 && output.text.bytes.count >= 1 << 12 { flushWithin() }
  }

  /// Shows that a program is thinking about a move, until the next reply.
  private func wait(for player: String) {
    flushWithin()
    var text = TextWriter(styled: options.isColored)
    text.write(Styled(.faint, "\(player) is thinking. Ctrl-C stops."))
    StandardOutput.write(text.bytes)
    showsWaiting = true
  }

  private func eraseWaiting() {
    if showsWaiting { StandardOutput.write(Array("\r\u{1B}[K".utf8)) }
    showsWaiting = false
  }

  /// Runs the commands of a line. After an error, the rest is not run.
  private func execute(_ line: [UInt8]) {
    let commands = CommandString.lines(of: line).map(withoutPrompt).filter(Line.isCommand)
    for (index, command) in commands.enumerated() where !isOver && !interrupt.isRaised {
      output.hasFailed = false
      let (before, current) = (unfinishedGame, interpreter.currentGame)
      let open = current?.logged.flatMap { $0.status.isOver ? nil : $0 }
      interpreter.execute(command, into: take)
      offerReview(of: before)
      offerOpponent(after: current?.number)
      showDailyCard(of: open)
      interpreter.coach { reply in
        var text = TextWriter()
        reply.write(to: &text)
        if text.bytes.last == 0x0A { text.bytes.removeLast() }
        output.remark(text.string)
      }
      let rest = commands.count - index - 1
      if output.hasFailed, rest > 0 {
        output.text.write(Styled(.faint, "Not run: \(Plural(rest, "more command").text)."), "\n")
        return
      }
    }
    eraseWaiting()
  }

  /// A command without the prompt with which it was copied from the screen.
  private func withoutPrompt(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.contains(UInt8(ascii: ">")) else { return line }
    let text = Array(String(decoding: line, as: UTF8.self).unicodeScalars)
    let command = PasteQueue.command(of: text[...], after: promptWords)
    return command.map { Array(String(String.UnicodeScalarView($0)).utf8)[...] } ?? line
  }

  /// The words with which prompts begin.
  private var promptWords: [String] {
    ["parlor"] + interpreter.session.library.kinds.map(\.definition.name)
  }

  /// The number of the current game if it can be reviewed and is not over.
  private var unfinishedGame: Int? {
    guard let game = interpreter.currentGame?.logged, game.adviser != nil, !game.status.isOver
    else {
      return nil
    }
    return game.number
  }

  /// Mentions `review` once, after the first game that comes to its end.
  private func offerReview(of number: Int?) {
    guard let number, !hasOffered.review, reader is LineEditor,
      interpreter.session.preferences.format == .text,
      let game = interpreter.currentGame?.logged, game.number == number, game.status.isOver
    else { return }
    hasOffered.review = true
    output.remark("`review` tells errors from bad luck.")
  }

  /// Shows the card of a daily game that has come to its end.
  private func showDailyCard(of game: (any LoggedGame)?) {
    guard let game, game.status.isOver, interpreter.currentGame === game,
      interpreter.session.preferences.format == .text, interpreter.session.daily(of: game) != nil
    else { return }
    interpreter.execute(Array("daily card".utf8)[...], into: take)
  }

  /// Mentions `seat` once, when the first game opens in which the program could play for somebody.
  ///
  /// - Parameter last: the number of the game that was current before.
  private func offerOpponent(after last: Int?) {
    guard !hasOffered.opponent, reader is LineEditor,
      interpreter.session.preferences.format == .text, let game = interpreter.currentGame?.logged,
      game.number != last, game.moveCount == 0, game.players.count > 1, game.table.seats.isEmpty,
      !game.origin.hasSides, game.kind.bots.count > 1, let player = game.players.last
    else { return }
    hasOffered.opponent = true
    output.remark("`seat \(Word.written(player)) medium` lets the program play for \(player).")
  }

  /// Reads lines until the end.
  func run() -> ExitStatus {
    do throws(FileError) {
      output.text.write(
        Styled(.strong, "Parlor \(Parlor.version)."),
        " `new farkle NAME…` starts a game, `help` lists the commands.\n")
      output.text.bytes = ReplyLayout.wrapped(
        output.text.bytes[...], width: output.text.width)
      if let point { output.text.write(Styled(.faint, point.description), "\n") }
      if !options.profile.keepsAnything && !options.savesNothing {
        output.text.write(
          Styled(.notice, "There is no home folder, so nothing is saved."),
          " `--profile DIR` names a folder.\n")
      }
      try output.flush()
      interrupt.signal.during {
        let startLines = startLines()
        run(startLines, settings: true)
        if let report = store?.resumeGames(in: interpreter) { take(report) }
        run(startLines, settings: false)
      }
      try showReplies()
      defer { store?.leave() }
      while !isOver {
        let prompt = prompt
        reader.idleCallback = timer(from: prompt)
        var input = reader.readLine(prompt: prompt)
        if case .line(let bytes) = input {
          output.begin()
          if hidesPlay, (reader as? LineEditor)?.hasEnteredKeyLine == true {
            opensTable = true
          } else {
            interrupt.run(reader) { execute(bytes) }
          }
          if let failure = interrupt.outputFailure { throw failure }
          redrawBoard(after: prompt, bytes)
          try showReplies()
          if opensTable { input = try playWithKeys() ?? input }
        }
        switch input {
        case .line: break
        case .interrupted: board = nil
        case .endOfInput, .hangUp: return lasting
        case .terminated(let signal):
          // Says what is lost.
          _ = lasting
          store?.leave()
          Subprocess.endAll()
          reader.endProcess(by: signal)
        }
      }
      return lasting
    } catch {
      return ExitStatus(error)
    }
  }

  /// Whether the game has a command `play` of its own. F2 opens the table nevertheless.
  private var hidesPlay: Bool {
    let commands = interpreter.currentGame?.kind.definition.commands ?? []
    return commands.contains { $0.answers(to: "play") }
  }

  /// Opens the table of the current game, and shows the position when the player returns to the line.
  ///
  /// - Returns: why the session ends, if it does.
  private func playWithKeys() throws(FileError) -> LineInput? {
    defer { opensTable = false }
    guard let editor = reader as? LineEditor, let game = interpreter.currentGame else { return nil }
    let before = unfinishedGame
    let screen = editor.openScreen(takesMouse: interpreter.session.preferences.takesMouse)
    defer { screen.close() }
    let table = Table(
      interpreter, game, on: screen, isColored: options.isColored,
      near: lastCursor?.game == game.number ? lastCursor?.cursor : nil, lastPlayer: coveredFrom)
    table.run = { [unowned self] line, sink in
      interrupt.run(reader) {
        var hasFailed = false
        for command in CommandString.lines(of: Array(line.utf8)).filter(Line.isCommand)
        where !hasFailed && !interrupt.isRaised {
          interpreter.execute(command) { reply in
            hasFailed = reply.problem != nil
            sink(reply)
            guard interpreter.session.preferences.rings else { return }
            let bells = reply.events.reduce(0) { $0 + $1.bells }
            StandardOutput.write(Array(repeating: 0x07, count: bells))
          }
          interpreter.coach(into: sink)
        }
      }
    }
    table.earlierLines = { editor.earlierLines.map { String(decoding: $0, as: UTF8.self) } }
    table.idle = { [unowned self] in store?.touch() }
    let waits = interrupt.waitForBot
    interrupt.waitForBot = { [unowned table] in table.wait(for: $0) }
    defer { interrupt.waitForBot = waits }
    if let cause = table.play() { return cause }
    screen.close()
    coveredFrom = table.isCovered ? table.lastPlayer : nil
    lastCursor = interpreter.currentGame.map { ($0.number, table.cursor) }
    isOver = table.endsSession
    board = nil
    if !table.isCovered, let view = interpreter.currentGame?.view {
      var text = TextWriter(styled: options.isColored, width: output.text.width)
      view.writeRecap(to: &text)
      text.breakLine()
      view.writeSituation(to: &text)
      text.breakLine()
      output.text.bytes += ReplyLayout.wrapped(text.bytes[...], width: text.width, crops: true)
    }
    offerReview(of: before)
    showDailyCard(of: game.logged)
    try output.flush()
    return nil
  }

  /// The exit status of the session. Anything that cannot be written now is lost, and reported.
  private var lasting: ExitStatus {
    guard let loss = store?.loss() else { return .fine }
    StandardOutput.complain(loss)
    return .io
  }

  /// If a board is right above the typed line, and the replies end with a board of the same game,
  /// replaces the old board by the line and the replies.
  private func redrawBoard(after prompt: String, _ line: [UInt8]) {
    let old = board
    board = nil
    guard interpreter.session.preferences.redraws, let editor = reader as? LineEditor,
      let columns = Terminal.columns, let height = Terminal.rows, let start = output.boardStart,
      let game = interpreter.currentGame?.number
    else { return }
    let new = ShownBoard(
      game: game, rows: ReplyLayout.rows(of: output.text.bytes[start...], width: columns),
      columns: columns)
    guard new.rows + 1 < height else { return }
    board = new
    guard let old, old.game == game, old.columns == columns, !output.hasFlushed,
      let typed = editor.enteredRows, old.rows + typed < height
    else { return }
    var text = Array("\u{1B}[\(old.rows + typed)A\r\u{1B}[J\(prompt)".utf8)
    text += line.map { $0 == 0x0A ? 0x20 : $0 }
    text.append(0x0A)
    output.text.bytes.insert(contentsOf: text, at: 0)
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

  /// Updates the prompt while the user types nothing, if the game has a running clock.
  private func timer(from prompt: String) -> IdleCallback? {
    let readsClock = interpreter.currentGame?.kind.definition.traits.contains(.readsClock) ?? false
    let isLive = interpreter.session.hasRemoteGames
    guard isLive || readsClock || store?.hasTimers ?? false, options.clock == .real else {
      return nil
    }
    // Lines that come faster than that leave no time for it.
    store?.touch()
    var shown = prompt
    return IdleCallback(every: isLive ? .milliseconds(250) : .seconds(1)) { [unowned self] in
      store?.touch()
      showNews()
      guard self.prompt != shown else { return }
      shown = self.prompt
      reader.externalPrinter.setPrompt(shown)
    }
  }

  /// Shows events of remote games above the prompt.
  private func showNews() {
    interpreter.deliverNews { reply in
      var text = TextWriter(styled: options.isColored)
      reply.write(to: &text)
      guard !text.isEmpty else { return }
      text.bytes.removeLast()
      reader.externalPrinter.print(text.string)
    }
  }

  /// The lines of the profile's `rc`, if it can be read.
  private func startLines() -> StartLines? {
    do throws(FileError) {
      return try options.profile.startLines.flatMap { path throws(FileError) in
        try StartLines(path)
      }
    } catch {
      output.text.write("parlor: ", error.message, "\n")
      return nil
    }
  }

  private func run(_ lines: StartLines?, settings: Bool) {
    lines?.run(settings: settings, in: interpreter, into: take) { line, problem in
      line.write(problem, to: &output.text)
    }
  }

  private func assist(_ editor: LineEditor) {
    let (assistant, router) = (interpreter.assistant, interpreter.router)
    editor.completer = { line, cursor in assistant.completion(of: line[..<cursor]) }
    editor.ghostSource = { line, history in assistant.ghost(for: line[...], history: history) }
    editor.highlighter = { line in
      assistant.highlights(of: line[...]).map { ($0.range, $0.role.style.start) }
    }
    editor.keyLine = "play"
    editor.promptWords = { [unowned self] in promptWords }
    editor.prepare = { assistant.prepare() }
    editor.endInBackground = { [unowned self, unowned editor] signal in
      store?.leave()
      Subprocess.endAll()
      editor.endProcess(by: signal)
    }
    editor.missingPart = { CommandString.isOpen($0) ? "  {close the quote with \"}" : nil }
    editor.remembers = { line in router.mayKeep(line) }
    editor.onHistoryFailure = { failure in
      editor.externalPrinter.print("History is not saved: \(failure).")
    }
  }

  /// Shows the replies to a line; a long one in a pager, unless it is a board or the user has
  /// turned this off.
  private func showReplies() throws(FileError) {
    defer { interrupt.note(outputWaits: false) }
    try output.finish { text throws(FileError) in
      guard interpreter.session.preferences.pages, Pager.isNeeded(for: text) else { return false }
      let verbs = interpreter.router.declarations.flatMap(\.verbs)
      try Pager.show(text, on: reader, isColored: options.isColored) { letters in
        verbs.contains { $0.hasPrefix(letters) }
      }
      return true
    }
  }

  /// Shows the output so far while a line is running. A failure interrupts the line.
  private func flushWithin() {
    eraseWaiting()
    interrupt.note(outputWaits: false)
    do throws(FileError) { try output.flushWithin() } catch { interrupt.outputFailure = error }
  }
}

extension LineEditing.LineReader {
  /// Restores the terminal and ends the process by a signal that arrived.
  func endProcess(by number: Int32) -> Never {
    ScratchFolder.removeAll()
    releaseTerminal()
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
