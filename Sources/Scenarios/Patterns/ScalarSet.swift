/// A set of scalars: ranges, or all that is outside them.
struct ScalarSet: Sendable, Equatable {
  /// What the set is made of; the ranges may overlap.
  var ranges: [ClosedRange<UInt32>] = []
  /// Whether it holds what the ranges leave out.
  var isNegated = false

  /// Every scalar.
  static let any = ScalarSet(isNegated: true)
  /// `0` to `9`.
  static let digits = ScalarSet(ranges: [0x30...0x39])
  /// The letters and digits of ASCII, and `_`.
  static let wordCharacters = ScalarSet(
    ranges: [0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F...0x5F])
  /// The blank, and the control characters that move the cursor.
  static let blanks = ScalarSet(ranges: [0x20...0x20, 0x09...0x0D])

  /// One character of a few.
  static func of(_ characters: String) -> ScalarSet {
    ScalarSet(ranges: characters.unicodeScalars.map { $0.value...$0.value })
  }

  /// All that is not in the set.
  var complement: ScalarSet { ScalarSet(ranges: ranges, isNegated: !isNegated) }

  /// Whether a scalar is in the set.
  func contains(_ scalar: UInt32) -> Bool {
    ranges.contains { $0.contains(scalar) } != isNegated
  }

  /// Adds the elements of another set.
  mutating func formUnion(_ other: ScalarSet) {
    ranges += other.isNegated ? Self.gaps(in: other.ranges) : other.ranges
  }

  /// The ranges between some ranges.
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
