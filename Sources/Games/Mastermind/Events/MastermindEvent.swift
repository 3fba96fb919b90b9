public import ParlorKit

/// What happens in a game of Mastermind. Nothing of it tells the secret before the end.
public enum MastermindEvent: Event {
  /// A game was opened; the seed is there if the players may see it.
  case opened(MastermindRules, seed: UInt64?)
  /// A code was guessed, the first with number 1.
  case guessed(number: Int, Code, Feedback)
  /// The guess contradicts an earlier answer.
  case contradiction(Contradiction)
  /// The game ended; text leaves it to the situation.
  case finished(MastermindResult)
  /// The answer to `candidates`.
  case candidates(Candidates)
  /// The answer to `feedback`.
  case feedback(Feedback)

  /// The stable name of the kind of event.
  public var type: String {
    switch self {
    case .opened: "opened"
    case .guessed: "guessed"
    case .contradiction: "contradiction"
    case .finished: "finished"
    case .candidates: "candidates"
    case .feedback: "feedback"
    }
  }

  /// The data of the event.
  public var fields: Fields {
    switch self {
    case .opened(let rules, let seed):
      var fields = rules.fields
      fields["seed"] = seed.map { .integer(Int(truncatingIfNeeded: $0)) } ?? .null
      return fields
    case .guessed(let number, let code, let feedback):
      return [
        "number": .integer(number), "code": code.value, "black": .integer(feedback.black),
        "white": .integer(feedback.white),
      ]
    case .contradiction(let contradiction): return contradiction.fields
    case .finished(let result): return result.fields
    case .candidates(let candidates): return candidates.fields
    case .feedback(let feedback): return feedback.fields
    }
  }

  /// Writes the event; nothing for what the situation says anyway.
  public func write(to text: inout TextWriter) {
    switch self {
    case .opened(let rules, let seed): MastermindView.writeHeading(rules, seed: seed, to: &text)
    case .guessed(let number, let code, let feedback):
      text.write("Guess ", number, ", ", Styled(.strong, code), ": ", feedback, ".")
    case .contradiction(let contradiction): contradiction.write(to: &text)
    case .finished: break
    case .candidates(let candidates): candidates.write(to: &text)
    case .feedback(let feedback): text.write(feedback, ".")
    }
  }
}
