import ParlorEngine
import ParlorKit

/// What a player has chosen at a table, and the lines that keys make of it.
struct TableCursor {
  /// A place that the cursor visits: a piece of the picture, or a whole row without a column.
  struct Place: Equatable {
    var row: Int
    var column: Int?
  }

  let controls: Controls
  let picture: Picture
  let places: [Place]
  let legal: MoveIndex
  /// The index of the place under the cursor.
  private(set) var index = 0
  /// The indices of the dice that are picked.
  private(set) var picked: Set<Int> = []
  /// The numbers in the holes.
  private(set) var filled: [Int?] = []
  /// Whether the last hole was filled just now: another number has no hole.
  private(set) var isPastEnd = false
  /// The number that was typed before a key.
  var number: Int?

  /// The places of a game as it is now.
  ///
  /// - Parameter former: the cursor before the last move, near which this one begins.
  init(_ game: any SessionGame, near former: TableCursor?) {
    let view = game.view
    legal = game.moveIndex()
    let declared = view.controls ?? Controls(for: game)
    // Once the game is over, keys that did something do nothing.
    controls =
      !game.status.isOver ? declared : Controls(declared.boardCursor ?? .moves, declared.keys)
    // What a row without pieces says, the situation says too.
    picture = Picture(
      view.picture?.rows.filter { !$0.pieces.isEmpty || !$0.label.isEmpty } ?? [])
    places = Self.places(of: controls, picture, legal)
    if case .holes = controls.cursor { filled = places.map { _ in nil } }
    guard let former, !places.isEmpty else { return }
    switch controls.cursor {
    case .cells: index = min(former.index, places.count - 1)
    case .rows:
      // It goes with the turn.
      let (turn, before) = (picture.markedRow, former.picture.markedRow)
      index = min((turn == before ? nil : turn) ?? former.index, places.count - 1)
    case .dice, .holes, .moves: break
    }
  }

  private static func places(
    of controls: Controls, _ picture: Picture, _ legal: MoveIndex
  ) -> [Place] {
    func pieces(_ row: Int, _ fits: (Picture.Piece) -> Bool) -> [Place] {
      guard picture.rows.indices.contains(row) else { return [] }
      let pieces = picture.rows[row].pieces
      return pieces.indices.filter { fits(pieces[$0]) }.map { Place(row: row, column: $0) }
    }
    switch controls.cursor {
    case .cells(let first):
      return picture.rows.indices.dropFirst(first).flatMap { row in pieces(row) { !$0.isText } }
    case .dice(let row):
      return pieces(row) { if case .die = $0 { true } else { false } }
    case .holes(let row, _): return pieces(row) { $0 == .hole }
    case .rows(let words):
      return picture.rows.indices.prefix(words.count).map { Place(row: $0, column: nil) }
    case .moves: return (0..<legal.count).map { Place(row: $0, column: nil) }
    }
  }

  /// How many moves are listed.
  var listed: Int { if case .moves = controls.cursor { places.count } else { 0 } }

  /// The place under the cursor, if there is one.
  var place: Place? { places.indices.contains(index) ? places[index] : nil }

  /// The row and the column of a cell on the board, from 1.
  private func cell(_ place: Place) -> (row: Int, column: Int)? {
    guard case .cells(let first) = controls.cursor, let column = place.column else { return nil }
    let before = picture.rows[place.row].pieces[..<column].count { !$0.isText }
    return (place.row - first + 1, before + 1)
  }

  /// The keys that can make a legal line now, once something is chosen; of those that make the same
  /// lines, the first.
  var legalKeys: [Controls.Key] {
    var lines: Set<[String]> = []
    return controls.keys.filter { key in
      key.lines.contains { form in
        let verb = String(form.prefix { $0 != " " })
        return legal.verbs.contains(verb) || verb == "MOVE" && legal.count > 0
      } && lines.insert(key.lines).inserted
    }
  }

