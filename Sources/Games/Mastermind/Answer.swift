package import ParlorKit

/// A guess with its answer, in eight bytes: the pegs in 50 bits, black and white above them.
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

  /// The whole value as a number.
  var number: Int { Int(truncatingIfNeeded: bits) }

  /// Whether the guess would get this answer if a code were the secret.
  func fits(_ code: Code) -> Bool { Feedback(to: guess, for: code) == feedback }

  /// Reports the guess and the answer to it.
  ///
  /// - Parameter number: the number of the guess, from 1.
  package func report(number: Int, to report: inout Reporter) {
    report("guessed", fields: fields(number: number)) {
      $0.write("Guess ", number, ", ", Styled(.strong, guess), ": ", feedback, ".")
    }
  }

  /// The guess and the answer to it as data.
  ///
  /// - Parameter number: the number of the guess, from 1.
  func fields(number: Int) -> Fields {
    Fields(["number": number, "code": guess]) + feedback.pairs
  }
}

/// Why a guess cannot be the secret: an earlier guess would have had another answer.
public struct Contradiction: Sendable, Equatable {
  /// The number of the earlier guess, from 1.
  public let number: Int
  /// That guess and its answer.
  public let answer: Answer
  /// The guess that contradicts it.
  public let guess: Code
  /// The answer to the earlier guess if this were the secret.
  public let would: Feedback

  /// The first answer that a guess contradicts, if any.
  package static func first(of guess: Code, in answers: [Answer]) -> Contradiction? {
    for (index, answer) in answers.enumerated() {
      let would = Feedback(to: answer.guess, for: guess)
      if would != answer.feedback {
        return Contradiction(number: index + 1, answer: answer, guess: guess, would: would)
      }
    }
    return nil
  }

  /// Reports it: `2 1 1 contradicts guess 1, which would then have got 2 black, 0 white.`
  package func report(to report: inout Reporter) {
    report(
      "contradiction",
      fields: Fields(["guess": number, "code": answer.guess]) + answer.feedback.pairs
        + ["would": Fields(would.pairs)]
    ) { text in
      text.write(
        guess, Styled(.notice, " contradicts guess \(number)"), ", which would then have got ",
        would,
        ".")
    }
  }
}
