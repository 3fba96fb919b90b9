public import ParlorKit

/// Up to six dice in no order: the count of each face.
///
/// Four bits hold a count, that of the ones highest: `0x103000` is a one and three threes. Counts
/// never reach 8, so the highest bit of each four can catch borrows. Of two sets of the same size,
/// the one with more bits comes first when their dice are written in ascending order.
public struct DiceCounts: Sendable, Hashable {
  private(set) var bits: UInt32

  /// No dice.
  public init() { bits = 0 }

  init(bits: UInt32) { self.bits = bits }

  /// Dice with these faces.
  ///
  /// - Returns: `nil` for more than six dice or for a face that is not 1 to 6.
  public init?(_ faces: some Sequence<Int>) {
    guard let dice = Dice(faces) else { return nil }
    self = dice.counts
  }

  /// The number of dice.
  public var count: Int {
    // Casting out fifteens: 16 leaves 1, so the remainder is the sum of the counts.
    Int(bits % 15)
  }

  /// Whether there are none.
  public var isEmpty: Bool { bits == 0 }

  /// How many dice show a face, 1 to 6.
  public subscript(face: Int) -> Int { Int((bits &>> Self.shift(of: face)) & 15) }

  mutating func insert(_ face: Int) { bits &+= 1 &<< Self.shift(of: face) }

  /// The dice without one that shows `face`, of which there is at least one.
  func without(_ face: Int) -> DiceCounts {
    DiceCounts(bits: bits &- 1 &<< Self.shift(of: face))
  }

  /// The distinct faces, in ascending order.
  var faces: [Int] { (1...6).filter { self[$0] > 0 } }

  /// The dice in ascending order.
  public var ascending: Dice {
    var dice = Dice()
    for face in 1...6 {
      for _ in 0..<self[face] { dice.append(face) }
    }
    return dice
  }

  private static func shift(of face: Int) -> UInt32 { UInt32(truncatingIfNeeded: 4 * (6 - face)) }
}

extension DiceCounts {
  /// The highest bit of every four.
  private static let guards: UInt32 = 0x888888

  /// Whether all of some dice are among these.
  func contains(_ other: DiceCounts) -> Bool {
    ((bits | Self.guards) &- other.bits) & Self.guards == Self.guards
  }

  /// All dice of both.
  static func + (one: DiceCounts, other: DiceCounts) -> DiceCounts {
    DiceCounts(bits: one.bits &+ other.bits)
  }

  /// The dice that remain without some of them.
  static func - (all: DiceCounts, some: DiceCounts) -> DiceCounts {
    DiceCounts(bits: all.bits &- some.bits)
  }

  /// The dice of those faces that `other` has fewer of.
  func exceeding(_ other: DiceCounts) -> DiceCounts {
    var dice = DiceCounts()
    for face in 1...6 where self[face] > other[face] {
      for _ in 0..<self[face] { dice.insert(face) }
    }
    return dice
  }
}

extension DiceCounts: TextWritable, ValueConvertible {
  /// Writes the faces in ascending order with a blank between each two.
  public func write(to text: inout TextWriter) { ascending.write(to: &text) }

  /// The faces in ascending order as data.
  public var value: Value { ascending.value }
}

extension DiceCounts {
  /// The number of sets of up to six dice, including the empty one.
  static let ranks = 924

  /// The index of this set among all sets of up to six dice: 0 to 923, each used once.
  ///
  /// A set is two halves, the counts of 1 to 3 and those of 4 to 6. The halves of 4 to 6 that go
  /// with a given half of 1 to 3 are all those up to a number of dice. With the smaller halves
  /// numbered first they are the numbers from 0, so the rank is a sum of two numbers from tables.
  func rank(_ tables: RankTables) -> Int {
    Int(tables.high[Int(bits &>> 12)]) &+ Int(tables.low[Int(bits & 0xFFF)])
  }

  /// The tables for ranks.
  typealias RankTables = (high: [UInt16], low: [UInt16])

  static let rankTables: RankTables = {
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
          // The number of halves with up to n dice is n + 3 choose 3.
          let rest = 6 - size
          start += UInt16((rest + 3) * (rest + 2) * (rest + 1) / 6)
        }
      }
    }
    return (high, low)
  }()
}

extension DiceCounts {
  /// Every non-empty subset of these dice, each once, the whole set first.
  var parts: Parts { Parts(whole: bits, rest: bits) }

  /// The non-empty subsets of some dice, from the whole downwards.
  struct Parts: Sequence, IteratorProtocol {
    fileprivate let whole: UInt32
    fileprivate var rest: UInt32

    mutating func next() -> DiceCounts? {
      guard rest != 0 else { return nil }
      let part = DiceCounts(bits: rest)
      // Count down like a mileometer: a count that falls below 0 returns to its maximum.
      let lower = rest &- 1
      let below = ((lower & 0x888888) &>> 3) &* 15
      rest = (lower & ~below) | (whole & below)
      return part
    }
  }

  /// Every set of up to six dice, 924 with the empty one, smaller sets first.
  static let all: [DiceCounts] = {
    var sets = [DiceCounts()]
    var start = 0
    for _ in 1...6 {
      let smaller = sets[start...]
      start = sets.count
      for set in smaller {
        // Add a die only if no later face is present, so that no set comes up twice.
        let highest = (1...6).last { set[$0] > 0 } ?? 1
        for face in highest...6 {
          var larger = set
          larger.insert(face)
          sets.append(larger)
        }
      }
    }
    return sets
  }()

  /// The index in ``all`` of each set, by its ``rank``.
  static let places: [Int] = {
    var places = [Int](repeating: 0, count: ranks)
    for (place, dice) in all.enumerated() { places[dice.rank(rankTables)] = place }
    return places
  }()
}
