import CEditline

/// One column of a row, with what it shows.
///
/// A row is an array of cells, whose index is the column; so a wide character is followed by a cell
/// without text.
struct Cell: Equatable {
  /// A character with its combining marks; empty in the right half of a wide one.
  var text: String
  /// The escape sequences (SGR) that make its colour, or nothing.
  var style = ""

  static let blank = Cell(text: " ")

  /// The cells of a character as it can be shown, none for a combining mark or the like.
  static func cells(of scalar: Unicode.Scalar, style: String) -> [Cell] {
    if scalar.isPlain {
      return [Cell(text: String(scalar), style: style)]
    }
    if scalar.value < 0x20 || scalar.value == 0x7F {
      let letter = Unicode.Scalar(UInt8(scalar.value) ^ 0x40)
      return ["^", String(letter)].map { Cell(text: $0, style: style) }
    }
    switch cedit_width(scalar.value) {
    case 0: return []
    case 1: return [Cell(text: String(scalar), style: style)]
    case 2: return [Cell(text: String(scalar), style: style), Cell(text: "", style: style)]
    default:
      // No character of this system's: its number.
      let number = String(scalar.value, radix: 16, uppercase: true)
      return "\\U+\(number)".map { Cell(text: String($0), style: style) }
    }
  }
}

extension [Cell] {
  /// The cells of a text on one row; control characters are made visible.
  init(_ text: String, style: String = "") {
    self = []
    for scalar in text.unicodeScalars {
      append(scalar, style: style)
    }
  }

  /// Adds a character; a combining mark joins the one before.
  mutating func append(_ scalar: Unicode.Scalar, style: String) {
    let cells = Cell.cells(of: scalar, style: style)
    if cells.isEmpty {
      join(scalar)
    }
    self += cells
  }

  /// Adds a combining mark to the last character; without one it is not shown.
  mutating func join(_ mark: Unicode.Scalar) {
    if let last = lastIndex(where: { !$0.text.isEmpty }) {
      self[last].text.unicodeScalars.append(mark)
    }
  }

  /// At most so many columns, the last of them an ellipsis if there were more.
  func cut(to columns: Int) -> [Cell] {
    guard count > columns else { return self }
    guard columns > 0 else { return [] }
    var kept = Array(prefix(columns - 1))
    // Not the left half of a wide character alone.
    if self[columns - 1].text.isEmpty, !kept.isEmpty {
      kept[kept.count - 1] = .blank
    }
    return kept + [Cell(text: "…", style: self[columns - 1].style)]
  }

  /// At least so many columns.
  func padded(to columns: Int) -> [Cell] {
    self + Array(repeating: .blank, count: Swift.max(columns - count, 0))
  }
}

extension Unicode.Scalar {
  /// A printable character of ASCII, as most are: these need no looking up.
  var isPlain: Bool { (0x20..<0x7F).contains(value) }
}