  /// Whether a key makes a line with a number that was typed before.
  var takesNumber: Bool { legalKeys.contains { $0.lines.contains { $0.hasSuffix(" N") } } }

  /// Whether dice of a roll can be held.
  var picksDice: Bool {
    !places.isEmpty && legalKeys.contains { $0.lines.contains { $0.hasSuffix("…") } }
  }

  /// What a key does now: a line that needs nothing chosen says it itself.
  func label(of key: Controls.Key) -> String {
    guard key.lines.count > 1, let line = line(of: key), key.lines.contains(line) else {
      return key.label
    }
    return line
  }

  /// The letter that fills a hole with a number from 10.
  static func letter(for number: Int) -> Character {
    Character(Unicode.Scalar(UInt8(87 + min(max(number, 10), 35))))
  }

  // MARK: - Choosing

  /// Moves the cursor to a place, if there is one of this index.
  mutating func go(to index: Int) {
    if places.indices.contains(index) { (self.index, isPastEnd) = (index, false) }
  }

  /// Moves the cursor by rows and columns; past the last place it stays there.
  mutating func move(rows: Int, columns: Int) {
    guard let place else { return }
    switch controls.cursor {
    case .cells:
      let step = max(abs(rows), abs(columns))
      let line = places.indices.filter {
        rows == 0 ? places[$0].row == place.row : places[$0].column == place.column
      }
      let here = line.firstIndex(of: index) ?? 0
      let target = here + (rows + columns < 0 ? -step : step)
      go(to: line[min(max(target, 0), line.count - 1)])
    case .dice, .holes: go(to: min(max(index + columns, 0), places.count - 1))
    case .rows, .moves: go(to: min(max(index + rows + columns, 0), places.count - 1))
    }
    if case .holes(_, let most) = controls.cursor, rows != 0, most > 0 {
      let value = (filled[index] ?? (rows < 0 ? 0 : most + 1)) - rows
      filled[index] = ((value - 1) % most + most) % most + 1
    }
  }

  /// Adds a digit to the number before a key, and chooses the move of this number.
  mutating func type(_ digit: Int) {
    let number = min((number ?? 0) * 10 + digit, 999_999_999)
    self.number = number
    if case .moves = controls.cursor { go(to: number - 1) }
  }

  /// Picks the die under the cursor, or puts it back.
  mutating func togglePick() {
    if case .dice = controls.cursor, place != nil { picked.formSymmetricDifference([index]) }
  }

  /// Picks the next die that shows a face; if all are picked, puts them back.
  mutating func pick(face: Int) {
    let dice = places.indices.filter { piece(at: $0) == .die(face) }
    guard let first = dice.first(where: { !picked.contains($0) }) else {
      return picked.subtract(dice)
    }
    picked.insert(first)
    index = first
  }

  /// Puts a number into the hole under the cursor, and goes to the next.
  mutating func fill(_ value: Int) {
    guard place != nil else { return }
    filled[index] = value
    isPastEnd = index + 1 == places.count
    if !isPastEnd { index += 1 }
  }

  /// Whether the hole before the cursor is filled, and its own is not.
  var hasJustFilled: Bool {
    filled.indices.contains(index) && index > 0 && filled[index - 1] != nil && filled[index] == nil
  }

  /// Chooses what makes a line, as far as a key makes it of what is chosen.
  mutating func choose(_ line: String) {
    switch controls.cursor {
    case .moves: go(to: places.indices.first { legal.line($0) == line } ?? index)
    case .cells, .rows:
      let forms = controls.keys.flatMap(\.lines)
      let place = places.indices.first { place in
        forms.contains { self.line(of: $0, at: place) == line }
      }
      go(to: place ?? index)
    case .dice, .holes:
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      let before = self
      (index, picked, filled) = (0, [], filled.map { _ in nil })
      for number in numbers {
        if filled.isEmpty { pick(face: number) } else { fill(number) }
      }
      if !controls.keys.contains(where: { self.line(of: $0) == line }) { self = before }
    }
  }

