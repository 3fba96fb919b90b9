import ParlorKit

/// The expected value at a path of a JSON reply: VALUE in `json PATH == VALUE`.
enum JSONExpectation: Sendable {
  /// Equal to this value. The order of keys does not matter.
  case value(Value)
  /// The value's JSON, as `state PATH` shows it, matches a pattern.
  case pattern(LinePattern)
}

extension JSONExpectation {
  /// The first of some values that meets the expectation; stores its captures.
  func isMet(by candidates: [Value], index: Int, _ values: inout CaptureValues) -> Bool {
    switch self {
    case .value(let wanted): return candidates.contains { $0.isEquivalent(to: wanted) }
    case .pattern(let pattern):
      let test = LineTest(pattern, index: index, isError: true, values: values)
      for candidate in candidates {
        let text = Array(candidate.json.utf8)[...]
        guard test.accepts(text) else { continue }
        var next = values
        guard test.storeCaptures(of: text, in: &next) else { continue }
        values = next
        return true
      }
      return false
    }
  }
}

extension Value {
  /// The values at a path of names and indices from 0, separated by dots. `*` is every element of
  /// an array.
  func parts(at path: String) -> [Value] {
    var parts = [self]
    for step in path.split(separator: ".", omittingEmptySubsequences: false) {
      parts = parts.flatMap { part -> [Value] in
        switch part {
        case .object(let fields): return fields[String(step)].map { [$0] } ?? []
        case .array(let values):
          if step == "*" { return values }
          guard let index = Int(step), values.indices.contains(index) else { return [] }
          return [values[index]]
        default: return []
        }
      }
    }
    return parts
  }

  /// Whether two values are equal, ignoring the order of keys and the spelling of numbers.
  func isEquivalent(to other: Value) -> Bool {
    switch (self, other) {
    case (.object(let one), .object(let two)):
      one.all.count == two.all.count
        && one.all.allSatisfy { field in
          two[field.name].map { $0.isEquivalent(to: field.value) } ?? false
        }
    case (.array(let one), .array(let two)):
      one.count == two.count && zip(one, two).allSatisfy { $0.isEquivalent(to: $1) }
    case (.integer(let one), .number(let two)), (.number(let two), .integer(let one)):
      Double(one) == two
    default: self == other
    }
  }
}

/// The difference between two JSON objects by path, as the lines `- PATH: VALUE` and
/// `+ PATH: VALUE`.
enum JSONDifference {
  /// - Returns: `nil` if one of the lines is not a JSON object.
  static func lines(
    expected: ArraySlice<UInt8>, got: ArraySlice<UInt8>
  ) -> [Difference.Line]? {
    guard expected.first == UInt8(ascii: "{"), got.first == UInt8(ascii: "{"),
      let one = try? JSONReader.read(expected), let two = try? JSONReader.read(got)
    else { return nil }
    var lines: [Difference.Line] = []
    compare(one, two, at: "", &lines)
    if lines.isEmpty {
      lines.append(
        Difference.Line(side: .remark, text: "equal values, in another order or spelling"))
    }
    return lines
  }

  private static func compare(
    _ one: Value?, _ two: Value?, at path: String, _ lines: inout [Difference.Line]
  ) {
    func step(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
    switch (one, two) {
    case (.object(let old)?, .object(let new)?):
      for field in old.all { compare(field.value, new[field.name], at: step(field.name), &lines) }
      for field in new.all where old[field.name] == nil {
        compare(nil, field.value, at: step(field.name), &lines)
      }
    case (.array(let old)?, .array(let new)?):
      for index in 0..<max(old.count, new.count) {
        let pair = (
          old.indices.contains(index) ? old[index] : nil,
          new.indices.contains(index) ? new[index] : nil
        )
        compare(pair.0, pair.1, at: step(String(index)), &lines)
      }
    case (let old, let new):
      if let old, let new, old.isEquivalent(to: new) { return }
      if let old { add(.expected, old, path, &lines) }
      if let new { add(.got, new, path, &lines) }
    }
  }

  private static func add(
    _ side: Difference.Side, _ value: Value, _ path: String, _ lines: inout [Difference.Line]
  ) {
    let text = Difference.visible(Array("\(path): \(value.json)".utf8)[...])
    lines.append(Difference.Line(side: side, text: text))
  }
}
