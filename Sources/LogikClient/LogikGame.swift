package import MastermindGame

/// A game at the service, as far as its responses show.
package struct LogikGame: Sendable, Equatable {
  /// The number of the game at the service.
  let id: String
  /// The length of the code, and its colours.
  package let rules: MastermindRules
  /// The guesses with their feedback.
  package private(set) var answers: [Answer] = []
  /// How many guesses got no response. The next response shows whether they counted.
  package private(set) var lost = 0
  /// How many guesses the service has counted, by its latest response.
  package private(set) var counted = 0

  /// A game without guesses.
  init(id: String, rules: MastermindRules) {
    self.id = id
    self.rules = rules
  }

  /// Whether the code is found.
  package var isSolved: Bool { answers.last?.feedback.black == rules.slots }

  /// Notes a guess without a response.
  mutating func countUnanswered() { lost += 1 }

  /// Notes the response to a guess.
  ///
  /// - Returns: how many of the guesses without a response have counted.
  mutating func take(_ guess: Code, _ evaluation: Evaluation) -> Int {
    answers.append(Answer(guess, evaluation.feedback))
    let others = evaluation.count - counted - 1
    counted = evaluation.count
    defer { lost = 0 }
    return lost > 0 ? min(lost, max(0, others)) : 0
  }
}
