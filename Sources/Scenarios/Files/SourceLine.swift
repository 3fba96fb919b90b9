import LineSyntax
import ParlorEngine

/// A line of a file, as ranges of its bytes.
struct SourceLine: Sendable {
  /// From 1.
  var number: Int
  /// The whole line with its line break.
  var extent: Range<Int>
  /// The line without trailing blanks and CR; empty for a line outside the blocks of Markdown.
  var text: Range<Int>
  /// The blanks before the text that belong to the indentation of a block.
  var indentation: Range<Int>
  var isFenced = false

  static func all(of bytes: [UInt8]) -> [SourceLine] {
    var lines: [SourceLine] = []
    // Skips a byte order mark.
    var start = bytes.starts(with: ByteOrderMark.bytes) ? ByteOrderMark.bytes.count : 0
    while start < bytes.count {
      let feed = bytes[start...].firstIndex(of: 0x0A)
      let next = feed.map { $0 + 1 } ?? bytes.count
      var end = feed ?? bytes.count
      while end > start, isBlank(bytes[end - 1]) { end -= 1 }
      lines.append(
        SourceLine(
          number: lines.count + 1, extent: start..<next, text: start..<end,
          indentation: start..<start))
      start = next
    }
    return lines
  }

  /// The number of the first line that is not valid UTF-8.
  static func firstInvalid(in bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    return all(of: bytes).first { String(validating: bytes[$0.extent], as: UTF8.self) == nil }?
      .number
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}

/// The fenced blocks of a Markdown file.
///
/// Source: CommonMark 0.31.2, section 4.5. A fence may be indented by any number of blanks, as in a
/// list; up to that many are removed from the lines of its block.
enum MarkdownBlocks {
  /// Keeps the text of lines in blocks marked `parlor` and empties all other lines.
  ///
  /// - Returns: whether there is such a block.
  static func select(from lines: inout [SourceLine], of bytes: [UInt8]) -> Bool {
    var open: Fence?
    var isFound = false
    for index in lines.indices {
      let text = bytes[lines[index].text]
      if let fence = open {
        if fence.isClosed(by: text) {
          open = nil
        } else if fence.isOurs {
          lines[index].isFenced = true
          removeIndentation(fence.indentation, from: &lines[index], of: bytes)
          continue
        }
        if fence.block != nil {
          lines[index].isFenced = true
          continue
        }
      } else if let fence = Fence(opening: text) {
        open = fence
        isFound = isFound || fence.isOurs
        if fence.block != nil {
          lines[index].isFenced = true
          continue
        }
      }
      lines[index].text = lines[index].text.lowerBound..<lines[index].text.lowerBound
    }
    return isFound
  }

  /// Whether a line could close a block.
  static func isFence(_ text: ArraySlice<UInt8>) -> Bool {
    Fence(opening: text).map { $0.info.isEmpty } ?? false
  }

  private static func removeIndentation(
    _ count: Int, from line: inout SourceLine, of bytes: [UInt8]
  ) {
    let start = line.text.lowerBound
    let blanks = bytes[line.text].prefix(count).prefix { $0 == 0x20 || $0 == 0x09 }.count
    line.indentation = start..<(start + blanks)
    line.text = (start + blanks)..<line.text.upperBound
  }
}
