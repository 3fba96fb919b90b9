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
