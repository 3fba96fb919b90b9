import LineEditing
import LineSyntax
import ParlorEngine
import ParlorKit

/// A game on the whole screen, played with keys. Each key that acts makes an ordinary line.
final class Table {
  /// What keys mean.
  private enum Mode {
    case play
    /// Letters choose the nearest cells, by the index of their places.
    case letters([Int: Character])
    /// A line is typed.
    case line(TableLine)
    /// `u` again makes the undo after which the game does not count.
    case undo
    /// A text is read, from a row on.
    case page(Page, from: Int)
    /// The hand of a player is hidden until Enter.
    case curtain(String)
  }

  /// A text in place of the table.
  private enum Page {
    case keys
    case message
  }

  private struct Word {
    var letters = ""
    var places: [Int] = []
    var line: String?
  }

  /// Runs a line of a key, and hands over its replies.
  var run: (_ line: String, _ sink: (Reply) -> Void) -> Void = { _, _ in }
  /// The lines typed before, oldest first.
  var earlierLines: () -> [String] = { [] }
  /// Called once a second, and while something may arrive.
  var idle: () -> Void = {}
  /// Whether the session is over.
  private(set) var endsSession = false

  /// Why the session ends, found while a line ran.
  private var cause: LineInput?
  private let interpreter: Interpreter
  private let screen: KeyScreen
  private(set) var cursor: TableCursor
  private var mode = Mode.play
  /// The letters typed one after the other, with the cursor before each, and the line that the first of
  /// them made; also a sign that acted.
  private var word = Word()
  /// What the last line reported, row by row.
  private var message: [String] = []
  /// Which part of the message is shown if there is too little room.
  private var reading = TableScene.Reading.end
  /// The move that the last line, a `hint`, showed first: Enter plays it, as the next key.
  private var hinted: String?
  /// The name of the player who looked at the table last.
  private(set) var lastPlayer: String?
  private var scene: TableScene

  /// The table of a game that is open.
  ///
  /// - Parameters:
  ///   - former: the cursor when the table of this game was left, near which this one begins.
  ///   - lastPlayer: who looked at a table last, if it was left at a curtain.
  init(
    _ interpreter: Interpreter, _ game: any SessionGame, on screen: KeyScreen, isColored: Bool,
    near former: TableCursor?, lastPlayer: String?
  ) {
    self.interpreter = interpreter
    self.screen = screen
    scene = TableScene(TableLook(isColored: isColored, interpreter.session.preferences.board))
    scene.clear(rows: screen.rows, columns: screen.columns)
    cursor = TableCursor(game, near: former)
    self.lastPlayer = lastPlayer ?? game.playerOnTurn
    lowerCurtain(before: game)
  }

  /// Whether a hand is hidden.
  var isCovered: Bool { if case .curtain = mode { true } else { false } }

  private var game: (any SessionGame)? { interpreter.currentGame }
  private var isOver: Bool { game?.status.isOver ?? true }

  /// Plays until the player returns to the line.
  ///
  /// - Returns: why the session ends, if it does.
  func play() -> LineInput? {
    draw()
    while let game, !endsSession {
      let isRemote = game.logged == nil
      let ticks = isRemote || game.kind.definition.traits.contains(.readsClock)
      switch screen.next(within: isRemote ? 250 : ticks ? 1000 : nil) {
      case .key(let key): if !handle(key) { return nil }
      case .mouse(let button, let row, let column):
        if !click(button, row, column) { return nil }
      case .pasted(let text): paste(text)
      case .redraw: break
      case .tick: receiveNews()
      case .printed(let text): say(text)
      case .ended(let cause): return cause
      }
      if let cause { return cause }
      draw()
    }
    return nil
  }

  /// Shows what has happened in a game that is played elsewhere.
  private func receiveNews() {
    idle()
    var news: [Reply] = []
    interpreter.deliverNews { news.append($0) }
    guard !news.isEmpty else { return }
    message = []
    for reply in news { take(reply) }
    renew()
  }

  // MARK: - Keys

