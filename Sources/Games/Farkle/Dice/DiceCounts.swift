/// Up to six dice whose order does not matter: how many there are of each face.
///
/// Four bits hold a count, that of the ones highest: `0x103000` is a one and three threes. Counts
/// never reach 8, so the highest bit of each four is free to catch borrows, and of two sets of the
/// same size the one with more bits comes first when their dice are written in ascending order.
public struct DiceCounts: Sendable, Hashable {
  private(set) var bits: UInt32

  /// No dice.
  public init() { bits = 0 }

  init(bits: UInt32) { self.bits = bits }

  /// Dice of the given faces.
  ///
  /// - Returns: nothing for more than six dice or for a face that is not 1 to 6.
  public init?(_ faces: some Sequence<Int>) {
    guard let dice = Dice(faces) else { return nil }
    self = dice.counts
  }

  /// The number of dice.
  public var count: Int {
    // Casting out fifteens: 16 leaves 1, so what is left is the sum of the counts.
    Int(bits % 15)
  }

  /// Whether there are none.
  public var isEmpty: Bool { bits == 0 }

  /// How many dice show a face, 1 to 6.
  public subscript(face: Int) -> Int { Int((bits &>> Self.shift(of: face)) & 15) }

  /// Adds a die.
  mutating func insert(_ face: Int) { bits &+= 1 &<< Self.shift(of: face) }

  /// The dice without one that shows `face`, of which there is at least one.
  func without(_ face: Int) -> DiceCounts {
    DiceCounts(bits: bits &- 1 &<< Self.shift(of: face))
  }

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

  /// What is left without some of the dice.
  static func - (all: DiceCounts, some: DiceCounts) -> DiceCounts {
    DiceCounts(bits: all.bits &- some.bits)
  }

  /// The dice of those faces of which `other` has fewer.
  func exceeding(_ other: DiceCounts) -> DiceCounts {
    var dice = DiceCounts()
    for face in 1...6 where self[face] > other[face] {
      for _ in 0..<self[face] { dice.insert(face) }
    }
    return dice
  }
}
