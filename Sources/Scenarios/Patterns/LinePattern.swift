import Language
import ParlorKit

/// What one line of a reply must look like, as an expected line says.
enum LinePattern: Sendable {
  /// The line consists of these bytes.
  case plain(ArraySlice<UInt8>)
  /// The line matches a regular expression or a glob.
  case program(PatternProgram)
  /// The line, or with `isPart` some part of it, is a text with placeholders.
  case template(LineTemplate, isPart: Bool)
  /// The line contains these bytes.
  case part(ArraySlice<UInt8>)
}

/// A text with placeholders.
struct LineTemplate: Sendable {
  enum Part: Sendable {
    case text([UInt8])
    case typed(TranscriptSyntax.PlaceholderKind)
    case capture(String, TranscriptSyntax.PlaceholderKind)
    case use(CaptureUse)
  }

  /// From left to right.
  var parts: [Part] = []

  /// Whether a match yields values to store or to check.
  var hasCaptures: Bool {
    parts.contains {
      switch $0 {
      case .capture: true
      case .use(let use): use.isLocal
      case .text, .typed: false
      }
    }
  }

  /// The pattern, with the captured values filled in. What ``store(_:in:)`` needs is captured.
  func pattern(with values: CaptureValues) -> PatternNode {
    var count = 0
    let nodes = parts.map { part -> PatternNode in
      switch part {
      case .text(let bytes): return .text(bytes)
      case .typed(let kind): return kind.pattern
      case .use(let use) where !use.isLocal:
        let spellings = values.spellings(of: use)
        return spellings.isEmpty ? .set(ScalarSet()) : .choice(spellings.map { .text($0.utf8) })
      case .capture(_, let kind):
        defer { count += 1 }
        return .captured(kind.pattern, count)
      case .use(let use):
        defer { count += 1 }
        return .captured(use.kind.pattern, count)
      }
    }
    return .sequence(nodes)
  }

  /// Stores the captures of a match.
  ///
  /// - Returns: false if a name is used in the line with another value than it has.
  func store(_ texts: [String], in values: inout CaptureValues) -> Bool {
    var rest = texts[...]
    for part in parts {
      switch part {
      case .capture(let name, _): values.set(name, to: rest.popFirst() ?? "")
      case .use(let use) where use.isLocal:
        guard let text = rest.popFirst(), values.spellings(of: use).contains(text) else {
          return false
        }
      case .text, .typed, .use: break
      }
    }
    return true
  }
}

/// `<s>` or `<s+50>` in an expected line.
struct CaptureUse: Sendable {
  var name: String
  var kind: TranscriptSyntax.PlaceholderKind
  /// Is added to a number.
  var offset: Int
  /// Whether the same reply captures the value, so that it is known only after the reply has been
  /// matched as a whole.
  var isLocal: Bool
}

/// The captured values of a file up to a line.
struct CaptureValues: Sendable {
  private var texts: [String: String] = [:]

  mutating func set(_ name: String, to text: String) { texts[name] = text }

  /// The texts that a use of a name matches: a number with and without commas, or the captured text.
  /// None if the name has no value because the line that captures it did not match.
  func spellings(of use: CaptureUse) -> [String] {
    guard let text = texts[use.name] else { return [] }
    guard use.kind == .int else { return [text] }
    guard let number = Int(text.filter { $0 != "," }) else { return [] }
    let (sum, overflow) = number.addingReportingOverflow(use.offset)
    if overflow { return [] }
    return sum.grouped == String(sum) ? [String(sum)] : [sum.grouped, String(sum)]
  }
}

/// Tests lines against an expected line, with the values that are captured so far.
struct LineTest: Sendable {
  private enum Body {
    case plain(ArraySlice<UInt8>)
    case part(ArraySlice<UInt8>)
    case program(PatternProgram)
    case never
  }

  private let body: Body
  private let template: LineTemplate?
  /// The number of the expected line in its step, from 0.
  let index: Int
  /// Whether the expected line starts with `error`, so that it may match the first line of an error.
  let isError: Bool

