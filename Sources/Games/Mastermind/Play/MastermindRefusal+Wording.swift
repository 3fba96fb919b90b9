package import ParlorKit

extension MastermindRefusal {
  /// The refusal in words. None of them tells a secret.
  package var refusal: GameError { GameError(code, message, at: place, help: help) }

  private var code: ErrorCode {
    switch self {
    case .over: .notNow
    case .wrongCount, .noColor, .noSlash, .noNumber, .tooLong, .unequal: .badArgument
    case .tooFewColors, .badSecret: .badOption
    }
  }

  private var message: String {
    switch self {
    case .over: "the game is over"
    case .wrongCount(let count, let rules): "a guess is \(rules.guessForm), not \(count)"
    case .noColor(let color, _, let rules):
      "there is no colour \(color): a guess is \(rules.guessForm)"
    case .tooFewColors(let slots, let colors):
      "\(slots) slots without repeats take \(slots) colours or more, not \(colors)"
    case .badSecret(let rules):
      "the secret must be \(rules.guessForm)"
        + (rules.slots == 1 ? "" : rules.repeats ? " with blanks between" : ", none twice")
    case .noSlash: "two codes with a `/` between them are needed"
    case .noNumber(let word, _): "`\(word)` is not a number from 1 to \(Code.mostColors)"
    case .tooLong: "a code has at most \(Code.mostPegs) numbers"
    case .unequal(let guess, let secret):
      "the codes must be of one length, not of \(guess) and \(secret)"
    }
  }

  private var place: GameError.Place {
    switch self {
    case .over, .noSlash, .unequal: .line
    case .wrongCount(let count, let rules): count > rules.slots ? .argument(rules.slots) : .line
    case .noColor(_, let index, _), .noNumber(_, let index), .tooLong(let index): .argument(index)
    case .tooFewColors: .option("repeats")
    case .badSecret: .option("secret")
    }
  }

  private var help: [String] {
    switch self {
    case .over: ["`new` plays again"]
    case .noSlash, .unequal: ["for example: feedback 1 1 2 3 / 1 2 3 4"]
    default: []
    }
  }
}
