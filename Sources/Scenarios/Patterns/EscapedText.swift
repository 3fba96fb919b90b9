/// Reads the text of a line with the suffix `(esc)`.
enum EscapedText {
  /// The bytes that a text with `\t`, `\e`, `\xHH` and `\\` in it stands for.
  ///
  /// - Throws: a fault for any other `\`.
  static func decode(_ text: ArraySlice<UInt8>) throws(PatternError) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let letter = rest.popFirst() else { throw .openEscape }
      switch letter {
      case UInt8(ascii: "\\"): bytes.append(letter)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "e"): bytes.append(0x1B)
      case UInt8(ascii: "x"):
        let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2 else { throw .unknownEscape("x") }
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        rest = rest.dropFirst(2)
      default: throw .unknownEscape(Character(Unicode.Scalar(letter)))
      }
    }
    return bytes
  }
}