  /// Does what a key means; returns false if it returns to the line.
  private func handle(_ key: String) -> Bool {
    switch mode {
    case .curtain: return lift(by: key)
    case .page(let page, let top): return turn(page, from: top, by: key)
    case .line(let line): edit(line, by: key)
    case .letters(let letters):
      if [";", "Esc"].contains(key) {
        mode = .play
      } else if key.count == 1, key.first?.isLetter == true {
        guard let place = letters.first(where: { $0.value == key.lowercased().first }) else {
          return true
        }
        cursor.go(to: place.key)
        act(key == key.lowercased() ? 0 : 1)
      } else {
        return play(key)
      }
    case .undo where key == "u":
      mode = .play
      make("undo")
    case .undo, .play:
      if case .undo = mode { (mode, message) = (.play, []) }
      if let hinted, key == "Enter", !isOver {
        make(hinted)
        return true
      }
      // Another guess than that of the hint begins anew.
      if hinted != nil, key.count == 1, key.first?.isNumber == true { cursor.clear() }
      hinted = nil
      if ["+", "-"].contains(word.letters), let number = cursor.number, key == "Enter" {
        cursor.number = nil
        message = [
          "`\(word.letters)` has counted 1 already; `u` takes it back."
            + " Type `\(number)\(word.letters)`."
        ]
        return true
      }
      let isLetter = key.count == 1 && key.first?.isLetter == true
      let isWord = interpreter.router.isCommand
      if isLetter, word.letters.isEmpty, let text = screen.takeWord(after: key, if: isWord) {
        mode = .line(TableLine(text))
        return true
      }
      if isLetter {
        word.letters += key
        word.places.append(cursor.index)
      } else if Int(key) == nil {
        word = Word(letters: ["+", "-"].contains(key) && cursor.number == nil ? key : "")
      }
      return play(key)
    }
    return true
  }

  /// Plays with a key; returns false if it returns to the line.
  private func play(_ key: String) -> Bool {
    if choose(key) { return true }
    let index = cursor.controls.keys.firstIndex { $0.name == key }
    if isOver {
      // How the game ended stays on the screen.
      return key != "n" && (index != nil || key == "Enter") || command(key)
    }
    guard let index else { return command(key) }
    act(index)
    return true
  }

  /// The keys that every table has; false if one returns to the line.
  private func command(_ key: String) -> Bool {
    switch key {
    case "q", "Ctrl-C", "Ctrl-D": return false
    case "Esc":
      guard cursor.hasChoice else { return false }
      cursor.clear()
    case "Enter":
      let keys = cursor.legalKeys.map { "\($0.name) \(cursor.label(of: $0))" }
      message = keys.isEmpty ? [] : ["Choose: \(keys.joined(separator: ", "))."]
    case "n" where isOver: make("new")
    case "u": undo()
    case "U": make("redo")
    case "?": mode = .page(.keys, from: 0)
    case ":": mode = .line(TableLine(""))
    case "H" where interpreter.session.canAdvise: enter("hint")
    case ";": if !cursor.targets.isEmpty { mode = .letters([:]) }
    case "Backspace": cursor.takeBack()
    default:
      if move(by: key) { return true }
      if let number = cursor.number, key.count == 1, word.letters.isEmpty {
        // What is no whole number is a line, which gets an error.
        cursor.number = nil
        mode = .line(TableLine("\(number)\(key)"))
      } else {
        beginLine()
      }
    }
    return true
  }

  /// Moves the cursor; returns whether a key does so.
  private func move(by key: String) -> Bool {
    let steps = cursor.number ?? 1
    switch key {
    case "Up", "k": cursor.move(rows: -steps, columns: 0)
    case "Down", "j": cursor.move(rows: steps, columns: 0)
    case "Left", "h": cursor.move(rows: 0, columns: -steps)
    case "Right", "l": cursor.move(rows: 0, columns: steps)
    case "Home": cursor.move(rows: 0, columns: -1000)
    case "End": cursor.move(rows: 0, columns: 1000)
    case "PageUp": cursor.move(rows: -10, columns: 0)
    case "PageDown": cursor.move(rows: 10, columns: 0)
    case "Tab", "Shift-Tab": jump(forward: key == "Tab")
    default: return false
    }
    cursor.number = nil
    return true
  }

