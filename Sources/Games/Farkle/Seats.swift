/// A set of seats, 0 to 7.
struct SeatSet: OptionSet, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(seat: Int) { rawValue = 1 << UInt8(seat) }

  /// The number of seats.
  var count: Int { rawValue.nonzeroBitCount }

  /// Whether a seat is among them.
  subscript(seat: Int) -> Bool { rawValue & 1 << UInt8(seat) != 0 }

  /// The seats in ascending order.
  var seats: Seats { Seats(rest: rawValue) }

  /// The seats of a set, one by one.
  struct Seats: Sequence, IteratorProtocol {
    fileprivate var rest: UInt8

    mutating func next() -> Int? {
      guard rest != 0 else { return nil }
      defer { rest &= rest &- 1 }
      return rest.trailingZeroBitCount
    }
  }
}

/// The seats that still have a turn in this round, at most eight, the next one first.
///
/// Four bits hold the number of a seat counted from 1, the first seat lowest.
struct TurnQueue: Sendable, Equatable {
  private(set) var bits: UInt32 = 0

  init(_ seats: some Sequence<Int> = EmptyCollection()) {
    for (place, seat) in seats.enumerated() { put(seat, at: place) }
  }

  /// Whether no turn is left.
  var isEmpty: Bool { bits == 0 }

  /// The number of turns left.
  var count: Int { (35 - bits.leadingZeroBitCount) / 4 }

  /// Adds a turn after the others.
  mutating func append(_ seat: Int) { put(seat, at: count) }

  private mutating func put(_ seat: Int, at place: Int) {
    bits |= UInt32(truncatingIfNeeded: seat + 1) &<< UInt32(truncatingIfNeeded: 4 &* place)
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
