public import ParlorKit

/// How a game ended, the secret with it.
public struct MastermindResult: Sendable, Equatable {
  /// How it ended.
  public let ending: MastermindState.Ending
  /// How many guesses were made.
  public let guesses: Int
  /// The code that was to be found.
  public let secret: Code
  /// The milliseconds from the opening of the game to its end.
  public let elapsed: Int64
  /// The seed of the secret.
  public let seed: UInt64

  init(_ state: MastermindState, _ ending: MastermindState.Ending) {
    self.ending = ending
    guesses = state.answers.count
    secret = state.match.secret
    elapsed = state.elapsed
    seed = state.match.seed
  }

  /// The result as data.
  var fields: Fields {
    [
      "ending": .string(ending.rawValue), "guesses": .integer(guesses), "secret": secret.value,
      "milliseconds": .integer(Int(elapsed)), "seed": .integer(Int(truncatingIfNeeded: seed)),
    ]
  }
}

extension MastermindResult: TextWritable {
  /// Writes how it ended: `Solved in 5 guesses.`
  public func write(to text: inout TextWriter) {
    switch ending {
    case .solved: text.write(Styled(.good, "Solved"), " in ")
    case .lost: text.write(Styled(.bad, "Not solved"), " in ")
    case .resigned: text.write(Styled(.bad, "Given up"), " after ")
    }
    text.write(guesses, guesses == 1 ? " guess" : " guesses")
    if ending != .solved { text.write(": the secret was ", Styled(.strong, secret)) }
    text.write(".")
  }
}
