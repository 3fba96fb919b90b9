import LineEditing
import ParlorEngine
import ParlorKit

/// What a table shows on the screen, and what a click on each place of it means.
struct TableScene {
  /// Which part of a message tells most.
  enum Reading {
    /// What it ends with.
    case end
    /// Why a line was refused.
    case beginning
    /// Its beginning; the whole has been read.
    case again
  }

  /// What a click means.
  enum Target {
    case key(String)
    case place(Int)
  }

  /// The rows from the top.
  private(set) var rows: [[ScreenCell]] = []
  /// Where the cursor of the terminal stands.
  private(set) var cursor = (row: 0, column: 0)
  private var targets: [(rows: Range<Int>, columns: Range<Int>, target: Target)] = []
  let look: TableLook
  /// Whether what the last line reported needs more rows than there are below the table.
  private(set) var hidesMessage = false
  private var size = (rows: 0, columns: 0)
  /// The first row and column that is shown of a table larger than the screen.
  private var start = (row: 0, column: 0)

  private static let keysOfLine: [TableKeys.Item] = [
    ("Enter", "run"), ("Esc", "table"), ("Tab", "complete"), ("Ctrl-R", "search"),
  ]

  init(_ look: TableLook) { self.look = look }

  /// Begins an empty screen.
  mutating func clear(rows: Int, columns: Int) {
    self.rows = []
    cursor = (0, 0)
    targets = []
    size = (rows, columns)
  }

  /// What a click on a place means.
  func target(row: Int, column: Int) -> Target? {
    targets.first { $0.rows.contains(row) && $0.columns.contains(column) }?.target
  }

  /// Whether the place of an index is on the screen.
  func isVisible(_ index: Int) -> Bool {
    targets.contains { if case .place(index) = $0.target { true } else { false } }
  }

  // MARK: - Pages

  /// Shows that a hand is hidden.
  mutating func drawCurtain(for player: String, _ message: [String]) {
    rows = [cells("\(player)'s turn: press Enter", style: look.strong)] + message.map { cells($0) }
  }

  /// Shows lines from one on, and below them how to go on.
  mutating func drawPage(_ lines: [String], from top: Int) {
    let room = size.rows - 1
    rows = lines.dropFirst(top).prefix(room).map { cells($0) }
    cursor.row = rows.count
    let hint = (lines.count > room ? "Space, Up, Down: scroll; " : "") + "Enter: back"
    rows.append(cells(hint, style: look.faint))
  }

  // MARK: - The table

