import ParlorEngine
import ParlorKit

/// The pattern of an expected line for one line of a reply.
enum LinePattern: Sendable {
  /// The line consists of these bytes.
  case plain(ArraySlice<UInt8>)
  /// The line matches a regular expression or a glob.
  case program(PatternProgram)
  /// The line, or with `isPart` some part of it, matches a text or a pattern with placeholders.
  case template(LineTemplate, isPart: Bool)
  /// The line contains these bytes.
  case part(ArraySlice<UInt8>)
}

/// A text or a pattern with placeholders.
struct LineTemplate: Sendable {
  enum Part: Sendable {
    case typed(TranscriptSyntax.PlaceholderKind)
    case capture(String, TranscriptSyntax.PlaceholderKind)
    case use(CaptureUse)
  }

  /// The line with a ``PatternNode/placeholder(_:)`` for each part.
  var node: PatternNode
  /// The placeholders by their numbers, from left to right.
  var parts: [Part]

  /// Whether a match yields values to store or to check.
  var hasCaptures: Bool {
    parts.contains {
      switch $0 {
      case .capture: true
      case .use(let use): use.isLocal
      case .typed: false
      }
    }
  }

  /// The pattern with the captured values filled in; captures only what ``store(_:in:)`` needs.
  func pattern(with values: CaptureValues) -> PatternNode {
    var count = 0
    let nodes = parts.map { part -> PatternNode in
      switch part {
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
    return node.filled { nodes[$0] }
  }

  /// Stores the captures of a match.
  ///
  /// - Returns: false if the line uses a name with a different value.
  func store(_ texts: [String], in values: inout CaptureValues) -> Bool {
    var rest = texts[...]
    for part in parts {
      switch part {
      case .capture(let name, _):
        values.set(name, to: rest.popFirst() ?? unreachable("each capture has a text", ""))
      case .use(let use) where use.isLocal:
        guard let text = rest.popFirst(), values.spellings(of: use).contains(text) else {
          return false
        }
      case .typed, .use: break
      }
    }
    return true
  }
}

/// `<s>`, `<s+50>` or `<s+t>` in an expected line.
struct CaptureUse: Sendable {
  var sum: TranscriptSyntax.CaptureSum
  /// The kind of value: a number if anything is added to it.
  var kind: TranscriptSyntax.PlaceholderKind
  /// Whether the same reply captures one of the values, so that the sum is known only after
  /// matching the whole reply.
  var isLocal: Bool
}

/// The captured values of a file up to a line.
struct CaptureValues: Sendable {
  private var texts: [String: String] = [:]

  mutating func set(_ name: String, to text: String) { texts[name] = text }

  /// The texts that a use matches: a number with and without commas, or the captured text. Empty if
  /// a name has no value because the line that captures it did not match.
  func spellings(of use: CaptureUse) -> [String] {
    if let name = use.sum.single {
      guard let text = texts[name] else { return [] }
      guard use.kind == .int else { return [text] }
    }
    var sum = Decimal(use.sum.offset)
    for term in use.sum.terms {
      guard let text = texts[term.name], let number = Decimal(text),
        let next = term.isSubtracted ? sum.subtracting(number) : sum.adding(number)
      else { return [] }
      sum = next
    }
    return sum.spellings
  }
}

/// A decimal number, which adds without rounding.
struct Decimal: Equatable {
  /// The number without its point.
  private var digits: Int
  /// How many of the digits are after the point, at most 9.
  private var places: Int

  init(_ number: Int) {
    digits = number
    places = 0
  }

  /// Parses `1,200.25`.
  init?(_ text: String) {
    let parts = text.filter { $0 != "," }.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, parts.count == 1 || parts[1].count <= 9,
      let digits = Int(parts.joined()), !whole.isEmpty
    else { return nil }
    self.digits = digits
    places = parts.count == 2 ? parts[1].count : 0
  }

  func adding(_ other: Decimal) -> Decimal? {
    let places = max(places, other.places)
    guard let one = scaled(to: places), let two = other.scaled(to: places) else { return nil }
    let (sum, overflow) = one.digits.addingReportingOverflow(two.digits)
    if overflow { return nil }
    var result = one
    result.digits = sum
    return result
  }

  func subtracting(_ other: Decimal) -> Decimal? {
    var negative = other
    let (digits, overflow) = (0).subtractingReportingOverflow(other.digits)
    negative.digits = digits
    return overflow ? nil : adding(negative)
  }

  /// With and without commas, and with and without zeros at the end of a fraction.
  var spellings: [String] {
    var short = self
    while short.places > 0, short.digits % 10 == 0 {
      short.digits /= 10
      short.places -= 1
    }
    var texts: [String] = []
    for number in [self, short] {
      let sign = number.digits < 0 ? "-" : ""
      let all = number.digits.magnitude.padded(to: number.places + 1)
      let whole = Int(all.dropLast(number.places)) ?? 0
      let fraction = number.places > 0 ? "." + all.suffix(number.places) : ""
      for text in [whole.grouped, String(whole)] where !texts.contains(sign + text + fraction) {
        texts.append(sign + text + fraction)
      }
    }
    return texts
  }

  private func scaled(to places: Int) -> Decimal? {
    var result = self
    while result.places < places {
      let (digits, overflow) = result.digits.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      result.digits = digits
      result.places += 1
    }
    return result
  }
}

/// Tests lines against an expected line, with the values captured so far.
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
  /// Whether the expected line starts with `error`, so that it may match the first line of an
  /// error.
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

  /// The required bytes of the line, unless a pattern is expected.
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
  /// - Returns: false if the line uses a name with a different value.
  func storeCaptures(of line: ArraySlice<UInt8>, in values: inout CaptureValues) -> Bool {
    guard let template, case .program(let program) = body else { return true }
    let captures = program.captures(in: line) ?? unreachable("the pattern fits the line", [])
    return template.store(captures, in: &values)
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
    case .float: .sequence([Self.integer, Self.fraction])
    case .dice: .sequence([Self.face, Self.any(.sequence([.scalar(0x20), Self.face]))])
    case .duration: .choice([Self.clock, Self.units])
    case .date: Self.dateAndTime
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

  /// `2026-07-28`, `2026-07-28 10:15`, `2026-07-28T10:15:00.5Z`
  private static let dateAndTime = PatternNode.sequence([
    digits(4, 4), .scalar(0x2D), digits(2, 2), .scalar(0x2D), digits(2, 2),
    .optional(
      .sequence([
        .set(.of(" T")), digits(2, 2), .scalar(0x3A), digits(2, 2),
        .optional(.sequence([.scalar(0x3A), digits(2, 2), fraction])), .optional(.scalar(0x5A)),
      ])),
  ])

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
