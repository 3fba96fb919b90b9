import ParlorEngine
import ParlorKit

/// Compares the replies of a scenario with the expected ones, step by step.
struct ScenarioMatcher {
  private let scenario: Scenario
  private let isStopped: () -> Bool
  private var values: CaptureValues

  /// - Parameters:
  ///   - row: the values of the scenario's parameters.
  ///   - isStopped: whether to stop early, with an unusable result.
  init(
    _ scenario: Scenario, in row: ScenarioRow = ScenarioRow(),
    isStopped: @escaping () -> Bool = { false }
  ) {
    self.scenario = scenario
    self.isStopped = isStopped
    values = row.captures
  }

  /// The difference of a reply from the expected one of the next step; `nil` if there is none.
  mutating func mismatch(of reply: Transcription, at step: Scenario.Step) -> Mismatch? {
    if step.isPlain && isEqual(reply.text, to: step) { return nil }
    let lines = ReplyLines.split(reply.text)
    let items = ExpectedItem.all(
      of: step, in: scenario, values: values, errorFormat: ErrorFormat(of: reply.text))
    let isByValue = items.isEmpty && step.expected.contains(where: \.isJSON)
    var alignment = Alignment(rows: [])
    if !isByValue {
      alignment = Aligner.align(items, with: lines, code: reply.code, isStopped: isStopped)
      storeCaptures(of: items.flatMap(\.tests), lines, &alignment)
    } else if reply.code != nil && !step.expected.contains(where: \.expectsErrorInJSON) {
      alignment.rows = lines.indices.map { .extra(line: $0) }
    }
    let differing = differingValues(in: step, lines)
    var violations: [Int: Int] = [:]
    for (index, expected) in step.expected.enumerated() {
      guard case .absent(let pattern) = expected.content else { continue }
      let test = LineTest(pattern, index: index, isError: true, values: values)
      violations[index] = lines.firstIndex(where: test.accepts)
    }
    if alignment.isExact && violations.isEmpty && differing.isEmpty { return nil }
    return Mismatch(
      alignment: alignment, lines: lines, code: reply.code, violations: violations,
      values: differing)
  }

  /// The lines `json PATH == VALUE` of a step that do not hold; see ``Mismatch/values``. They refer
  /// to the last line of the reply, since news precede it.
  private mutating func differingValues(
    in step: Scenario.Step, _ lines: [ArraySlice<UInt8>]
  ) -> [Int: [UInt8]?] {
    guard step.expected.contains(where: \.isJSON) else { return [:] }
    let reply = lines.last.flatMap { try? JSONReader.read($0) }
    var differing: [Int: [UInt8]?] = [:]
    for (index, line) in step.expected.enumerated() {
      guard case .json(let path, let expectation) = line.content else { continue }
      let parts = reply?.parts(at: path) ?? []
      if expectation.isMet(by: parts, index: index, &values) { continue }
      let got = parts.first.map { Array("json \(path) == \($0.json)".utf8) }
      differing.updateValue(got, forKey: index)
    }
    return differing
  }

  /// Whether a reply has exactly the bytes of a step's plain lines.
  private func isEqual(_ text: [UInt8], to step: Scenario.Step) -> Bool {
    var index = 0
    for line in step.expected {
      guard case .line(.plain(let bytes), nil) = line.content else { return false }
      let end = index + bytes.count
      guard end < text.count, text[end] == 0x0A, text[index..<end] == bytes else { return false }
      index = end + 1
    }
    return index == text.count
  }

  /// Stores the captures of the matched lines. A line that uses a name with a different value
  /// becomes a changed line.
  private mutating func storeCaptures(
    of tests: [LineTest], _ lines: [ArraySlice<UInt8>], _ alignment: inout Alignment
  ) {
    let tests = Dictionary(
      tests.filter(\.hasCaptures).map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    if tests.isEmpty { return }
    for (place, row) in alignment.rows.enumerated() {
      guard case .matched(let expected, let line) = row, let test = tests[expected] else {
        continue
      }
      if !test.storeCaptures(of: lines[line], in: &values) {
        alignment.rows[place] = .changed(expected: expected, line: line)
      }
    }
  }
}

/// How a reply differs from the expected one.
struct Mismatch {
  var alignment: Alignment
  /// The lines of the reply.
  var lines: [ArraySlice<UInt8>]
  /// The code of an error reply.
  var code: ErrorCode?
  /// The expected lines `! text` that are violated, each with the first line that contains it.
  var violations: [Int: Int]
  /// The expected lines `json PATH == VALUE` that do not hold, each as it would hold; `nil` if the
  /// reply has no value at the path.
  var values: [Int: [UInt8]?]
}

extension ExpectedLine {
  fileprivate var isJSON: Bool {
    if case .json = content { true } else { false }
  }

