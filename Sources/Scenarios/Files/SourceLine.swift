/// Where a line stands in a file.
struct SourceLine: Sendable {
  /// The number, from 1.
  var number: Int
  /// The whole line, its line break included.
  var extent: Range<Int>
  /// The line without blanks at its end, CR included; empty for a line that does not count.
  var text: Range<Int>
  /// The blanks before the text that belong to the block around it.
  var indentation: Range<Int>
  /// Whether the line stands in a fenced block.
  var isFenced = false

  /// The lines of a file.
  static func all(of bytes: [UInt8]) -> [SourceLine] {
    var lines: [SourceLine] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
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

  /// The number of the first line that is no UTF-8.
  static func firstInvalid(in bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    return all(of: bytes).first { String(validating: bytes[$0.extent], as: UTF8.self) == nil }?
      .number
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}
