/// A pattern for a line as a tree, whatever notation it was written in.
indirect enum PatternNode: Sendable {
  /// Nothing, which is always there.
  case empty
  /// One character.
  case scalar(UInt32)
  /// One character of a set.
  case set(ScalarSet)
  /// Patterns one after the other.
  case sequence([PatternNode])
  /// One of several patterns; where several fit, the first is taken.
  case choice([PatternNode])
  /// A pattern several times, as often as it fits; no upper bound means any number.
  case repeated(PatternNode, atLeast: Int, atMost: Int?)
  /// A pattern whose text is wanted, as the capture of a number.
  case captured(PatternNode, Int)
  /// The beginning of the line.
  case start
  /// The end of the line.
  case end

  /// Any characters.
  static let anything = repeated(.set(.any), atLeast: 0, atMost: nil)

  /// The characters of a text, one after the other.
  static func text(_ bytes: some Sequence<UInt8>) -> PatternNode {
    .sequence(Scalars.decode(bytes).map { .scalar($0) })
  }

  /// A pattern that may be missing.
  static func optional(_ node: PatternNode) -> PatternNode {
    .repeated(node, atLeast: 0, atMost: 1)
  }
}

/// Text as the scalars of Unicode, which patterns count as characters.
enum Scalars {
  /// The scalars of UTF-8; U+FFFD stands for what is no UTF-8.
  static func decode(_ bytes: some Sequence<UInt8>) -> [UInt32] {
    var decoder = Unicode.UTF8()
    var source = bytes.makeIterator()
    var scalars: [UInt32] = []
    while true {
      switch decoder.decode(&source) {
      case .scalarValue(let scalar): scalars.append(scalar.value)
      case .error: scalars.append(0xFFFD)
      case .emptyInput: return scalars
      }
    }
  }
}
