/// The fenced blocks of a Markdown file.
///
/// Source: CommonMark 0.31.2, section 4.5. A fence may be set in by any blanks, as in a list; the
/// lines of its block then lose as many.
enum MarkdownBlocks {
  /// Keeps the lines in blocks marked `parlor`; all others become empty.
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
      } else if let fence = Fence(opening: text) {
        open = fence
        isFound = isFound || fence.isOurs
      }
      lines[index].text = lines[index].text.lowerBound..<lines[index].text.lowerBound
    }
    return isFound
  }

  /// Whether a line would end some block, whatever its fence.
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

/// The line that begins a fenced block.
private struct Fence {
  let indentation: Int
  let mark: UInt8
  let length: Int
  let info: ArraySlice<UInt8>

  init?(opening line: ArraySlice<UInt8>) {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return nil
    }
    let length = text.prefix { $0 == mark }.count
    let info = text.dropFirst(length)
    guard length >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return nil }
    self.indentation = text.startIndex - line.startIndex
    self.mark = mark
    self.length = length
    self.info = info.drop { $0 == 0x20 || $0 == 0x09 }
  }

  /// Whether the block is one of scenarios.
  var isOurs: Bool {
    info.prefix { $0 != 0x20 && $0 != 0x09 }.elementsEqual("parlor".utf8)
  }

  func isClosed(by line: ArraySlice<UInt8>) -> Bool {
    guard let other = Fence(opening: line) else { return false }
    return other.mark == mark && other.length >= length && other.info.isEmpty
  }
}
