/// Arithmetic on ten numbers of five bits in one word, all at once.
///
/// Source: Warren, "Hacker's Delight", second edition, sections 2-18 and 6-1 (parallel sums,
/// finding zero bytes), with lanes of five bits.
enum Lanes {
  /// The lowest bit of each lane.
  static let ones: UInt64 = 0x0000_2108_4210_8421
  /// The highest bit of each lane.
  static let tops: UInt64 = ones << 4
  /// All but the highest bit of each lane.
  static let lows: UInt64 = ones * 15

  /// The sum of the lanes, which must be at most 31.
  static func sum(_ word: UInt64) -> Int { Int(((word &* ones) >> 45) & 31) }

  /// How many lanes are not 0.
  static func countNonzero(_ word: UInt64) -> Int {
    sum(((((word & lows) &+ lows) | word) & tops) >> 4)
  }

  /// The lesser of each two lanes, which must be at most 15.
  static func lesser(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let isAtLeast = (((one | tops) &- other) & tops) >> 4
    let mask = isAtLeast &* 31
    return (other & mask) | (one & ~mask)
  }
}