  /// Shows, from the top, the name of the game, the table, what the last line reported, what can be
  /// done now, and the line of keys.
  ///
  /// - Parameters:
  ///   - letters: letters on places, by their index.
  ///   - reading: which part of the message is shown if there is too little room.
  ///   - state: what is chosen, and what is waited for.
  ///   - line: a line that is typed.
  mutating func drawTable(
    of game: any SessionGame, _ chosen: TableCursor, letters: [Int: Character], message: [String],
    reading: Reading, state: [String], line: String?, _ keys: TableKeys
  ) {
    let view = game.view
    var situation = TextWriter(styled: look.isStyled, width: size.columns)
    view.writeSituation(to: &situation)
    let lines = situation.string.split(separator: "\n").map(String.init)
    let hasPicture = view.picture != nil
    // The rows before are the board, which the picture shows.
    let isSmall = size.rows < 16
    let isLong = game.status.isOver && lines.count > 3 && !isSmall
    let position = hasPicture ? lines.suffix(isLong ? 2 : 1) : []
    let fits = !isSmall || chosen.picture.rows.count + 6 < size.rows
    let legend = fits ? look.legend(of: chosen.picture) : nil
    let status = wrapped([legend].compactMap(\.self) + position + state)
    let text = hasPicture ? [] : text(of: view, lines)
    // Rows that the table leaves free; one is for what the last line reported.
    let free =
      size.rows - 2 - status.count - max(chosen.picture.rows.count + chosen.listed, text.count)
    let items =
      line == nil
      ? keys.rows(most: max(1, free), width: size.columns)
      : [Array(Self.keysOfLine.prefix(size.columns < 50 ? 3 : 4))]
    let used = 1 + status.count + items.count + (line == nil ? 0 : 1)
    let room = max(2, size.rows - used)
    let report = wrapped(message)
    // What a key needs is said in full, and a reply where it leaves two thirds of the room.
    let isOfLine = message.first?.hasPrefix("> ") ?? true
    let reply = isOfLine ? wrapped(Array(message.dropFirst())) : report
    let least =
      reading == .again
      ? 1 : min(max(reply.count, 1), isOfLine ? max(1, room / 3) : max(1, room - 2))
    let drawing = TableDrawing(
      chosen, text: text, letters: letters, look, height: room - least, width: size.columns)
    rows = [cells(game.kind.definition.title + "  " + view.prompt, style: look.strong)]
    rows += drawing.part(from: &start)
    let more = drawing.more(from: start)
    if !more.isEmpty { rows[0] += cells("  more " + more, style: look.faint) }
    for index in chosen.places.indices {
      guard let spot = drawing.spot(index, from: start) else { continue }
      let rows = spot.rows.lowerBound + 1..<spot.rows.upperBound + 1
      // The gap beside a cell is part of it.
      targets.append((rows, spot.columns.lowerBound..<spot.columns.upperBound + 1, .place(index)))
    }
    let most = max(least, room - drawing.rows.count)
    let shown =
      report.count <= most
      ? report
      : reading != .end || !isOfLine
        ? Array(reply.prefix(most)) : ends(of: reply, after: message.dropFirst().prefix(2), most)
    hidesMessage = shown.count < reply.count
    rows += shown.map {
      cells($0, style: $0.hasPrefix("> ") ? look.faint : "")
    }
    rows += status.map { cells($0) }
    cursor.row = rows.count
    if let line {
      rows.append(Array([ScreenCell](": " + line).suffix(size.columns - 1)))
      cursor.column = rows[cursor.row].count
    } else if let spot = drawing.spot(chosen.index, from: start) {
      cursor = (spot.middle + 1, spot.center)
    }
    for items in items { append(items) }
  }

  /// As many rows of a long reply as there is room for: its end, and before it what the player's own move did.
  private func ends(of reply: [String], after own: ArraySlice<String>, _ most: Int) -> [String] {
    let head = wrapped(Array(own))
    guard head.count < most else { return reply.suffix(most) }
    return head + reply.suffix(most - head.count)
  }

  /// The text of a game without a picture.
  private func text(of view: any GameView, _ situation: [String]) -> [[ScreenCell]] {
    var text = TextWriter(styled: look.isStyled, width: size.columns)
    view.writeTable(to: &text)
    return (text.string.split(separator: "\n").map(String.init) + situation).map { cells($0) }
  }

  /// Adds a row of keys.
  private mutating func append(_ items: [TableKeys.Item]) {
    var row: [ScreenCell] = []
    for item in items {
      if !row.isEmpty { row += [ScreenCell](TableKeys.gap) }
      let start = row.count
      row += cells(item.name, style: look.strong) + cells(" \(item.label)", style: look.faint)
      targets.append((rows.count..<rows.count + 1, start..<row.count, .key(item.name)))
    }
    rows.append(row)
  }

  private func cells(_ text: String, style: String = "") -> [ScreenCell] {
    style.isEmpty
      ? [ScreenCell](styled: text, hasColor: look.isStyled) : [ScreenCell](text, style: style)
  }

  /// Lines of text, broken at words where they are wider than the screen.
  func wrapped(_ lines: [String]) -> [String] {
    let text = Array(lines.joined(separator: "\n").utf8)
    return String(decoding: ReplyLayout.wrapped(text[...], width: size.columns), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
