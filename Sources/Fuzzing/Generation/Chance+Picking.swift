package import ParlorKit

/// Choices among things, drawn from the same keyed words as the draws of a game, so that a seed
/// and a number give the same lines on every machine.
extension Chance {
  /// One of some elements, each as likely as the others.
  ///
  /// - Parameter elements: one or more.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[index(elements.count)]
  }

  /// An index into a collection of `count` elements; 0 for an empty one.
  package mutating func index(_ count: Int) -> Int {
    count < 2 ? 0 : Int(below(UInt32(clamping: count)))
  }

  /// True once in `count` times on average.
  package mutating func isOne(in count: Int) -> Bool { index(count) == 0 }

  /// An integer of a range, with both ends more likely than chance would have them.
  package mutating func number(in range: ClosedRange<Int>) -> Int {
    switch below(8) {
    case 0: return range.lowerBound
    case 1: return range.upperBound
    default:
      // A range without an upper limit has one that only the state knows: small numbers fit most.
      let width = range.upperBound == .max ? 15 : range.upperBound &- range.lowerBound
      let span = UInt64(bitPattern: Int64(width))
      let offset = span == .max ? wide() : wide() % (span + 1)
      return range.lowerBound &+ Int(truncatingIfNeeded: offset)
    }
  }

  /// Any byte.
  package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: word()) }

  private mutating func wide() -> UInt64 { UInt64(word()) << 32 | UInt64(word()) }
}
