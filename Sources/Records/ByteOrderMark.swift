/// U+FEFF in UTF-8, which some editors put at the start of a file.
enum ByteOrderMark {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A line without the mark. Wherever it stands: files that have it may have been joined.
  static func removed(from line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.starts(with: bytes) ? line.dropFirst(bytes.count) : line
  }
}