  /// Takes keys that choose something; returns whether it was one.
  private func choose(_ key: String) -> Bool {
    let digit = key.count == 1 ? Int(key) : nil
    switch cursor.controls.cursor {
    case .dice where digit == nil || !cursor.takesNumber:
      if key == " " { cursor.togglePick() } else if let digit { cursor.pick(face: digit) }
      return key == " " || digit != nil
    case .holes(_, let most):
      guard key.utf8.count == 1, let byte = key.utf8.first else { return false }
      let letter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? Int(byte) - 87 : nil
      guard let value = digit ?? letter, 1...most ~= value else {
        // A digit has gone to the next hole already, and people type a blank after it.
        if key == " ", !cursor.hasJustFilled { cursor.move(rows: 0, columns: 1) }
        return key == " "
      }
      guard !cursor.isPastEnd else {
        message = ["All holes are filled: Enter guesses, Backspace empties the last, Esc all."]
        return true
      }
      cursor.fill(value)
    case .cells, .rows, .moves, .dice:
      guard let digit else {
        guard key == " ", !isOver else { return false }
        act(0)
        return true
      }
      guard digit > 0 || cursor.number != nil || cursor.takesNumber else { return false }
      cursor.type(digit)
    }
    return true
  }

  /// Moves to the next place where the first key acts, those next to a number first.
  private func jump(forward: Bool) {
    let targets = cursor.targets
    guard case .cells = cursor.controls.cursor else {
      return cursor.move(rows: 0, columns: forward ? 1 : -1)
    }
    let next =
      forward
      ? targets.first { $0 > cursor.index } ?? targets.first
      : targets.last { $0 < cursor.index } ?? targets.last
    if let next { cursor.go(to: next) }
  }

  /// Makes the line of one of the game's keys.
  private func act(_ index: Int) {
    guard cursor.controls.keys.indices.contains(index) else { return }
    let key = cursor.controls.keys[index]
    // Dice that were picked are held first.
    if let held = cursor.lineOfPicked(for: key) { return hold(held, then: key) }
    guard let line = cursor.line(of: key) else {
      message = ["\(key.name) \(key.label): \(cursor.need(of: key))."]
      return
    }
    make(line)
  }

  /// Holds the dice that are picked, then does what a key means.
  private func hold(_ line: String, then key: Controls.Key) {
    guard cursor.legal.contains(line) else { return message = [cursor.choice ?? line] }
    make(line)
    let first = message
    guard reading != .beginning, cause == nil, !endsSession, !isOver,
      let next = cursor.controls.keys.firstIndex(where: { $0.name == key.name })
    else { return }
    act(next)
    message = first + message
  }

  /// Undoes, or asks first if the game will not count then.
  private func undo() {
    let policy = interpreter.session.preferences.undoPolicy
    guard game?.logged?.undoExcludes(policy) == true else { return make("undo") }
    message = [
      "After this undo, the game does not count. `u` again undoes; any other key does not."
    ]
    mode = .undo
  }

  private func click(_ button: Int, _ row: Int, _ column: Int) -> Bool {
    if case .key? = scene.target(row: row, column: column) {} else { hinted = nil }
    if button >= 64, case .page = mode { return handle(button == 64 ? "Up" : "Down") }
    if button >= 64 {
      cursor.move(rows: button == 64 ? -1 : 1, columns: 0)
      return true
    }
    switch scene.target(row: row, column: column) {
    case nil:
      if case .page(let page, _) = mode { close(page) }
      return true
    case .key(let key): return handle(key)
    case .place(let index):
      switch mode {
      case .line, .undo: mode = .play
      default: break
      }
      let isAgain = index == cursor.index
      cursor.go(to: index)
      switch cursor.controls.cursor {
      case .cells: act(button == 0 ? 0 : button == 2 ? 1 : 2)
      case .dice: cursor.togglePick()
      case .moves: if isAgain { act(0) }
      case .holes, .rows: break
      }
      return true
    }
  }

  // MARK: - Lines

  /// Runs a line of a key, or one that was typed.
  private func make(_ line: String, isTyped: Bool = false) {
    (message, reading, hinted) = (["> \(line)"], .end, nil)
    let before = (game?.number, game?.logged?.digest)
    run(line) { take($0, isTyped: isTyped) }
    let isRefused = reading == .beginning
    if word.letters.count == 1, !isRefused { word.line = line }
    cause = screen.endCommand()
    // What was chosen stays chosen where nothing has changed.
    if !isRefused || before != (game?.number, game?.logged?.digest) { renew() }
    if let hinted { cursor.choose(hinted) }
  }

