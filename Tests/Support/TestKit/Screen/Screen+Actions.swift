extension Screen {
  /// Does one thing, as ECMA-48 and xterm define it.
  mutating func apply(_ action: ScreenParser.Action) {
    switch action {
    case .print(let scalar): put(scalar)
    case .control(let code): control(code)
    case .sequence(let final, let parameters):
      // Colours move no cursor.
      if final == UInt8(ascii: "m") {
        style.apply(parameters)
      } else {
        wrapsNext = false
        obey(final, parameters)
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if scalar.properties.generalCategory == .nonspacingMark {
      join(scalar)
      return
    }
    let width = scalar.isWide ? 2 : 1
    if wrapsNext || column + width > columns {
      wrapped[row] = true
      column = 0
      feedLine()
    }
    for changed in column..<column + width {
      split(at: changed)
    }
    cells[row][column] = Cell(text: String(scalar), style: style)
    if width == 2 {
      cells[row][column + 1] = Cell(text: "", style: style)
    }
    wrapsNext = column + width == columns
    column = min(column + width, columns - 1)
  }

  /// A mark goes to the character before the cursor.
  private mutating func join(_ mark: Unicode.Scalar) {
    var place = max(column - (wrapsNext ? 0 : 1), 0)
    if cells[row][place].text.isEmpty, place > 0 {
      place -= 1
    }
    cells[row][place].text.unicodeScalars.append(mark)
  }

  /// Overwriting one half of a wide character leaves a blank in place of the other one.
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
}

extension Unicode.Scalar {
  /// Takes two columns: the blocks of East Asian characters and of emoji, roughly.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
