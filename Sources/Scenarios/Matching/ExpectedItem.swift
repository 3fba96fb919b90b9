import ParlorKit

/// A part of an expected reply that takes its place in the order of lines.
struct ExpectedItem {
  /// What it stands for.
  enum Kind {
    /// A line.
    case once(LineTest)
    /// A line, or none.
    case optional(LineTest)
    /// Any number of lines that fit.
    case repeated(LineTest)
    /// Any lines.
    case anyLines
    /// All the lines of a refusal.
    case refusal(ErrorCode)
    /// Lines in any order.
    case block([LineTest])
  }

  /// What it stands for.
  var kind: Kind
  /// The expected lines it comes from, by their numbers in the step, from 0.
  var lines: Range<Int>

  /// The items of a step, without the lines that have no place in the order.
  static func all(
    of step: Scenario.Step, in scenario: Scenario, values: CaptureValues,
    head: ErrorHead = .text
  ) -> [ExpectedItem] {
    var items: [ExpectedItem] = []
    var block: (start: Int, tests: [LineTest])?
    for (index, line) in step.expected.enumerated() {
      let only = index..<(index + 1)
      switch line.content {
      case .line(let pattern, let count):
        let isError = head.isMet(by: scenario.bytes[line.text])
        let test = LineTest(pattern, index: index, isError: isError, values: values)
        if block != nil {
          block?.tests.append(test)
        } else {
          items += kinds(of: test, count).map { ExpectedItem(kind: $0, lines: only) }
        }
      case .anyLines: items.append(ExpectedItem(kind: .anyLines, lines: only))
      case .refusal(let code): items.append(ExpectedItem(kind: .refusal(code), lines: only))
      case .unordered: block = (index, [])
      case .end:
        guard let (start, tests) = block else { continue }
        items.append(ExpectedItem(kind: .block(tests), lines: start..<(index + 1)))
        block = nil
      case .absent, .known: break
      }
    }
    return items
  }

  private static func kinds(of test: LineTest, _ count: ExpectedLine.Count) -> [Kind] {
    switch count {
    case .once: [.once(test)]
    case .optional: [.optional(test)]
    case .any: [.repeated(test)]
    case .many: [.once(test), .repeated(test)]
    }
  }
}
