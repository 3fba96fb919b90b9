/// The screen of an xterm: text, colours and cursor.
///
/// It understands the sequences that line editors and programs on the whole screen send, and
/// ignores all others.
package struct Screen: Sendable {
  /// One column of a row. The text is empty in the right half of a wide character.
  package struct Cell: Hashable, Sendable {
    package var text = " "
    package var style = ScreenStyle()

    package init(_ text: String = " ", _ style: ScreenStyle = ScreenStyle()) {
      self.text = text
      self.style = style
    }
  }

  /// Successive characters of a row in one colour.
  package struct Run: Equatable, CustomStringConvertible {
    package var text: String
    /// The parameters of SGR for the colour, such as `1;32`, or nothing.
    package var style: String

    package init(_ text: String, _ style: String = "") {
      self.text = text
      self.style = style
    }

    package var description: String { "\(text.debugDescription)<\(style)>" }
  }

  package private(set) var columns: Int
  /// The cursor's column, from 0. It stays in the last column after a character was written there.
  package private(set) var column = 0
  /// The cursor's row, from 0.
  package private(set) var row = 0

  /// Whether the cursor is shown.
  package private(set) var hasCursor = true

  /// The rows.
  package private(set) var cells: [[Cell]]
  /// Whether each row continues in the next one.
  private var wrapped: [Bool]
  /// Whether the next character goes to the next row, since the last column is full.
  private var wrapsNext = false
  /// The colour of the text that is written next.
  private var style = ScreenStyle()
  private var parser = ScreenParser()
  /// The text and the cursor of the usual screen, while a program shows the other one.
  private var usual: (cells: [[Cell]], wrapped: [Bool], row: Int, column: Int)?
  /// The place that the program has saved.
  private var saved = (row: 0, column: 0)
  /// The number of bell characters.
  package private(set) var bells = 0

  package init(rows: Int, columns: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    wrapped = Array(repeating: false, count: rows)
  }

  /// The text of the rows, without spaces at the end.
  package var rows: [String] {
    cells.map { Self.text(of: $0) }
  }

  /// The text of the cursor's row, without spaces at the end.
  package var currentRow: String { Self.text(of: cells[row]) }

  /// The runs of a row, without plain spaces at the end.
  package func runs(_ row: Int) -> [Run] {
    var runs: [Run] = []
    var cells = cells[row]
    while cells.last == Cell() {
      cells.removeLast()
    }
    for cell in cells {
      if runs.last?.style == cell.style.description {
        runs[runs.count - 1].text += cell.text
      } else {
        runs.append(Run(cell.text, cell.style.description))
      }
    }
    return runs
  }

  /// The runs of the cursor's row.
  package var currentRuns: [Run] { runs(row) }

  private static func text(of row: [Cell]) -> String {
    let text = row.map(\.text).joined()
    guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
    return String(text[...last])
  }

  /// Shows output of the program.
  package mutating func show(_ bytes: [UInt8]) {
    for action in parser.parse(bytes) {
      apply(action)
    }
  }

  // MARK: - Comparing

  /// The text from the top to the cursor, without row ends.
  package var textBeforeCursor: String {
    let before = cells[..<row].joined().map(\.text).joined()
    let inRow = cells[row][..<(wrapsNext ? columns : column)].map(\.text).joined()
    return before + inRow
  }

  /// Whether the used rows are the last used rows of `other`, with the same text, colours and
  /// position of the cursor.
  package func shows(endOf other: Screen) -> Bool {
    let shown = cells.used
    let others = other.cells.used.suffix(shown.count)
    return Array(others) == shown && column == other.column
      && shown.count - row == other.cells.used.count - other.row
  }

  // MARK: - Output of the program

  /// Applies an action, as ECMA-48 and xterm define it.
  private mutating func apply(_ action: ScreenParser.Action) {
    switch action {
    case .print(let scalar): put(scalar)
    case .control(let code): control(code)
    case .sequence(let final, let parameters):
      // Colours do not move the cursor.
      if final == UInt8(ascii: "m") {
        style.apply(parameters)
      } else {
        wrapsNext = false
        obey(final, parameters)
      }
    case .mode(25, let isOn): hasCursor = isOn
    case .mode(1049, let isOn): showOther(isOn)
    case .mode: break
    case .escape(let final): escape(final)
    }
  }

  /// Shows the other screen, which is empty, or the usual one as it was.
  private mutating func showOther(_ isOn: Bool) {
    guard isOn == (usual == nil) else { return }
    wrapsNext = false
    if let usual {
      let rows = cells.count
      (cells, wrapped, row, column) = usual
      self.usual = nil
      // The size may have changed meanwhile.
      resize(rows: rows, columns: columns, reflows: false)
    } else {
      usual = (cells, wrapped, row, column)
      clearScreen(2)
    }
  }

  private mutating func escape(_ final: UInt8) {
    wrapsNext = false
    switch final {
    case UInt8(ascii: "7"): saved = (row, column)
    case UInt8(ascii: "8"):
      (row, column) = (min(saved.row, cells.count - 1), min(saved.column, columns - 1))
    case UInt8(ascii: "M"): if row > 0 { row -= 1 } else { insertRows(1, at: 0) }
    default: break
    }
  }

  /// Inserts blank rows, or with a negative count removes rows, down from a row.
  private mutating func insertRows(_ count: Int, at place: Int) {
    let count = max(place - cells.count, min(count, cells.count - place))
    let blank = Array(repeating: Array(repeating: Cell(), count: columns), count: abs(count))
    let flags = Array(repeating: false, count: abs(count))
    if count < 0 {
      cells.removeSubrange(place..<place - count)
      wrapped.removeSubrange(place..<place - count)
      cells += blank
      wrapped += flags
    } else {
      cells.insert(contentsOf: blank, at: place)
      wrapped.insert(contentsOf: flags, at: place)
      cells.removeLast(count)
      wrapped.removeLast(count)
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if scalar.properties.generalCategory == .nonspacingMark {
      join(scalar)
      return
    }
    // A single column holds no wide character whole.
    let width = scalar.isWide && columns > 1 ? 2 : 1
    if wrapsNext || column + width > columns {
      wrapped[row] = true
      column = 0
      feedLine()
    }
    for changed in column..<column + width {
      split(at: changed)
    }
    cells[row][column] = Cell(String(scalar), style)
    if width == 2 {
      cells[row][column + 1] = Cell("", style)
    }
    wrapsNext = column + width == columns
    column = min(column + width, columns - 1)
  }

  /// Adds a combining character to the character before the cursor.
  private mutating func join(_ mark: Unicode.Scalar) {
    var place = max(column - (wrapsNext ? 0 : 1), 0)
    if cells[row][place].text.isEmpty, place > 0 {
      place -= 1
    }
    cells[row][place].text.unicodeScalars.append(mark)
  }

  /// Replaces the other half of a wide character by a space before one half is overwritten.
  private mutating func split(at place: Int) {
    if cells[row][place].text.isEmpty, place > 0 {
      cells[row][place - 1].text = " "
    }
    if place + 1 < columns, cells[row][place + 1].text.isEmpty {
      cells[row][place + 1].text = " "
    }
  }

  private mutating func control(_ code: UInt8) {
    switch code {
    case 0x07: bells += 1
    case 0x08:
      column = max(column - 1, 0)
      wrapsNext = false
    case 0x09: column = min((column / 8 + 1) * 8, columns - 1)
    case 0x0A: feedLine()
    case 0x0D:
      column = 0
      wrapsNext = false
    default: break
    }
  }

  private mutating func feedLine() {
    wrapsNext = false
    guard row == cells.count - 1 else {
      row += 1
      return
    }
    cells.removeFirst()
    cells.append(Array(repeating: Cell(), count: columns))
    wrapped.removeFirst()
    wrapped.append(false)
  }

  private mutating func obey(_ final: UInt8, _ parameters: [Int]) {
    let first = parameters.first ?? 0
    let count = max(first, 1)
    switch Character(Unicode.Scalar(final)) {
    case "A": row = max(row - count, 0)
    case "B": row = min(row + count, cells.count - 1)
    case "C": column = min(column + count, columns - 1)
    case "D": column = max(column - count, 0)
    case "E", "F":
      row = min(max(row + (final == UInt8(ascii: "E") ? count : -count), 0), cells.count - 1)
      column = 0
    case "d": row = min(count, cells.count) - 1
    case "L": insertRows(count, at: row)
    case "M": insertRows(-count, at: row)
    case "S": insertRows(-count, at: 0)
    case "T": insertRows(count, at: 0)
    case "X": clear(row, from: column, to: min(column + count, columns))
    case "G": column = min(count, columns) - 1
    case "H", "f":
      row = min(count, cells.count) - 1
      column = min(max(parameters.dropFirst().first ?? 1, 1), columns) - 1
    case "J": clearScreen(first)
    case "K": clear(row, from: first == 0 ? column : 0, to: first == 1 ? column + 1 : columns)
    case "P":
      cells[row].removeSubrange(column..<min(column + count, columns))
      cells[row] += Array(repeating: Cell(), count: columns - cells[row].count)
    case "@":
      let count = min(count, columns - column)
      cells[row].insert(contentsOf: Array(repeating: Cell(), count: count), at: column)
      cells[row].removeLast(cells[row].count - columns)
    default: break
    }
  }

  private mutating func clearScreen(_ part: Int) {
    for other in cells.indices where part == 2 || (part == 0 ? other > row : other < row) {
      clear(other, from: 0, to: columns)
    }
    clear(row, from: part == 0 ? column : 0, to: part == 1 ? column + 1 : columns)
  }

  private mutating func clear(_ row: Int, from start: Int, to end: Int) {
    for column in start..<end {
      cells[row][column] = Cell()
    }
    if end == columns {
      wrapped[row] = false
    }
  }

  // MARK: - Resizing

  /// Gives the screen another size.
  ///
  /// - Parameter reflows: whether long rows wrap again, as in most terminals. Otherwise, as in
  ///   xterm, rows are cut off or extended at the right.
  package mutating func resize(rows: Int, columns: Int, reflows: Bool) {
    if reflows {
      reflow(to: columns)
    } else {
      let blank = Array(repeating: Cell(), count: columns)
      cells = cells.map { Array(($0 + blank).prefix(columns)) }
      column = min(column, columns - 1)
    }
    self.columns = columns
    while cells.count > rows {
      // Empty rows below the cursor go first.
      let isSpare = row < cells.count - 1
      cells.remove(at: isSpare ? cells.count - 1 : 0)
      wrapped.remove(at: isSpare ? wrapped.count - 1 : 0)
      row -= isSpare ? 0 : 1
    }
    let blank = Array(repeating: Cell(), count: columns)
    wrapped += Array(repeating: false, count: rows - cells.count)
    cells += Array(repeating: blank, count: rows - cells.count)
    wrapsNext = false
  }

  /// Wraps each line at the new width. The cursor stays on its character.
  private mutating func reflow(to columns: Int) {
    var rows: [[Cell]] = []
    var flags: [Bool] = []
    var cursor = (row: 0, column: 0)
    var line: [Cell] = []
    var place: Int?
    for (index, cells) in cells.enumerated() {
      if index == row {
        place = line.count + column
      }
      line += cells
      if wrapped[index] && index < self.cells.count - 1 { continue }
      while line.last == Cell(), line.count > (place ?? 0) + 1 {
        line.removeLast()
      }
      if let place {
        cursor = (rows.count + place / columns, place % columns)
      }
      var rest = line[...]
      repeat {
        let part = Array(rest.prefix(columns))
        rest = rest.dropFirst(columns)
        flags.append(!rest.isEmpty)
        rows.append(part + Array(repeating: Cell(), count: columns - part.count))
      } while !rest.isEmpty
      line = []
      place = nil
    }
    cells = rows
    wrapped = flags
    (row, column) = cursor
  }
}

extension Unicode.Scalar {
  /// Whether it takes two columns: roughly, the blocks of East Asian characters and of emoji.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension [[Screen.Cell]] {
  /// The rows up to the last one with text.
  fileprivate var used: [[Screen.Cell]] {
    let last = lastIndex { $0.contains { $0 != Screen.Cell() } }
    return Array(self[..<(last.map { $0 + 1 } ?? 0)])
  }
}
