import LineEditing
import LineSyntax
import ParlorEngine
import ParlorKit

/// A game on the whole screen, played with keys. Each key that acts makes an ordinary line.
final class Table {
  /// What a click on a place of the screen means.
  private enum Target {
    case key(String)
    case place(Int)
  }

  /// Runs a line of a key, and hands over its replies.
  var run: (_ line: String, _ sink: (Reply) -> Void) -> Void = { _, _ in }
  /// Called once a second, and while something may arrive.
  var idle: () -> Void = {}
  /// Whether the session is over.
  private(set) var endsSession = false
  /// The player whose hand is hidden until Enter is pressed.
  private(set) var curtain: String?

  /// Why the session ends, found while a line ran.
  private var cause: LineInput?
  private let interpreter: Interpreter
  private let screen: KeyScreen
  private let look: TableLook
  private let isStyled: Bool
  private var cursor: TableCursor
  /// What the last line reported, row by row.
  private var message: [String] = []
  private var showsHelp = false
  /// Letters for the nearest cells, by the index of their places; nil if they are not asked for.
  private var letters: [Int: Character]?
  /// The player who looked at the table last.
  private var lastPlayer: Int?
  private var start = (row: 0, column: 0)
  private var targets: [(rows: Range<Int>, columns: Range<Int>, target: Target)] = []