  /// Whether the line is about an error: `json ok == false` or `json error.… == VALUE`.
  fileprivate var expectsErrorInJSON: Bool {
    guard case .json(let path, let expectation) = content else { return false }
    if path == "error" || path.hasPrefix("error.") { return true }
    if case .value(.bool(false)) = expectation { return path == "ok" }
    return false
  }
}

enum ReplyLines {
  /// The lines of a text in which each line ends in LF.
  static func split(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}

/// A part of an expected reply with a position in the order of lines.
struct ExpectedItem {
  enum Kind {
    case once(LineTest)
    case optional(LineTest)
    /// Matches any number of lines, including none.
    case repeated(LineTest)
    case anyLines
    /// Matches all lines of an error reply with this code.
    case error(ErrorCode)
    /// Matches its lines in any order.
    case block([LineTest])
  }

  var kind: Kind
  /// The expected lines that make up the item, counted from 0 within the step.
  var lines: Range<Int>

  fileprivate var tests: [LineTest] {
    switch kind {
    case .once(let test), .optional(let test), .repeated(let test): [test]
    case .block(let tests): tests
    case .anyLines, .error: []
    }
  }

  /// The items of a step, without lines such as `! text` that have no position.
  static func all(
    of step: Scenario.Step, in scenario: Scenario, values: CaptureValues,
    errorFormat: ErrorFormat = .text
  ) -> [ExpectedItem] {
    var items: [ExpectedItem] = []
    var block: (start: Int, tests: [LineTest])?
    for (index, line) in step.expected.enumerated() {
      let only = index..<(index + 1)
      switch line.content {
      case .line(let pattern, let count):
        let isError = errorFormat.isError(scenario.bytes[line.text])
        let test = LineTest(pattern, index: index, isError: isError, values: values)
        if block != nil {
          block?.tests.append(test)
        } else {
          items += kinds(of: test, count).map { ExpectedItem(kind: $0, lines: only) }
        }
      case .anyLines: items.append(ExpectedItem(kind: .anyLines, lines: only))
      case .error(let code): items.append(ExpectedItem(kind: .error(code), lines: only))
      case .unordered: block = (index, [])
      case .end:
        guard let (start, tests) = block else { continue }
        items.append(ExpectedItem(kind: .block(tests), lines: start..<(index + 1)))
        block = nil
      case .absent, .json, .expectedFailure: break
      }
    }
    return items
  }

  private static func kinds(of test: LineTest, _ count: TranscriptSyntax.Count?) -> [Kind] {
    switch count {
    case nil: [.once(test)]
    case .times(let number): Array(repeating: .once(test), count: number)
    case .optional: [.optional(test)]
    case .any: [.repeated(test)]
    case .many: [.once(test), .repeated(test)]
    }
  }
}

/// The start of an error reply. Only an expected line that starts the same way can match it, so no
/// pattern hides an error.
enum ErrorFormat {
  /// `error[CODE]: text`
  case text
  /// `{"ok":false,…}`
  case json
  /// `? text`, the form of the Go Text Protocol.
  case gtp

  init(of reply: [UInt8]) {
    switch reply.first {
    case UInt8(ascii: "{"): self = .json
    case UInt8(ascii: "?"): self = .gtp
    default: self = .text
    }
  }

  /// Whether an expected line expects an error.
  func isError(_ line: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .text: line.starts(with: "error".utf8)
    case .json: line.contains(part: #""ok":false"#)
    case .gtp: line.first == UInt8(ascii: "?")
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(part text: StaticString) -> Bool {
    text.withUTF8Buffer { part in
      indices.contains { self[$0...].starts(with: part) }
    }
  }
}
