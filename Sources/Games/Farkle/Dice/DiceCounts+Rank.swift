extension DiceCounts {
  /// The number of sets of up to six dice, the empty one included.
  static let ranks = 924

  /// The place of this set among all sets of up to six dice: 0 to 923, each used once.
  ///
  /// A set is two halves, the counts of 1 to 3 and those of 4 to 6. The halves of 4 to 6 that go
  /// with a given half of 1 to 3 are all those of up to so many dice, so with the smaller halves
  /// numbered first they are the numbers from 0, and the rank is a sum of two numbers looked up.
  var rank: Int {
    Int(Self.rankTables.high[Int(bits &>> 12)]) &+ Int(Self.rankTables.low[Int(bits & 0xFFF)])
  }

  private static let rankTables: (high: [UInt16], low: [UInt16]) = {
    var high = [UInt16](repeating: 0, count: 0x601)
    var low = high
    var place: UInt16 = 0
    var start: UInt16 = 0
    for size in 0...6 {
      for first in 0...size {
        for second in 0...(size - first) {
          let half = first << 8 | second << 4 | (size - first - second)
          low[half] = place
          place += 1
          high[half] = start
          // As many halves have up to n dice as there are ways to choose 3 of n + 3.
          let rest = 6 - size
          start += UInt16((rest + 3) * (rest + 2) * (rest + 1) / 6)
        }
      }
    }
    return (high, low)
  }()
}
