public import ParlorKit

/// Why a guess cannot be the secret: an earlier guess would have had another answer.
public struct Contradiction: Sendable, Equatable {
  /// The number of the earlier guess, from 1.
  public let number: Int
  /// That guess and its answer.
  public let answer: Answer
  /// The guess that contradicts it.
  public let guess: Code
  /// What the answer would have been if this were the secret.
  public let would: Feedback

  /// The first of some answers that a guess contradicts, if it contradicts any.
  package static func first(of guess: Code, in answers: [Answer]) -> Contradiction? {
    for (index, answer) in answers.enumerated() {
      let would = Feedback(to: answer.guess, for: guess)
      if would != answer.feedback {
        return Contradiction(number: index + 1, answer: answer, guess: guess, would: would)
      }
    }
    return nil
  }

  /// The contradiction as data.
  var fields: Fields {
    [
      "guess": .integer(number), "code": answer.guess.value,
      "black": .integer(answer.feedback.black), "white": .integer(answer.feedback.white),
      "would": .object(would.fields),
    ]
  }
}

extension Contradiction: TextWritable {
  /// Writes the reason: `Contradicts guess 1: 1 1 2 would have got 2 black, 0 white, not …`.
  public func write(to text: inout TextWriter) {
    text.write(
      Styled(.notice, "Contradicts guess \(number)"), ": ", answer.guess, " would have got ", would,
      ", not ", answer.feedback, ".")
  }
}
