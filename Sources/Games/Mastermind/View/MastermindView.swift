public import ParlorKit

/// What the player sees: the rules and the answers, and at the end the secret.
public struct MastermindView: GameView {
  /// The rules.
  public let rules: MastermindRules
  /// The guesses with the answers to them, in order.
  public let answers: [Answer]
  /// How the game ended, the secret with it, once it has.
  public let result: MastermindResult?
  /// The seed, if it may be seen.
  public let seed: UInt64?

  init(_ state: MastermindState) {
    rules = state.rules
    answers = state.answers
    result = state.ending.map { MastermindResult(state, $0) }
    seed = state.visibleSeed
  }

  /// The rules: `4 slots, 6 colours`.
  public var caption: String {
    var text = TextWriter()
    rules.write(to: &text)
    return text.string
  }

  /// The number of the guess that is next: `guess 3`, `guess 3/10`.
  public var prompt: String {
    if result != nil { return "over" }
    return "guess \(answers.count + 1)" + (rules.guesses > 0 ? "/\(rules.guesses)" : "")
  }

  /// The whole game as data, without the secret until the end.
  public var fields: Fields {
    var fields = rules.fields
    fields["guesses"] = .array(
      answers.map { answer in
        .object([
          "code": answer.guess.value, "black": .integer(answer.feedback.black),
          "white": .integer(answer.feedback.white),
        ])
      })
    fields["ending"] = result.map { .string($0.ending.rawValue) } ?? .null
    fields["secret"] = result?.secret.value ?? .null
    fields["milliseconds"] = result.map { .integer(Int($0.elapsed)) } ?? .null
    fields["seed"] = seed.map { .integer(Int(truncatingIfNeeded: $0)) } ?? .null
    return fields
  }
}

extension MastermindState {
  /// The seed, if it may be seen: it tells the secret.
  var visibleSeed: UInt64? { match.showsSeed || isOver ? match.seed : nil }
}
