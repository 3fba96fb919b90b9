public import ParlorKit

/// Up to six dice in the order in which they fell.
///
/// Four bits hold a face, the first die lowest. No face is 0, so the bits also give the count.
public struct Dice: Sendable, Equatable {
  private(set) var bits: UInt32 = 0

  /// No dice.
  public init() {}

  init(bits: UInt32) { self.bits = bits }

  /// Dice with these faces.
  ///
  /// - Returns: `nil` for more than six dice or for a face that is not 1 to 6.
  public init?(_ faces: some Sequence<Int>) {
    for face in faces {
      guard 1...6 ~= face, count < 6 else { return nil }
      append(face)
    }
  }

  /// Dice of the faces that a form of a command has taken, 1 to 6 of them.
  package init(typed faces: [Int]) {
    self = Dice(faces) ?? unreachable("these are faces of 1 to 6 dice", Dice())
  }

  /// Dice as they fall.
  init(throwing count: Int, _ chance: inout Chance) {
    bits = chance.packedDice(count)
  }

  /// The number of dice.
  public var count: Int { (35 - bits.leadingZeroBitCount) / 4 }

  /// Whether there are none.
  public var isEmpty: Bool { bits == 0 }

  /// Adds a die, 1 to 6, after at most five others.
  mutating func append(_ face: Int) {
    bits |= UInt32(truncatingIfNeeded: face) &<< UInt32(truncatingIfNeeded: 4 * count)
  }

  /// How many there are of each face.
  public var counts: DiceCounts {
    // A missing die has the face 0, whose bit is cut off. This needs no branch per die.
    var counts: UInt32 = 0
    for place: UInt32 in 0..<6 { counts &+= 0x100_0000 &>> (4 &* (bits &>> (4 &* place) & 15)) }
    return DiceCounts(bits: counts & 0xFF_FFFF)
  }
}

extension Dice: Sequence {
  /// The faces, one by one.
  public struct Iterator: IteratorProtocol, Sendable {
    fileprivate var bits: UInt32

    /// The next face.
    public mutating func next() -> Int? {
      guard bits != 0 else { return nil }
      defer { bits >>= 4 }
      return Int(bits & 15)
    }
  }

  /// The faces in the order in which the dice fell.
  public func makeIterator() -> Iterator { Iterator(bits: bits) }
}

extension Dice: TextWritable, ValueConvertible {
  /// Writes the faces with a blank between each two: `1 5 5`.
  public func write(to text: inout TextWriter) {
    var rest = bits
    while rest != 0 {
      text.write(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest & 15))
      rest >>= 4
      if rest != 0 { text.write(byte: UInt8(ascii: " ")) }
    }
  }

  /// The faces as data.
  public var value: Value { .integers(self) }
}
