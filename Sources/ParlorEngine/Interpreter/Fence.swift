/// A line of at least three backticks or tildes, which opens a block.
package struct Fence {
  package let indentation: Int
  private let mark: UInt8
  private let length: Int
  /// The text after the marks.
  package let info: ArraySlice<UInt8>

  package init?(opening line: ArraySlice<UInt8>) {
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

  /// The meaning of a block in a scenario.
  package enum Block {
    /// `file NAME`
    case file(String)
    /// `for each`
    case table
  }

  /// The meaning of the block; `nil` if it has none.
  package var block: Block? {
    if info.elementsEqual("for each".utf8) { return .table }
    guard info.elementsEqual("file".utf8) || info.starts(with: "file ".utf8) else { return nil }
    let name = info.dropFirst("file".utf8.count).drop { $0 == 0x20 || $0 == 0x09 }
    return .file(String(decoding: name, as: UTF8.self))
  }

  /// The right words, if the block is a misspelt one.
  package var misspelledBlock: String? {
    let words = info.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    guard block == nil, words.count == 2 else { return nil }
    if TranscriptSyntax.isForEach(words[0], words[1]) { return "for each" }
    let word = words[0].lowercased()
    return word == "file" || TranscriptSyntax.isNear(word, "file") ? "file \(words[1])" : nil
  }

  /// A line of the block without the indentation of the fence.
  package func content(_ range: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    let blanks = bytes[range].prefix(indentation).prefix { $0 == 0x20 || $0 == 0x09 }.count
    return (range.lowerBound + blanks)..<range.upperBound
  }

  package var isOurs: Bool {
    info.prefix { $0 != 0x20 && $0 != 0x09 }.elementsEqual("parlor".utf8)
  }

  package func isClosed(by line: ArraySlice<UInt8>) -> Bool {
    guard let other = Fence(opening: line) else { return false }
    return other.mark == mark && other.length >= length && other.info.isEmpty
  }
}