  /// Whether something is chosen besides the place under the cursor.
  var hasChoice: Bool {
    number != nil || !picked.isEmpty || filled.contains { $0 != nil }
  }

  /// Takes back all that was chosen.
  mutating func clear() {
    (number, picked) = (nil, [])
    guard !filled.isEmpty else { return }
    filled = filled.map { _ in nil }
    go(to: 0)
  }

  /// Takes back what was chosen last.
  mutating func takeBack() {
    if let number {
      self.number = number >= 10 ? number / 10 : nil
    } else if !picked.isEmpty {
      picked = []
    } else if hasChoice {
      if filled[index] == nil { go(to: index - 1) }
      filled[index] = nil
      isPastEnd = false
    }
  }

  /// The piece at a place, as it is chosen.
  func piece(at index: Int) -> Picture.Piece? {
    guard let column = places[index].column else { return nil }
    if !filled.isEmpty, let color = filled[index] { return .peg(color) }
    return picture.rows[places[index].row].pieces[column]
  }

  // MARK: - Lines

  /// The line that a key makes; `nil` if something must be chosen first.
  func line(of key: Controls.Key) -> String? {
    let lines = key.lines.compactMap { line(of: $0, at: index) }
    return lines.first(where: legal.contains) ?? lines.first
  }

  /// What must be chosen before a key makes a line.
  func need(of key: Controls.Key) -> String {
    let words = key.lines.flatMap { $0.split(separator: " ") }
    if words.contains("N") { return "type a number first" }
    return switch controls.cursor {
    case .dice: "pick dice first"
    case .holes: "fill every hole first"
    case .cells, .rows: "choose a place first"
    case .moves: "there is nothing to choose"
    }
  }

  /// A line of a key with what is chosen in place of the words in capitals.
  private func line(of form: String, at index: Int) -> String? {
    var words: [String] = []
    for word in form.split(separator: " ").map(String.init) {
      switch word {
      case "ROW", "COLUMN":
        guard places.indices.contains(index), let cell = cell(places[index]) else { return nil }
        words.append("\(word == "ROW" ? cell.row : cell.column)")
      case "PLAYER":
        guard case .rows(let names) = controls.cursor, names.indices.contains(index) else {
          return nil
        }
        words.append(names[index])
      case "MOVE":
        guard places.indices.contains(index) else { return nil }
        words.append(legal.line(index))
      case "N":
        guard let number else { return nil }
        words.append("\(number)")
      case "[N]", "-[N]": words.append("\(word.hasPrefix("-") ? "-" : "")\(number ?? 1)")
      case _ where word.hasSuffix("…"):
        guard let chosen else { return nil }
        words += chosen.map { "\($0)" }
      default: words.append(word)
      }
    }
    return words.joined(separator: " ")
  }

  /// The faces of the picked dice, or the numbers in the holes if all have one.
  private var chosen: [Int]? {
    if !filled.isEmpty {
      let numbers = filled.compactMap(\.self)
      return numbers.count == filled.count ? numbers : nil
    }
    let faces = picked.compactMap { index -> Int? in
      if case .die(let face)? = piece(at: index) { face } else { nil }
    }
    return faces.isEmpty ? nil : faces.sorted()
  }

  /// The line that holds the dice that are picked, for a key that does something else.
  func lineOfPicked(for key: Controls.Key) -> String? {
    guard !picked.isEmpty, !key.lines.contains(where: { $0.hasSuffix("…") }) else { return nil }
    return controls.keys.first { $0.lines.contains { $0.hasSuffix("…") } }.flatMap(line)
  }

