import CEditline

/// The rows that show a line, wrapped at the width of the terminal.
struct Frame: Equatable {
  /// A place in the rows. The column may be behind the last one, until something wraps.
  struct Position: Equatable {
    var row = 0
    var column = 0
  }

  /// The width of the terminal, but at least 2.
  let columns: Int
  /// At least one row.
  private(set) var rows: [[ScreenCell]] = [[]]
  /// The rows that continue in the next row.
  private(set) var wrapped: Set<Int> = []
  var cursor = Position()

  init(columns: Int) {
    self.columns = max(columns, 2)
  }

  private var last: Int { rows.count - 1 }

  /// The position behind the last character.
  var end: Position { Position(row: last, column: rows[last].count) }

  /// The position of the next character, which wraps if `width` columns do not fit.
  mutating func place(forWidth width: Int = 1) -> Position {
    if rows[last].count + width > columns {
      wrap()
    }
    return end
  }

  /// Adds a character at the end.
  mutating func append(_ scalar: Unicode.Scalar, style: String = "") {
    if scalar.isPlain {
      _ = place()
      return rows[last].append(ScreenCell(text: String(scalar), style: style))
    }
    if scalar == "\n" {
      return rows.append([])
    }
    if scalar == "\t" {
      repeat {
        append([.blank])
      } while end.column % 8 != 0 && end.column < columns
      return
    }
    let cells = ScreenCell.cells(of: scalar, style: style)
    if cells.isEmpty {
      rows[last].join(scalar)
    } else if cells.last?.text.isEmpty == true {
      append(cells)
    } else {
      for cell in cells {
        append([cell])
      }
    }
  }

  /// Adds the cells of one character.
  mutating func append(_ cells: [ScreenCell]) {
    _ = place(forWidth: cells.count)
    rows[last] += cells
  }

  /// Adds rows that are not part of the line. Each must fit the width.
  mutating func append(rows more: [[ScreenCell]]) {
    rows += more
  }

  private mutating func wrap() {
    wrapped.insert(last)
    rows[last] = rows[last].padded(to: columns)
    rows.append([])
  }

  /// The part from row `top` on that fits on a screen of `height` rows.
  func cropped(toHeight height: Int, top: Int) -> Frame {
    var part = self
    part.rows = Array(rows[top..<min(top + max(height, 1), rows.count)])
    part.wrapped = Set(wrapped.map { $0 - top })
    part.cursor.row -= top
    return part
  }

  /// The first row to show on a screen of `height` rows so that the cursor is visible, as near as
  /// possible to the row shown first before.
  func top(forHeight height: Int, before: Int) -> Int {
    let lowest = max(rows.count - max(height, 1), 0)
    let nearest = max(cursor.row - max(height, 1) + 1, min(before, cursor.row))
    return min(nearest, lowest)
  }
}

/// One column of a row.
///
/// A row is an array of cells, indexed by column, so a cell without text follows each wide
/// character.
package struct ScreenCell: Equatable {
  /// A character with its combining characters; empty in the right half of a wide character.
  package var text: String
  /// The escape sequences (SGR) for its colour, or nothing.
  package var style = ""

  static let blank = ScreenCell(text: " ")

  /// The cells that show a character; none if it is combining or has no width.
  static func cells(of scalar: Unicode.Scalar, style: String) -> [ScreenCell] {
    if scalar.isPlain {
      return [ScreenCell(text: String(scalar), style: style)]
    }
    if scalar.value < 0x20 || scalar.value == 0x7F {
      let letter = Unicode.Scalar(UInt8(scalar.value) ^ 0x40)
      return ["^", String(letter)].map { ScreenCell(text: $0, style: style) }
    }
    switch cedit_width(scalar.value) {
    case 0: return []
    case 1: return [ScreenCell(text: String(scalar), style: style)]
    case 2:
      return [ScreenCell(text: String(scalar), style: style), ScreenCell(text: "", style: style)]
    default:
      // This system does not know the character: show its number.
      let number = String(scalar.value, radix: 16, uppercase: true)
      return "\\U+\(number)".map { ScreenCell(text: String($0), style: style) }
    }
  }
}

extension [ScreenCell] {
  /// The cells of a text on one row. Control characters become visible.
  package init(_ text: String, style: String = "") {
    self = []
    for scalar in text.unicodeScalars {
      append(scalar, style: style)
    }
  }

  /// The cells of a text on one row, in the colours of its escape sequences if `hasColor`.
  package init(styled text: String, hasColor: Bool) {
    self = []
    for character in StyledText(text, hasColor: hasColor).characters {
      append(character.scalar, style: character.style)
    }
  }

  /// Adds a character. A combining character joins the one before.
  mutating func append(_ scalar: Unicode.Scalar, style: String) {
    let cells = ScreenCell.cells(of: scalar, style: style)
    if cells.isEmpty {
      join(scalar)
    }
    self += cells
  }

  /// Adds a combining character to the last character; does nothing if there is none.
  mutating func join(_ mark: Unicode.Scalar) {
    if let last = lastIndex(where: { !$0.text.isEmpty }) {
      self[last].text.unicodeScalars.append(mark)
    }
  }

  /// At most `columns` columns. If there were more, the last one is an ellipsis.
  package func cut(to columns: Int) -> [ScreenCell] {
    guard count > columns else { return self }
    guard columns > 0 else { return [] }
    var kept = Array(prefix(columns - 1))
    // Do not keep the left half of a wide character.
    if self[columns - 1].text.isEmpty, !kept.isEmpty {
      kept[kept.count - 1] = .blank
    }
    return kept + [ScreenCell(text: "…", style: self[columns - 1].style)]
  }

  /// At least `columns` columns.
  package func padded(to columns: Int) -> [ScreenCell] {
    self + Array(repeating: .blank, count: Swift.max(columns - count, 0))
  }
}

extension Unicode.Scalar {
  /// A printable ASCII character. Its width is known without a lookup.
  var isPlain: Bool { (0x20..<0x7F).contains(value) }
}
