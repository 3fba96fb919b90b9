import ParlorEngine

/// The placeholders for words of lines that vary between two runs.
struct Redactions {
  /// The written lines by the lines of the first run, for each step.
  private var lines: [Int: [ArraySlice<UInt8>: [UInt8]]] = [:]

  /// Compares the replies of two runs.
  ///
  /// - Returns: false if they differ in more than words.
  mutating func add(_ one: Transcription, _ two: Transcription, step: Int) -> Bool {
    let (first, second) = (ReplyLines.split(one.text), ReplyLines.split(two.text))
    guard one.code == two.code, one.isOver == two.isOver, first.count == second.count else {
      return false
    }
    for (line, other) in zip(first, second) where line != other {
      guard let written = Self.written(line, other) else { return false }
      lines[step, default: [:]][line] = written
    }
    return true
  }

  /// A line of a reply with placeholders, if it varies.
  func line(_ line: ArraySlice<UInt8>, step: Int) -> [UInt8]? { lines[step]?[line] }

  private static func written(_ one: ArraySlice<UInt8>, _ two: ArraySlice<UInt8>) -> [UInt8]? {
    guard TranscriptSyntax.isPlain(one) else { return nil }
    let blank = UInt8(ascii: " ")
    let words = one.split(separator: blank, omittingEmptySubsequences: false)
    let others = two.split(separator: blank, omittingEmptySubsequences: false)
    guard words.count == others.count else { return nil }
    let line = zip(words, others).map { $0 == $1 ? Array($0) : placeholder($0, $1) }
    let written = Array(line.joined(separator: [blank]))
    return TranscriptSyntax.marker(of: written[...]) == nil ? written : nil
  }

  /// A word with a placeholder for the differing part: the longest part that is of one kind in both
  /// words and splits no number, otherwise the whole word.
  private static func placeholder(
    _ one: ArraySlice<UInt8>, _ two: ArraySlice<UInt8>
  ) -> [UInt8] {
    let shortest = min(one.count, two.count)
    let head = zip(one, two).prefix { $0 == $1 }.count
    let tail = zip(one.reversed(), two.reversed()).prefix { $0 == $1 }.count
    for start in 0...head {
      for end in 0...tail where start + end < shortest {
        if isDigit(one.prefix(start).last) || isDigit(one.suffix(end).first) { continue }
        let cores = [one, two].map { $0.dropFirst(start).dropLast(end) }
        for (kind, test) in tests where cores.allSatisfy(test.accepts) {
          return one.prefix(start) + "<\(kind.rawValue)>".utf8 + one.suffix(end)
        }
      }
    }
    return Array("<word>".utf8)
  }

  private static func isDigit(_ byte: UInt8?) -> Bool { byte.map { 0x30...0x39 ~= $0 } ?? false }

  private static let tests = [TranscriptSyntax.PlaceholderKind.int, .float, .date, .duration].map {
    kind in
    let template = LineTemplate(node: .placeholder(0), parts: [.typed(kind)])
    let pattern = LinePattern.template(template, isPart: false)
    return (kind, LineTest(pattern, index: 0, isError: true, values: CaptureValues()))
  }
}
