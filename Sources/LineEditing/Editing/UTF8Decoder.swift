/// Decodes UTF-8 byte by byte. It reports a character, or an error, at the earliest possible byte.
///
/// Well-formed sequences are those of table 3-7 of the Unicode Standard. In any other sequence, the
/// longest part that could begin a character becomes one U+FFFD.
package struct UTF8Decoder {
  /// The result of one byte.
  package enum Step: Equatable {
    /// The character is not complete.
    case more
    case character(Unicode.Scalar)
    /// The bytes before are not a character. Pass this byte again.
    case malformed
  }

  private var value: UInt32 = 0
  private var missing = 0
  /// The range that the next byte must be in.
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  package init() {}

  /// Discards an incomplete character.
  package mutating func reset() {
    missing = 0
  }

  package mutating func next(_ byte: UInt8) -> Step {
    if missing == 0 {
      return first(byte)
    }
    guard allowed.contains(byte) else {
      missing = 0
      return .malformed
    }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    allowed = 0x80...0xBF
    return missing > 0 ? .more : .character(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  private mutating func first(_ byte: UInt8) -> Step {
    switch byte {
    case 0..<0x80: return .character(Unicode.Scalar(byte))
    case 0xC2...0xDF: expect(1, after: byte & 0x1F)
    case 0xE0: expect(2, after: byte & 0x0F, 0xA0...0xBF)
    case 0xED: expect(2, after: byte & 0x0F, 0x80...0x9F)
    case 0xE1...0xEF: expect(2, after: byte & 0x0F)
    case 0xF0: expect(3, after: byte & 0x07, 0x90...0xBF)
    case 0xF4: expect(3, after: byte & 0x07, 0x80...0x8F)
    case 0xF1...0xF3: expect(3, after: byte & 0x07)
    default: return .character("\u{FFFD}")
    }
    return .more
  }

  private mutating func expect(
    _ count: Int, after bits: UInt8, _ range: ClosedRange<UInt8> = 0x80...0xBF
  ) {
    value = UInt32(bits)
    missing = count
    allowed = range
  }
}