  /// Runs a typed line; what does not fit below the table is a page.
  private func enter(_ line: String) {
    make(line, isTyped: true)
    draw()
    if scene.hidesMessage, reading != .again, case .play = mode { mode = .page(.message, from: 0) }
  }

  /// Shows a reply. What a line of a key could have been, the line of keys says.
  private func take(_ reply: Reply, isTyped: Bool = true) {
    if reply.endsSession { endsSession = true }
    if reply.problem != nil { reading = .beginning }
    if let hint = reply.events.first(where: { $0.type == "hint" }) {
      hinted = interpreter.session.hintedMove
      // The board shows the move, so its room is kept, unless there is more to read.
      if reply.events.count == 1, hint.fields["reasons"]?.array == [] { reading = .again }
    }
    var text = TextWriter(styled: scene.look.isStyled, width: screen.columns)
    let situation = reply.write(to: &text)
    let lines = text.bytes[..<(situation ?? text.bytes.count)].split(separator: 0x0A)
    let shown = reply.problem == nil || isTyped ? lines : Array(lines.prefix(1))
    message += shown.map { String(decoding: $0, as: UTF8.self) }
  }

  private func say(_ text: String) {
    message += text.split(separator: "\n").map(String.init)
  }

  /// Shows that a program thinks about the move of a player.
  func wait(for player: String) {
    let before = message
    message.append("\(player) is thinking. Ctrl-C stops.")
    draw()
    message = before
  }

  /// Looks at the game again after a line.
  private func renew() {
    guard let game else { return }
    cursor = TableCursor(game, near: cursor)
    lowerCurtain(before: game)
  }

  // MARK: - Typed lines

  /// Opens a line with as many of the letters typed last as a command begins with, and takes back what
  /// they moved. Other keys do nothing.
  private func beginLine() {
    let verbs = interpreter.router.declarations.flatMap(\.verbs)
    let letters = word.letters.lowercased()
    let begun = letters.indices.map { letters[$0...] }.first { end in
      verbs.contains { $0.hasPrefix(end) }
    }
    guard let begun else {
      if let key = word.letters.last {
        message = ["`\(key)` is no key of this table; `?` lists the keys, `:` types a line."]
      }
      return
    }
    if begun.count < letters.count { word.line = nil }
    cursor.go(to: word.places[word.places.count - begun.count])
    mode = .line(TableLine(String(word.letters.suffix(begun.count))))
  }

  private func paste(_ text: String) {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    hinted = nil
    switch mode {
    case .line(var typed):
      typed.type(line, earlierLines)
      mode = .line(typed)
    case .play, .letters, .undo: mode = .line(TableLine(line))
    case .page, .curtain: break
    }
  }

  /// Edits the typed line, and runs it on Enter.
  private func edit(_ line: TableLine, by key: String) {
    var line = line
    mode = .play
    switch key {
    case "Ctrl-C": break
    case "Esc": if line.dismiss() { mode = .line(line) }
    case "Backspace": if line.erase(earlierLines) { mode = .line(line) }
    case "Tab", "Shift-Tab":
      line.complete(by: key == "Tab" ? 1 : -1, interpreter.assistant.completion)
      mode = .line(line)
    case "Ctrl-R":
      line.search(earlierLines)
      mode = .line(line)
    case "Enter":
      let text = line.text
      if text == word.line {
        message = ["`\(text)` is done already: `\(text.prefix(1))` is enough."]
      } else if text.contains(where: { $0 != " " }) {
        enter(text)
      }
      word = Word()
      return
    default:
      if key.count == 1 { line.type(key, earlierLines) }
      mode = .line(line)
    }
    if case .play = mode { word = Word() }
  }

  // MARK: - Hidden hands

  /// Hides the table if the turn has come to another person, who alone may see a hand.
  private func lowerCurtain(before game: any SessionGame) {
    if isCovered { mode = .play }
    guard let player = game.playerOnTurn, player != lastPlayer else { return }
    let seats = game.logged?.table.seats ?? [:]
    let people = game.players.filter { seats[$0] == nil }
    guard people.contains(player) else { return }
    if people.count > 1, game.onlookerView?.fields != game.view.fields {
      mode = .curtain(player)
    } else {
      lastPlayer = player
    }
  }

  private func lift(by key: String) -> Bool {
    if ["q", "Esc", "Ctrl-C", "Ctrl-D"].contains(key) { return false }
    guard key == "Enter" else { return true }
    mode = .play
    lastPlayer = game?.playerOnTurn
    return true
  }

