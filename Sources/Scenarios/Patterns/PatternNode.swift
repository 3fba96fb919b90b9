/// The pattern of a line as a tree, in any notation.
indirect enum PatternNode: Sendable {
  /// Matches the empty text.
  case empty
  case scalar(UInt32)
  case set(ScalarSet)
  case sequence([PatternNode])
  /// Prefers the first alternative that matches.
  case choice([PatternNode])
  /// Repeats as often as possible; an upper bound of nil means no limit.
  case repeated(PatternNode, atLeast: Int, atMost: Int?)
  /// Records the text that the node matches as the capture of a number, from 0.
  case captured(PatternNode, Int)
  /// A placeholder of a ``LineTemplate``, by its number. It has no meaning in a program.
  case placeholder(Int)
  /// Matches at the start of the line.
  case start
  /// Matches at the end of the line.
  case end

  /// `.*`
  static let anything = repeated(.set(.any), atLeast: 0, atMost: nil)

  static func text(_ bytes: some Sequence<UInt8>) -> PatternNode {
    .sequence(Scalars.decode(bytes).map { .scalar($0) })
  }

  static func optional(_ node: PatternNode) -> PatternNode {
    .repeated(node, atLeast: 0, atMost: 1)
  }

  /// The tree with another node in place of each placeholder.
  func filled(_ replacement: (Int) -> PatternNode) -> PatternNode {
    switch self {
    case .placeholder(let number): replacement(number)
    case .sequence(let nodes): .sequence(nodes.map { $0.filled(replacement) })
    case .choice(let nodes): .choice(nodes.map { $0.filled(replacement) })
    case .repeated(let node, let lower, let upper):
      .repeated(node.filled(replacement), atLeast: lower, atMost: upper)
    case .captured(let node, let number): .captured(node.filled(replacement), number)
    case .empty, .scalar, .set, .start, .end: self
    }
  }
}

/// Unicode scalars, the characters that patterns count.
enum Scalars {
  /// Decodes UTF-8; invalid bytes become U+FFFD.
  static func decode(_ bytes: some Sequence<UInt8>) -> [UInt32] {
    var decoder = Unicode.UTF8()
    var source = bytes.makeIterator()
    var scalars: [UInt32] = []
    while true {
      switch decoder.decode(&source) {
      case .scalarValue(let scalar): scalars.append(scalar.value)
      case .error: scalars.append(0xFFFD)
      case .emptyInput: return scalars
      }
    }
  }
}

/// A set of scalars, such as `[a-z]`.
struct ScalarSet: Sendable, Equatable {
  /// May overlap and come in any order.
  var ranges: [ClosedRange<UInt32>] = []
  /// Whether the set contains everything outside the ranges instead.
  var isNegated = false

  static let any = ScalarSet(isNegated: true)
  /// `\d`
  static let digits = ScalarSet(ranges: [0x30...0x39])
  /// `\w`: ASCII letters, digits and `_`.
  static let wordCharacters = ScalarSet(
    ranges: [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F...0x5F])
  /// `\s`: the space, and tab to carriage return.
  static let blanks = ScalarSet(ranges: [0x20...0x20, 0x09...0x0D])

  static func of(_ characters: String) -> ScalarSet {
    ScalarSet(ranges: characters.unicodeScalars.map { $0.value...$0.value })
  }

  var complement: ScalarSet { ScalarSet(ranges: ranges, isNegated: !isNegated) }

  func contains(_ scalar: UInt32) -> Bool {
    ranges.contains { $0.contains(scalar) } != isNegated
  }

  mutating func formUnion(_ other: ScalarSet) {
    ranges += other.isNegated ? Self.gaps(in: other.ranges) : other.ranges
  }

  /// The gaps between ranges.
  private static func gaps(in ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
      next = max(next, range.upperBound + 1)
    }
    gaps.append(next...UInt32.max)
    return gaps
  }
}