  init(_ pattern: LinePattern, index: Int, isError: Bool, values: CaptureValues) {
    self.index = index
    self.isError = isError
    var captures: LineTemplate?
    switch pattern {
    case .plain(let bytes): body = .plain(bytes)
    case .part(let bytes): body = .part(bytes)
    case .program(let program): body = .program(program)
    case .template(let template, let isPart):
      let node = template.pattern(with: values)
      let whole = isPart ? .sequence([.anything, node, .anything]) : node
      body = (try? PatternProgram(whole, limit: .max)).map(Body.program) ?? .never
      captures = template.hasCaptures ? template : nil
    }
    template = captures
  }

  /// The bytes that the line must have, unless a pattern is expected.
  var plain: ArraySlice<UInt8>? {
    if case .plain(let bytes) = body { bytes } else { nil }
  }

  /// Whether a match yields values to store or to check.
  var hasCaptures: Bool { template != nil }

  func accepts(_ line: ArraySlice<UInt8>) -> Bool {
    switch body {
    case .plain(let bytes): line == bytes
    case .part(let bytes): Self.isPart(bytes, of: line)
    case .program(let program): program.matches(line)
    case .never: false
    }
  }

  /// Stores the captures of a line that the test accepts.
  ///
  /// - Returns: false if a name is used in the line with another value than it has.
  func storeCaptures(of line: ArraySlice<UInt8>, in values: inout CaptureValues) -> Bool {
    guard let template, case .program(let program) = body else { return true }
    return template.store(program.captures(in: line) ?? [], in: &values)
  }

  private static func isPart(_ bytes: ArraySlice<UInt8>, of line: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    var rest = line
    while let index = rest.firstIndex(of: first) {
      if line[index...].starts(with: bytes) { return true }
      rest = line[(index + 1)...]
    }
    return false
  }
}

extension TranscriptSyntax.PlaceholderKind {
  /// What a placeholder of this kind matches.
  fileprivate var pattern: PatternNode {
    switch self {
    case .int: Self.integer
    case .dice: .sequence([Self.face, Self.any(.sequence([.scalar(0x20), Self.face]))])
    case .duration: .choice([Self.clock, Self.units])
    case .word: .repeated(.set(ScalarSet.blanks.complement), atLeast: 1, atMost: nil)
    }
  }

  /// Has at most 18 digits, so that every integer fits an `Int`.
  private static let integer = PatternNode.sequence([
    .optional(.set(.of("+-"))),
    .choice([
      .sequence([
        digits(1, 3),
        .repeated(.sequence([.scalar(0x2C), digits(3, 3)]), atLeast: 1, atMost: 5),
      ]),
      digits(1, 18),
    ]),
  ])

  private static let face = PatternNode.set(ScalarSet(ranges: [0x31...0x39]))

  /// `1:05`, `1:00:05`
  private static let clock = PatternNode.sequence([
    digits(1, 9),
    .repeated(.sequence([.scalar(0x3A), digits(2, 2)]), atLeast: 1, atMost: 2),
    fraction,
  ])

  /// `10s`, `+1.5s`, `1h 5m`
  private static let units = PatternNode.sequence([
    .optional(.set(.of("+-"))), unit,
    any(.sequence([.optional(.scalar(0x20)), unit])),
  ])

  private static let unit = PatternNode.sequence([
    digits(1, 18), fraction,
    .choice([.text("ms".utf8), .set(.of("smhd"))]),
  ])

  private static let fraction = PatternNode.optional(.sequence([.scalar(0x2E), digits(1, 18)]))

  private static func digits(_ lower: Int, _ upper: Int) -> PatternNode {
    .repeated(.set(.digits), atLeast: lower, atMost: upper)
  }

  private static func any(_ node: PatternNode) -> PatternNode {
    .repeated(node, atLeast: 0, atMost: nil)
  }
}
