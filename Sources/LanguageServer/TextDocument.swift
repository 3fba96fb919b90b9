import ParlorKit

/// How a client counts the columns of a line.
enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The encoding for a client that offers some: bytes if possible, like the rest of Parlor.
  init(offered: [String]) {
    self = offered.contains("utf-8") ? .utf8 : .utf16
  }

  /// The columns that a scalar takes, by its first byte in UTF-8.
  func width(ofScalarBeginningWith byte: UInt8) -> Int {
    switch self {
    case .utf8: byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    case .utf16: byte < 0xF0 ? 1 : 2
    case .utf32: 1
    }
  }
}

/// An open text.
struct TextDocument: Sendable {
  let uri: String
  /// The path for testing the file. An unsaved text has one in no folder.
  let path: String
  var version: Int?
  private(set) var bytes: [UInt8]
  /// The starts of lines as in the protocol: LF, CR LF and CR end lines.
  private var starts: [Int] = [0]
  /// The starts of lines as in scenarios: only LF ends lines.
  private var feeds: [Int] = [0]

  init(uri: String, path: String, version: Int?, text: String) {
    self.uri = uri
    self.path = path
    self.version = version
    bytes = Array(text.utf8)
    index()
  }

  /// Whether the file is a script, in which every line is a command.
  var isScript: Bool { path.hasSuffix(".parlor") }
  /// Whether only the fenced blocks of the file count.
  var isMarkdown: Bool { path.hasSuffix(".md") }

  /// Replaces the text, or a part of it.
  ///
  /// - Parameter change: a `TextDocumentContentChangeEvent`.
  mutating func apply(_ change: Value, _ encoding: PositionEncoding) {
    guard let text = change["text"]?.string else { return }
    if let range = change["range"] {
      let range = self.range(of: range, encoding)
      bytes.replaceSubrange(range, with: text.utf8)
    } else {
      bytes = Array(text.utf8)
    }
    index()
  }

  private mutating func index() {
    starts = [0]
    feeds = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for (place, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
        if byte == 0x0A { feeds.append(place + 1) }
        if byte == 0x0D, place + 1 < bytes.count, bytes[place + 1] == 0x0A { continue }
        starts.append(place + 1)
      }
    }
  }

  // MARK: - Places

  /// The bytes of a range of the protocol. Places beyond a line or the text are at its end.
  func range(of value: Value, _ encoding: PositionEncoding) -> Range<Int> {
    let start = offset(of: value["start"] ?? .null, encoding)
    return start..<max(start, offset(of: value["end"] ?? .null, encoding))
  }

  /// The byte at a position of the protocol.
  func offset(of position: Value, _ encoding: PositionEncoding) -> Int {
    let line = position["line"]?.integer ?? 0
    guard line >= 0 else { return 0 }
    guard line < starts.count else { return bytes.count }
    let end = endOfLine(line)
    var left = position["character"]?.integer ?? 0
    var index = starts[line]
    while index < end, left > 0 {
      left -= encoding.width(ofScalarBeginningWith: bytes[index])
      // Half of a surrogate pair counts as before the scalar.
      if left < 0 { break }
      index += 1
      while index < end, bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    return index
  }

  /// The position of a byte.
  func position(of offset: Int, _ encoding: PositionEncoding) -> Value {
    let line = Self.index(of: offset, in: starts)
    var column = 0
    for byte in bytes[starts[line]..<max(starts[line], min(offset, bytes.count))]
    where byte & 0xC0 != 0x80 {
      column += encoding.width(ofScalarBeginningWith: byte)
    }
    return ["line": .integer(line), "character": .integer(column)]
  }

  func range(of range: Range<Int>, _ encoding: PositionEncoding) -> Value {
    [
      "start": position(of: range.lowerBound, encoding),
      "end": position(of: range.upperBound, encoding),
    ]
  }

  /// The index of the line that contains a byte, given the starts of lines.
  private static func index(of offset: Int, in starts: [Int]) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func endOfLine(_ line: Int) -> Int {
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > starts[line], bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  // MARK: - Lines

  /// The bytes of the line, as scenarios count lines, that a byte is in, without its LF.
  func line(at offset: Int) -> Range<Int> {
    line(Self.index(of: offset, in: feeds))
  }

  /// The bytes of a line by its index, from 0, without its LF.
  private func line(_ index: Int) -> Range<Int> {
    feeds[index]..<(index + 1 < feeds.count ? feeds[index + 1] - 1 : bytes.count)
  }

  /// The number of that line, from 1.
  func lineNumber(at offset: Int) -> Int {
    Self.index(of: offset, in: feeds) + 1
  }

  /// The bytes of a line by its number, from 1, without blanks at its ends.
  func text(ofLine number: Int) -> Range<Int> {
    trimmed(line(min(max(number, 1), feeds.count) - 1))
  }

  /// A range without surrounding blanks and CR.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let first = bytes[range].firstIndex { !isBlank($0) } ?? range.upperBound
    let last = bytes[range].lastIndex { !isBlank($0) }.map { $0 + 1 } ?? first
    return first..<max(first, last)
  }
}