  /// The table of a game that is open.
  init(
    _ interpreter: Interpreter, _ game: any SessionGame, on screen: KeyScreen, isColored: Bool
  ) {
    self.interpreter = interpreter
    self.screen = screen
    look = TableLook(isColored: isColored, interpreter.session.preferences.board)
    isStyled = isColored
    cursor = TableCursor(game, near: nil)
    lastPlayer = game.status.turn
  }

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
      case .key(let key):
        if showsHelp {
          showsHelp = false
        } else if !handle(key) {
          return nil
        }
      case .mouse(let button, let row, let column):
        if !click(button, row, column) { return nil }
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
    if ["Ctrl-C", "Esc"].contains(key) {
      guard key == "Esc", letters != nil || cursor.takeBack() else { return false }
      letters = nil
      return true
    }
    if curtain != nil { return lift(by: key) }
    if let letters, key.count == 1, let lower = key.lowercased().first,
      let place = letters.first(where: { $0.value == lower })?.key
    {
      cursor.go(to: place)
      act(key == String(lower) ? 0 : 1)
      return true
    }
    if choose(key) { return true }
    if let index = cursor.controls.keys.firstIndex(where: { $0.name == key }) {
      act(index)
      return true
    }
    return command(key)
  }

  /// The keys that every table has; false if one returns to the line.
  private func command(_ key: String) -> Bool {
    switch key {
    case "q": return false
    case "Enter" where isOver: return false
    case "n" where isOver: make("new")
    case "u": make("undo")
    case "U": make("redo")
    case "?": showsHelp = true
    case ";": letters = letters == nil ? [:] : nil
    case "Backspace": _ = cursor.takeBack()
    default:
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
      default: return true
      }
      cursor.number = nil
    }
    return true
  }

  /// Takes keys that choose something; returns whether it was one.
  private func choose(_ key: String) -> Bool {
    let digit = key.count == 1 ? Int(key) : nil
    switch cursor.controls.cursor {
    case .dice:
      if key == " " { cursor.togglePick() } else if let digit { cursor.pick(face: digit) }
      return key == " " || digit != nil
    case .holes(_, let most):
      guard key.utf8.count == 1, let byte = key.utf8.first else { return false }
      let letter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? Int(byte) - 87 : nil
      guard let value = digit ?? letter, 1...most ~= value else {
        if key == " " { cursor.move(rows: 0, columns: 1) }
        return key == " "
      }
      cursor.fill(value)
    case .cells, .rows, .moves:
      guard let digit else {
        guard key == " ", !isOver else { return false }
        act(0)
        return true
      }
      guard digit > 0 || cursor.number != nil else { return false }
      cursor.number = min((cursor.number ?? 0) * 10 + digit, 1_000_000)
      if case .moves = cursor.controls.cursor { cursor.go(to: (cursor.number ?? 1) - 1) }
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
    guard let line = cursor.line(of: key) else {
      message = ["\(key.name): choose first what `\(key.lines.first ?? "")` needs."]
      return
    }
    make(line)
  }

  private func click(_ button: Int, _ row: Int, _ column: Int) -> Bool {
    if showsHelp {
      showsHelp = false
      return true
    }
    if button >= 64 {
      cursor.move(rows: button == 64 ? -1 : 1, columns: 0)
      return true
    }
    guard let hit = targets.first(where: { $0.rows.contains(row) && $0.columns.contains(column) })
    else { return true }
    switch hit.target {
    case .key(let key): return handle(key)
    case .place(let index):
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

  /// Runs a line as if it was typed.
  private func make(_ line: String) {
    message = ["> \(line)"]
    run(line) { take($0) }
    cause = screen.endCommand()
    renew()
  }

  private func take(_ reply: Reply) {
    if reply.endsSession { endsSession = true }
    var text = TextWriter(styled: isStyled, width: screen.columns)
    let situation = reply.write(to: &text)
    say(String(decoding: text.bytes[..<(situation ?? text.bytes.count)], as: UTF8.self))
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

  // MARK: - Hidden hands

  /// Hides the table if the turn has come to another person, who alone may see a hand.
  private func lowerCurtain(before game: any SessionGame) {
    curtain = nil
    guard let turn = game.status.turn, turn != lastPlayer else { return }
    let seats = game.logged?.table.seats ?? [:]
    let people = game.players.indices.filter { seats[game.players[$0]] == nil }
    guard people.contains(turn) else { return }
    let hides = game.kind.definition.traits.contains(.hidesDraws)
    if hides, people.count > 1, game.onlookerView?.fields != game.view.fields {
      curtain = game.players[turn]
    } else {
      lastPlayer = turn
    }
  }

  private func lift(by key: String) -> Bool {
    if key == "q" { return false }
    guard key == "Enter" else { return true }
    curtain = nil
    lastPlayer = game?.status.turn
    return true
  }

  // MARK: - Drawing

  private func cells(_ text: String, style: String = "") -> [ScreenCell] {
    style.isEmpty
      ? [ScreenCell](styled: text, hasColor: isStyled) : [ScreenCell](text, style: style)
  }

  private func draw() {
    guard let game else { return }
    targets = []
    if let curtain {
      let rows = [cells("\(curtain)'s turn: press Enter", style: look.strong)]
      return screen.show(rows + message.map { cells($0) }, cursor: (0, 0))
    }
    if showsHelp { return screen.show(help.map { cells($0) }, cursor: nil) }
    drawTable(game, game.view, height: screen.rows, width: screen.columns)
  }

  /// Draws, from the top, the name of the game, the table, what the last line reported, what can be
  /// done now, and the line of keys.
  private func drawTable(
    _ game: any SessionGame, _ view: any GameView, height: Int, width: Int
  ) {
    if letters != nil { letters = nearestLetters }
    var situation = TextWriter(styled: isStyled, width: width)
    view.writeSituation(to: &situation)
    let lines = situation.string.split(separator: "\n").map(String.init)
    let hasPicture = view.picture != nil
    // The rows before are the board, which the picture shows.
    var status = hasPicture ? lines.suffix(isOver && lines.count > 3 ? 2 : 1) : []
    if let choice = cursor.choice { status.append(choice) }
    status = wrapped(Array(status), width)
    let keyRows = keyLine(height, width)
    let room = max(2, height - 1 - status.count - keyRows.count)
    let drawing = TableDrawing(
      cursor, text: hasPicture ? [] : tableText(view, lines, width), letters: letters ?? [:], look,
      height: room - 1, width: width)
    let messages = wrapped(message, width).suffix(max(1, room - drawing.rows.count))
    var rows = [cells(game.kind.definition.title + "  " + view.prompt, style: look.strong)]
    rows += drawing.part(from: &start)
    for index in cursor.places.indices {
      guard let spot = drawing.spot(index, from: start) else { continue }
      let rows = spot.rows.lowerBound + 1..<spot.rows.upperBound + 1
      // The gap beside a cell is part of it.
      targets.append((rows, spot.columns.lowerBound..<spot.columns.upperBound + 1, .place(index)))
    }
    rows += messages.map { cells($0, style: $0.hasPrefix("> ") ? look.faint : "") }
    rows += status.map { cells($0) }
    for items in keyRows { rows.append(keyCells(items, inRow: rows.count)) }
    let spot = drawing.spot(cursor.index, from: start)
    screen.show(rows, cursor: spot.map { (row: $0.middle + 1, column: $0.center) })
  }

  /// The text of a game without a picture.
  private func tableText(
    _ view: any GameView, _ situation: [String], _ width: Int
  ) -> [[ScreenCell]] {
    var text = TextWriter(styled: isStyled, width: width)
    view.writeTable(to: &text)
    return (text.string.split(separator: "\n").map(String.init) + situation).map { cells($0) }
  }

  /// Letters for the nearest cells, those of the middle row of the keyboard first.
  private var nearestLetters: [Int: Character] {
    Dictionary(
      zip(cursor.nearestTargets, "asdfghjklqwertyuiopzxcvbnm"),
      uniquingKeysWith: { first, _ in first })
  }

  /// The keys that can be named: their names and what they do.
  private var keys: [(name: String, label: String)] {
    if isOver { return [("n", "new game"), ("u", "undo"), ("Esc", "back to the line")] }
    var keys = cursor.controls.keys.map { ($0.name, $0.label) }
    switch cursor.controls.cursor {
    case .cells: keys.append((";", "letters"))
    case .dice: keys.append(("1-6", "pick"))
    case .holes(_, let most): keys.append(("1-\(min(most, 9))", "peg"))
    case .rows: keys.append(("0-9", "number"))
    case .moves: keys.append(("1-9", "choose"))
    }
    return keys + [("u", "undo"), ("?", "keys"), ("Esc", "line")]
  }

  /// The line of keys, in as many rows as the width needs; one row of a low screen.
  private func keyLine(_ height: Int, _ width: Int) -> [[(name: String, label: String)]] {
    var rows: [[(name: String, label: String)]] = [[]]
    var used = 0
    let mostUsed = height < 16 ? width - 8 : width
    for key in keys {
      let length = key.name.count + key.label.count + 1
      if used + length > mostUsed, used > 0 {
        if height < 16 { return [rows[0] + [("?", "keys")]] }
        rows.append([])
        used = 0
      }
      rows[rows.count - 1].append(key)
      used += length + 2
    }
    return rows
  }

  /// Lines of text, broken at words where they are wider than the screen.
  private func wrapped(_ lines: [String], _ width: Int) -> [String] {
    let text = ReplyLayout.wrapped(Array(lines.joined(separator: "\n").utf8)[...], width: width)
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func keyCells(_ keys: [(name: String, label: String)], inRow row: Int) -> [ScreenCell] {
    var cells: [ScreenCell] = []
    for key in keys {
      let start = cells.count
      cells += self.cells(key.name, style: look.strong)
      cells += self.cells(" \(key.label)", style: look.faint)
      targets.append((row..<row + 1, start..<cells.count, .key(key.name)))
      cells += [ScreenCell]("  ")
    }
    return cells
  }

  private var help: [String] {
    let own = cursor.controls.keys.map { key in
      "  \(key.name.padded(to: 11)) " + key.lines.map { "`\($0)`" }.joined(separator: ", or ")
    }
    return ["Keys of this table; any key goes on"] + own + Self.commonHelp
  }

  private static let commonHelp = [
    "  arrows hjkl  move; a number before repeats",
    "  Home End     the ends of a row",
    "  Tab          the next place, Shift-Tab the one before",
    "  Space        the same as Enter; picks a die",
    "  ;            letters on the nearest cells: one acts as Enter,",
    "               a capital as the second key",
    "  Backspace    takes back what was chosen",
    "  u U          undo, redo",
    "  Esc q        back to the line",
    "  mouse        left as Enter, right and middle as the next keys",
  ]
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
