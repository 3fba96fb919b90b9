/// Checks that the bytes of a line are plain text.
package enum TextCheck {
  /// The index of the first byte that is not plain text: a control character other than tab,
  /// invalid UTF-8, or U+FFFD, the replacement for invalid UTF-8.
  ///
  /// UTF-8 is as in The Unicode Standard, table 3-7: no overlong forms, no surrogates.
  package static func firstInvalidIndex(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        if byte < 0x80 {
          if (byte < 0x20 && byte != 0x09) || byte == 0x7F { return bytes.startIndex + index }
          index += 1
        } else {
          guard let length = length(of: buffer, at: index) else {
            return bytes.startIndex + index
          }
          index += length
        }
      }
      return nil
    }
  }

  /// The length of the well-formed sequence of two to four bytes at an index.
  private static func length(of bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
    let first = bytes[index]
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return nil }
    if first == 0xC2 && bytes[index + 1] < 0xA0 { return nil }
    if first == 0xEF && bytes[index + 1] == 0xBF && bytes[index + 2] == 0xBD { return nil }
    return length
  }
}

/// U+FEFF in UTF-8, which some editors put at the start of a file.
package enum ByteOrderMark {
  /// The bytes of the mark.
  package static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Bytes without the mark that they may start with.
  package static func removed(from bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.starts(with: Self.bytes) ? bytes.dropFirst(Self.bytes.count) : bytes
  }

  /// Bytes without the mark that they may start with.
  package static func removed(from bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: Self.bytes) ? Array(bytes.dropFirst(Self.bytes.count)) : bytes
  }
}
