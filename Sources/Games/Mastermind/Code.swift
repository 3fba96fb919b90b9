public import ParlorKit

/// A code: up to ten pegs in a row, with colours from 1 to 20.
///
/// Five bits hold a peg, the first lowest. No colour is 0, so the bits give the length as well.
public struct Code: Sendable, Equatable, Hashable {
  /// The maximum number of pegs in a code.
  public static let mostPegs = 10
  /// The maximum number of colours.
  public static let mostColors = 20

  let bits: UInt64

  /// The code that the bits hold.
  init(bits: UInt64) { self.bits = bits }

  /// A code of these colours.
  ///
  /// - Returns: `nil` for no pegs, more than ten, or a colour that is not 1 to 20.
  public init?(_ colors: some Sequence<Int>) {
    var bits: UInt64 = 0
    var count = 0
    for color in colors {
      guard 1...Self.mostColors ~= color, count < Self.mostPegs else { return nil }
      bits |= UInt64(truncatingIfNeeded: color) &<< UInt64(5 * count)
      count += 1
    }
    guard count > 0 else { return nil }
    self.bits = bits
  }

  /// The number of pegs.
  public var count: Int { (68 - bits.leadingZeroBitCount) / 5 }

  /// Its colours, one bit each.
  var colors: UInt32 { reduce(0) { $0 | 1 << UInt32($1) } }

  /// Whether a colour occurs more than once.
  var hasRepeats: Bool {
    var seen: UInt32 = 0
    for color in self {
      let bit: UInt32 = 1 << UInt32(color)
      if seen & bit != 0 { return true }
      seen |= bit
    }
    return false
  }

  /// The highest colour.
  var highest: Int {
    var highest: UInt64 = 0
    var rest = bits
    while rest != 0 {
      highest = Swift.max(highest, rest & 31)
      rest >>= 5
    }
    return Int(highest)
  }
}

extension Code: Sequence {
  /// The colours, one by one.
  public struct Iterator: IteratorProtocol, Sendable {
    fileprivate var bits: UInt64

    /// The next colour.
    public mutating func next() -> Int? {
      guard bits != 0 else { return nil }
      defer { bits >>= 5 }
      return Int(bits & 31)
    }
  }

  /// The colours from the first peg to the last.
  public func makeIterator() -> Iterator { Iterator(bits: bits) }
}

extension Code: TextWritable, ValueConvertible {
  /// Writes the colours with a blank between each two: `1 5 2`.
  public func write(to text: inout TextWriter) { text.write(self, separator: " ") }

  /// The colours as data.
  public var value: Value { .integers(self) }

  /// Reads colours separated by blanks: `1 5 2`.
  ///
  /// - Returns: `nil` for anything else, and for more than ten pegs.
  init?(text: String) {
    var colors: [Int] = []
    for word in text.split(separator: " ") {
      guard word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let color = Int(word) else { return nil }
      colors.append(color)
    }
    self.init(colors)
  }
}