  // MARK: - Pages

  /// Scrolls a page that is longer than the screen. Any other key ends it, and one that leaves no page acts
  /// at the table; returns false if it returns to the line.
  private func turn(_ page: Page, from top: Int, by key: String) -> Bool {
    let room = screen.rows - 1
    let last = max(0, text(of: page).count - room)
    let steps = [
      "Up": -1, "k": -1, "Down": 1, "j": 1, "PageUp": -room, "PageDown": room, " ": room,
      "Home": -top, "End": last,
    ]
    if last > 0, let step = steps[key] {
      mode = .page(page, from: min(max(top + step, 0), last))
      return true
    }
    close(page)
    return ["Enter", "Esc", "Ctrl-C", "Backspace", " ", "q", "?"].contains(key) || handle(key)
  }

  /// Returns to the table. A message that was read leaves it the room.
  private func close(_ page: Page) {
    mode = .play
    if page == .message { reading = .again }
  }

  /// The rows of a page.
  private func text(of page: Page) -> [String] {
    switch page {
    case .message: return scene.wrapped(message)
    case .keys:
      guard let game else { return [] }
      var text = TextWriter(width: screen.columns)
      text.write("Keys of this table\n", Columns(keys(of: game).page, indent: 2, wraps: true))
      let legend = [
        scene.look.legend(of: cursor.picture), scene.look.boardLegend(of: cursor.picture),
      ].compactMap(\.self)
      return text.string.split(separator: "\n").map(String.init) + scene.wrapped(legend)
    }
  }

  // MARK: - Drawing

  private func draw() {
    guard let game else { return }
    scene.clear(rows: screen.rows, columns: screen.columns)
    switch mode {
    case .curtain(let player): scene.drawCurtain(for: player, message)
    case .page(let page, let top): scene.drawPage(text(of: page), from: top)
    case .letters where isOver && !screen.hasArrived:
      mode = .play
      drawTable(of: game)
    case .letters(var letters):
      // The first drawing finds what is visible.
      drawTable(of: game, letters: letters)
      letters = deal(letters)
      mode = .letters(letters)
      scene.clear(rows: screen.rows, columns: screen.columns)
      drawTable(of: game, letters: letters)
    case .line(let line): drawTable(of: game, line: line)
    case .play, .undo: drawTable(of: game)
    }
    screen.show(scene.rows, cursor: scene.cursor)
  }

  private func drawTable(
    of game: any SessionGame, letters: [Int: Character]? = nil, line: TableLine? = nil
  ) {
    let list = line?.list(mark: scene.look.mark, most: max(2, screen.rows / 4)) ?? []
    scene.drawTable(
      of: game, cursor, letters: letters ?? [:], message: list.isEmpty ? message : list,
      reading: reading,
      state: [cursor.choice].compactMap(\.self), line: line?.text,
      keys(of: game, hasLetters: letters != nil))
  }

  private func keys(of game: any SessionGame, hasLetters: Bool = false) -> TableKeys {
    TableKeys(
      game, cursor, hasHints: interpreter.session.canAdvise, hinted: hinted, hasLetters: hasLetters,
      takesMouse: interpreter.session.preferences.takesMouse)
  }

  /// Letters for the nearest cells that are visible, those of the middle row of the keyboard first.
  ///
  /// A cell keeps its letter while it is near. While keys wait that were typed before, no cell gets another one, so that
  /// none of them acts on a cell that its player has not seen it on.
  private func deal(_ before: [Int: Character]) -> [Int: Character] {
    let alphabet = "asdfghjklqwertyuiopzxcvbnm"
    let visible = cursor.nearestTargets.filter(scene.isVisible)
    if screen.hasArrived { return before.filter { visible.contains($0.key) } }
    let nearest = visible.prefix(alphabet.count)
    var letters = before.filter { nearest.contains($0.key) }
    let rest = nearest.filter { letters[$0] == nil }
    let used = Set(letters.values)
    // A letter that has just lost its cell rests: a key that is pressed twice acts on no other cell.
    let free = alphabet.filter { !used.contains($0) }
    let lost = Set(before.values).subtracting(used)
    for (index, letter) in zip(rest, free.filter { !lost.contains($0) }) { letters[index] = letter }
    return letters
  }
}
