/// The seats that still have a turn in this round, at most eight, the next one first.
///
/// Four bits hold the number of a seat counted from 1, the first seat lowest.
struct TurnQueue: Sendable, Equatable {
  private(set) var bits: UInt32 = 0

  init(_ seats: some Sequence<Int> = EmptyCollection()) {
    for seat in seats { append(seat) }
  }

  /// Whether no turn is left.
  var isEmpty: Bool { bits == 0 }

  /// The number of turns left.
  var count: Int { (35 - bits.leadingZeroBitCount) / 4 }

  /// Adds a turn after the others.
  mutating func append(_ seat: Int) {
    bits |= UInt32(truncatingIfNeeded: seat + 1) &<< UInt32(truncatingIfNeeded: 4 * count)
  }

  /// Takes the next turn.
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    defer { bits >>= 4 }
    return Int(bits & 15) - 1
  }

  /// The seats in order.
  var seats: [Int] {
    var rest = self
    return Array(AnyIterator { rest.next() })
  }
}
