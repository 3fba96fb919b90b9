public import ParlorKit

extension Dice: TextWritable {
  /// Writes the faces with a blank between each two: `1 5 5`.
  public func write(to text: inout TextWriter) {
    var rest = bits
    while rest != 0 {
      text.write(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest & 15))
      rest >>= 4
      if rest != 0 { text.write(byte: UInt8(ascii: " ")) }
    }
  }
}

extension DiceCounts: TextWritable {
  /// Writes the faces in ascending order with a blank between each two.
  public func write(to text: inout TextWriter) { ascending.write(to: &text) }
}

extension Dice {
  /// The faces as data.
  package var value: Value { .integers(self) }
}

extension DiceCounts {
  /// The faces in ascending order as data.
  package var value: Value { ascending.value }
}