  /// What is chosen, and what it would bring: `hold 1 5 5: 200 points`.
  var choice: String? {
    if let number {
      guard case .dice = controls.cursor else { return "\(number)" }
      return controls.keys.first.flatMap(line) ?? "\(number)"
    }
    guard !picked.isEmpty else { return nil }
    guard picksDice, let key = controls.keys.first, let line = line(of: key) else {
      return "no die can be held now"
    }
    guard let move = legal.moves(beginningWith: line).first(where: { legal.line($0) == line })
    else {
      let needsMore = legal.moves(beginningWith: line.prefix { $0 != " " } + " ").contains {
        Self.words(legal.line($0)).isSuperset(of: Self.words(line))
      }
      return "\(line): " + (needsMore ? "pick more dice" : "not legal")
    }
    let detail = legal.detail(move)
    return detail.isEmpty ? line : "\(line): \(detail)"
  }

  /// The words of a line, the second equal one with its number, and so on.
  private static func words(_ line: String) -> Set<String> {
    var counts: [Substring: Int] = [:]
    return Set(
      line.split(separator: " ").map { word in
        counts[word, default: 0] += 1
        return "\(word) \(counts[word] ?? 0)"
      })
  }

  /// The places where the first key makes a legal line.
  var targets: [Int] {
    guard case .cells = controls.cursor, let form = controls.keys.first?.lines.first,
      let verb = form.split(separator: " ").first
    else { return [] }
    let lines = Set(legal.moves(beginningWith: verb + " ").map(legal.line))
    return places.indices.filter { line(of: form, at: $0).map(lines.contains) ?? false }
  }

  /// The same, nearest first; those next to a number before all others.
  var nearestTargets: [Int] {
    guard let place, let column = place.column else { return [] }
    func distance(_ index: Int) -> Int {
      let other = places[index]
      return max(abs(other.row - place.row), abs((other.column ?? 0) - column))
        + (isBesideNumber(other) ? 0 : 1 << 16)
    }
    return targets.map { (distance($0), $0) }.sorted { $0 < $1 }.map(\.1)
  }

  private func isBesideNumber(_ place: Place) -> Bool {
    guard let column = place.column else { return false }
    for row in place.row - 1...place.row + 1 where picture.rows.indices.contains(row) {
      let pieces = picture.rows[row].pieces
      for column in column - 1...column + 1 where pieces.indices.contains(column) {
        if case .number = pieces[column] { return true }
      }
    }
    return false
  }
}

extension Picture {
  fileprivate var markedRow: Int? { rows.firstIndex(where: \.isMarked) }
}

extension Picture.Piece {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension Controls {
  /// The cursor over a board, which can still be looked over when nothing can be done.
  fileprivate var boardCursor: Cursor? { if case .cells = cursor { cursor } else { nil } }

  /// Controls for a game that declares none: a key for each command that takes a ROW, a COLUMN or
  /// both of its picture, or for each that takes nothing; otherwise a list of the legal moves.
  init(for game: any SessionGame) {
    let rows = game.view.picture?.rows ?? []
    let first = rows.firstIndex { $0.pieces.contains { !$0.isText } }
    let commands = game.kind.definition.commands.filter { !$0.isQuestion }
    var names = Set("hjklnuUq".map(String.init))
    var keys: [Key] = []
    for takesPlace in [true, false] where first != nil {
      for command in commands {
        guard let words = command.placeWords, words.isEmpty != takesPlace else { continue }
        let letters = [command.shorthand].compactMap(\.self) + command.verb.map(String.init)
        let letter = letters.first { !names.contains($0) } ?? command.verb
        let name = keys.isEmpty ? "Enter" : letter
        names.insert(name)
        keys.append(Key(name, ([command.verb] + words).joined(separator: " ")))
      }
      if keys.isEmpty { break }
    }
    self =
      keys.isEmpty
      ? Controls(.moves, [Key("Enter", "MOVE", label: "play")])
      : Controls(.cells(from: first ?? 0), keys)
  }
}

extension CommandDeclaration {
  /// The words of its first form that says a place of a board, or nothing; `nil` without such a form.
  fileprivate var placeWords: [String]? {
    forms.map { $0.parameters.map(\.name) }.first { words in
      words.allSatisfy { ["ROW", "COLUMN"].contains($0) }
    }
  }
}
