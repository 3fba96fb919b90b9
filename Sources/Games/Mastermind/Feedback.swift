public import ParlorKit

/// The answer to a guess.
public struct Feedback: Sendable, Equatable, Hashable {
  /// The pegs of the right colour in the right place.
  public let black: Int
  /// The other pegs that can be paired with pegs of their colour; each peg counts once.
  public let white: Int

  /// An answer with numbers from 0 to 10.
  package init(black: Int, white: Int) {
    self.black = black
    self.white = white
  }

  /// The answer to a guess for a secret of the same length. Swapping the two changes nothing.
  public init(to guess: Code, for secret: Code) {
    black = guess.count - Lanes.countNonzero(guess.bits ^ secret.bits)
    white = Tally(guess).common(with: Tally(secret)) - black
  }
}

extension Feedback: TextWritable {
  /// Writes both numbers: `1 black, 2 white`.
  public func write(to text: inout TextWriter) {
    text.write(Styled(.strong, black), " black, ", Styled(.strong, white), " white")
  }

  /// The answer as data.
  var pairs: KeyValuePairs<String, any ValueConvertible> { ["black": black, "white": white] }
}

/// The question `feedback 1 1 2 3 / 1 2 3 4`.
extension Feedback {
  /// The answer that a guess would get for a secret.
  ///
  /// - Parameter words: two codes of the same length with a `/` between them.
  package init(question words: [String]) throws(GameError) {
    guard let slash = words.firstIndex(of: "/"), slash > 0, slash < words.count - 1 else {
      throw .badArgument("`feedback` needs two codes with a `/` between them", help: Self.example)
    }
    let guess = try Self.code(words[..<slash])
    let secret = try Self.code(words[(slash + 1)...])
    guard guess.count == secret.count else {
      throw .badArgument(
        "the codes must have the same length, not \(guess.count) and \(secret.count)",
        help: Self.example)
    }
    self.init(to: guess, for: secret)
  }

  private static let example = ["for example: feedback 1 1 2 3 / 1 2 3 4"]

  private static func code(_ words: ArraySlice<String>) throws(GameError) -> Code {
    var colors: [Int] = []
    for (index, word) in zip(words.indices, words) {
      guard let color = Int(word), 1...Code.mostColors ~= color else {
        throw .badArgument(
          "`\(word)` is not a number from 1 to \(Code.mostColors)", at: .argument(index),
          help: Self.example)
      }
      guard colors.count < Code.mostPegs else {
        throw .badArgument(
          "a code has at most \(Code.mostPegs) numbers", at: .argument(index), help: Self.example)
      }
      colors.append(color)
    }
    guard let code = Code(colors) else { preconditionFailure("a code has 1 to 10 colours") }
    return code
  }

  /// Reports the answer to the question.
  package func report(to report: inout Reporter) {
    report("feedback", pairs) { $0.write(self, ".") }
  }
}

/// How often each colour occurs in a code: ten colours per word, five bits each.
struct Tally: Sendable, Equatable {
  /// The colours 1 to 10.
  var low: UInt64 = 0
  /// The colours 11 to 20.
  var high: UInt64 = 0

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
    let lesser = Lanes.lesser(low, other.low)
    return Lanes.sum(high == 0 ? lesser : lesser &+ Lanes.lesser(high, other.high))
  }
}

/// Arithmetic on ten numbers of five bits in one word.
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

  /// The lesser of each pair of lanes, which must be at most 15.
  static func lesser(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let isAtLeast = (((one | tops) &- other) & tops) >> 4
    let mask = isAtLeast &* 31
    return (other & mask) | (one & ~mask)
  }
}
