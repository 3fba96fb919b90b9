import ParlorKit

/// A word of a line: a range of its bytes and how it was written.
package struct Token {
  /// Where the word stands in the line, quotes and the name of an option included.
  package var range: Range<Int>
  /// Where its content stands, without quotes and without the name of an option.
  package var content: Range<Int>
  /// Whether the content is quoted.
  package var isQuoted = false
  /// Whether the quoted content has `\"` or `\\` in it.
  package var hasEscapes = false
  /// Where the name of an option stands; `nil` if the word is not an option.
  package var name: Range<Int>?
}

extension Token {
  /// The text of the word, its quotes and escapes resolved.
  package func text(in bytes: [UInt8]) -> String {
    guard hasEscapes else { return String(decoding: bytes[content], as: UTF8.self) }
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in bytes[content] {
      if byte == UInt8(ascii: "\\") && !isEscaped {
        isEscaped = true
      } else {
        plain.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}

/// Cuts bytes into words: parted by blanks, quoted with `"`, ended by a comment.
package struct Tokenizer {
  private let bytes: [UInt8]
  private var index = 0

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The next word; `nil` at the end of the line or at a comment.
  package mutating func next() throws(LineError) -> Token? {
    while index < bytes.count && Line.isBlank(bytes[index]) { index += 1 }
    guard index < bytes.count, bytes[index] != UInt8(ascii: "#") else { return nil }
    if bytes[index] == UInt8(ascii: "\"") { return try quoted(from: index, name: nil) }
    let start = index
    var hasEquals = false
    while index < bytes.count && !Line.isBlank(bytes[index]) {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { throw .strayQuote(at: index) }
      if byte == UInt8(ascii: "="), !hasEquals {
        if isName(start..<index) { return try option(named: start..<index) }
        hasEquals = true
      }
      index += 1
    }
    return Token(range: start..<index, content: start..<index)
  }

  /// The rest of an option, from its `=` on.
  private mutating func option(named name: Range<Int>) throws(LineError) -> Token {
    index += 1
    if index < bytes.count && bytes[index] == UInt8(ascii: "\"") {
      return try quoted(from: name.lowerBound, name: name)
    }
    let start = index
    while index < bytes.count && !Line.isBlank(bytes[index]) {
      if bytes[index] == UInt8(ascii: "\"") { throw .strayQuote(at: index) }
      index += 1
    }
    return Token(range: name.lowerBound..<index, content: start..<index, name: name)
  }

  /// A quoted word or value; the quote is at the index.
  private mutating func quoted(from start: Int, name: Range<Int>?) throws(LineError) -> Token {
    let quote = index
    var hasEscapes = false
    index += 1
    while index < bytes.count && bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") {
        guard index + 1 < bytes.count else { break }
        let escaped = bytes[index + 1]
        guard escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else {
          throw .unknownEscape(at: index)
        }
        hasEscapes = true
        index += 1
      }
      index += 1
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
      throw .openQuote(at: quote)
    }
    index += 1
    guard index == bytes.count || Line.isBlank(bytes[index]) else {
      throw .strayQuote(at: index - 1)
    }
    return Token(
      range: start..<index, content: quote + 1..<index - 1, isQuoted: true, hasEscapes: hasEscapes,
      name: name)
  }

  /// Whether bytes can be the name of an option: `[a-z][a-z-]*`.
  private func isName(_ range: Range<Int>) -> Bool {
    guard let first = bytes[range].first, Identifier.isLetter(first) else { return false }
    return bytes[range].allSatisfy(Identifier.isWordByte)
  }
}
