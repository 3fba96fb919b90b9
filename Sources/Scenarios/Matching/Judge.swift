import Language

/// Compares the replies of a scenario with what it expects, one step after the other.
struct Judge {
  private let scenario: Scenario
  private var values = CaptureValues()

  /// A judge of a scenario, before its first step.
  init(_ scenario: Scenario) { self.scenario = scenario }

  /// How a reply differs from what the next step expects; nothing if it does not.
  mutating func mismatch(of reply: Transcription, at step: Scenario.Step) -> Mismatch? {
    if step.isPlain && isPlainly(reply.text, as: step) { return nil }
    let lines = ReplyLines.split(reply.text)
    let items = ExpectedItem.all(
      of: step, in: scenario, values: values, head: ErrorHead(of: reply.text))
    var alignment = Aligner.align(items, with: lines, code: reply.code)
    remember(items.flatMap(\.tests), lines, &alignment)
    var violations: [Int: Int] = [:]
    for (index, expected) in step.expected.enumerated() {
      guard case .absent(let pattern) = expected.content else { continue }
      let test = LineTest(pattern, index: index, isError: true, values: values)
      violations[index] = lines.firstIndex(where: test.accepts)
    }
    if alignment.isExact && violations.isEmpty { return nil }
    return Mismatch(alignment: alignment, lines: lines, violations: violations)
  }

  /// Whether a reply is, byte for byte, what a step of plain lines expects.
  private func isPlainly(_ text: [UInt8], as step: Scenario.Step) -> Bool {
    var index = 0
    for line in step.expected {
      guard case .line(.plain(let bytes), _) = line.content else { return false }
      let end = index + bytes.count
      guard end < text.count, text[end] == 0x0A, text[index..<end] == bytes else { return false }
      index = end + 1
    }
    return index == text.count
  }

  /// Takes the values of captures from the lines that matched. A line in which a captured name
  /// should have another value counts as changed.
  private mutating func remember(
    _ tests: [LineTest], _ lines: [ArraySlice<UInt8>], _ alignment: inout Alignment
  ) {
    let tests = tests.filter { $0.telling != nil }
    if tests.isEmpty { return }
    for (place, row) in alignment.rows.enumerated() {
      guard case .matched(let expected, let line) = row,
        let test = tests.first(where: { $0.index == expected })
      else { continue }
      if !test.tell(lines[line], to: &values) {
        alignment.rows[place] = .changed(expected: expected, line: line)
      }
    }
  }
}

/// How a reply differs from what was expected.
struct Mismatch {
  /// Which expected line stands for which line.
  var alignment: Alignment
  /// The lines of the reply.
  var lines: [ArraySlice<UInt8>]
  /// The expected lines `! text` that a line contains, and the first such line.
  var violations: [Int: Int]
}

/// A reply as lines.
enum ReplyLines {
  /// The lines of a text, each ended by LF.
  static func split(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

extension ExpectedItem {
  /// The tests of the item's lines.
  fileprivate var tests: [LineTest] {
    switch kind {
    case .once(let test), .optional(let test), .repeated(let test): [test]
    case .block(let tests): tests
    case .anyLines, .refusal: []
    }
  }
}
