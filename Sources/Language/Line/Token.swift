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
  /// Where the name of an option stands, if the word is one.
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
