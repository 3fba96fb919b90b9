/// How often each colour stands in a code: ten colours a word, five bits each.
struct Tally: Sendable, Equatable {
  /// The colours 1 to 10.
  var low: UInt64 = 0
  /// The colours 11 to 20.
  var high: UInt64 = 0

  /// Nothing.
  init() {}

  /// The colours of a code; pegs without a colour do not count.
  init(_ code: Code) {
    var rest = code.bits
    while rest != 0 {
      if rest & 31 != 0 { add(Int(rest & 31)) }
      rest >>= 5
    }
  }

  /// Counts a colour, 1 to 20, once more.
  mutating func add(_ color: Int) {
    if color <= 10 {
      low &+= 1 &<< UInt64(truncatingIfNeeded: 5 &* (color &- 1))
    } else {
      high &+= 1 &<< UInt64(truncatingIfNeeded: 5 &* (color &- 11))
    }
  }

  /// Whether a colour was counted.
  func contains(_ color: Int) -> Bool {
    let (word, lane) = color <= 10 ? (low, color - 1) : (high, color - 11)
    return (word >> UInt64(5 * lane)) & 31 != 0
  }

  /// How many pegs can be paired with pegs of the same colour in another code.
  func common(with other: Tally) -> Int {
    Lanes.sum(Lanes.lesser(low, other.low) &+ Lanes.lesser(high, other.high))
  }
}
