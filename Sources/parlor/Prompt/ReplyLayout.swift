import ParlorKit

/// The layout of replies on a terminal.
enum ReplyLayout {
  /// The most columns of text that can be read well.
  static let readableWidth = 100

  /// Breaks lines that are wider than the terminal at spaces, so that no word is cut.
  ///
  /// A broken line continues two columns further in. Lines with columns, in which several spaces
  /// follow each other, are left to the terminal.
  ///
  /// - Parameter crops: whether rows of cells are cut instead; broken they could not be read.
  static func wrapped(
    _ bytes: ArraySlice<UInt8>, width: Int, crops: Bool = false
  ) -> [UInt8] {
    var result: [UInt8] = []
    var isCut = false
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !result.isEmpty || line.startIndex > bytes.startIndex { result.append(0x0A) }
      if line.count > width, columns(of: line) > width {
        if crops, isRowOfCells(line) {
          result += cut(line, to: width)
          isCut = true
        } else {
          append(line, width: width, to: &result)
        }
      } else {
        result += line
      }
    }
    let note = "The board is wider than the terminal; `play` scrolls it.\n"
    return isCut ? result + wrapped(Array(note.utf8)[...], width: width) : result
  }

  /// Whether a line is a row of a board or its border, rather than a sentence: its words are short, or
  /// it is a single one.
  private static func isRowOfCells(_ line: ArraySlice<UInt8>) -> Bool {
    let spaces = line.drop { $0 == 0x20 }.count { $0 == 0x20 }
    return spaces == 0 || spaces * 3 > columns(of: line) - line.prefix { $0 == 0x20 }.count
  }

  /// The first columns of a line, with all its colours.
  private static func cut(_ line: ArraySlice<UInt8>, to width: Int) -> [UInt8] {
    var result: [UInt8] = []
    var (column, isInSequence) = (0, false)
    for character in String(decoding: line, as: UTF8.self) {
      if character == "\u{1B}" { isInSequence = true }
      if !isInSequence {
        column += DisplayWidth.of(String(character))
        guard column <= width else { continue }
      } else if character == "m" {
        isInSequence = false
      }
      result += character.utf8
    }
    return result
  }

  private static func append(_ line: ArraySlice<UInt8>, width: Int, to result: inout [UInt8]) {
    let indent = line.prefix { $0 == 0x20 }.count
    let words = line.dropFirst(indent).split(separator: 0x20, omittingEmptySubsequences: false)
    guard indent + 10 < width, !words.contains(where: \.isEmpty) else {
      result += line
      return
    }
    result += repeatElement(0x20, count: indent)
    var column = indent
    for (index, word) in words.enumerated() {
      let wordColumns = columns(of: word)
      if index > 0 {
        if column + 1 + wordColumns > width {
          result.append(0x0A)
          result += repeatElement(0x20, count: indent + 2)
          column = indent + 2
        } else {
          result.append(0x20)
          column += 1
        }
      }
      result += word
      column += wordColumns
    }
  }

  /// How many rows whole lines take on a terminal.
  static func rows(of bytes: ArraySlice<UInt8>, width: Int) -> Int {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().reduce(0) {
      $0 + max(1, (columns(of: $1) + width - 1) / width)
    }
  }

  /// The columns of a line without its colours.
  private static func columns(of line: ArraySlice<UInt8>) -> Int {
    guard line.contains(0x1B) else {
      return DisplayWidth.of(String(decoding: line, as: UTF8.self))
    }
    var plain: [UInt8] = []
    var isInSequence = false
    for byte in line {
      if byte == 0x1B {
        isInSequence = true
      } else if !isInSequence {
        plain.append(byte)
      } else if byte == UInt8(ascii: "m") {
        isInSequence = false
      }
    }
    return DisplayWidth.of(String(decoding: plain, as: UTF8.self))
  }
}

/// The board at the end of the output, right above the prompt: the text of the situation, if it has
/// several rows.
struct ShownBoard {
  /// The number of its game.
  let game: Int
  let rows: Int
  let columns: Int

  /// The minimum number of rows of a board.
  static let fewestRows = 4
}
