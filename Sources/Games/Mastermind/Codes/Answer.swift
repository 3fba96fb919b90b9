/// A guess with the answer to it, in eight bytes: the pegs in 50 bits, black and white above them.
public struct Answer: Sendable, Equatable {
  private let bits: UInt64

  /// A guess with its answer, which has no more pegs than the guess.
  package init(_ guess: Code, _ feedback: Feedback) {
    bits =
      guess.bits | UInt64(truncatingIfNeeded: feedback.black) << 50
      | UInt64(truncatingIfNeeded: feedback.white) << 54
  }

  /// The guess.
  public var guess: Code { Code(bits: bits & ((1 << 50) - 1)) }

  /// The answer.
  public var feedback: Feedback {
    Feedback(black: Int((bits >> 50) & 15), white: Int((bits >> 54) & 15))
  }

  /// All of it as a number.
  var number: Int { Int(truncatingIfNeeded: bits) }

  /// Whether a code could be the secret, as far as this answer tells.
  func fits(_ code: Code) -> Bool { Feedback(to: guess, for: code) == feedback }
}
