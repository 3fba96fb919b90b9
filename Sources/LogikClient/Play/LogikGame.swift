package import MastermindGame

/// A game at the service, as far as its answers tell.
package struct LogikGame: Sendable, Equatable {
  /// The number of the game at the service.
  let id: String
  /// The length of the code, and the colours that it is made of.
  package let rules: MastermindRules
  /// The guesses with the answers to them.
  package private(set) var answers: [Answer] = []
  /// How many guesses got no answer; whether they counted, the next answer tells.
  package private(set) var lost = 0
  /// How many guesses the service has counted, as far as it told.
  package private(set) var counted = 0

  /// A game without guesses.
  init(id: String, rules: MastermindRules) {
    self.id = id
    self.rules = rules
  }

  /// Whether the code is found.
  package var isSolved: Bool { answers.last?.feedback.black == rules.slots }

  /// Notes a guess whose answer got lost.
  mutating func lose() { lost += 1 }

  /// Notes the answer to a guess.
  ///
  /// - Returns: how many of the guesses whose answers got lost have counted.
  mutating func take(_ guess: Code, _ evaluation: Evaluation) -> Int {
    answers.append(Answer(guess, evaluation.feedback))
    let others = evaluation.count - counted - 1
    counted = evaluation.count
    defer { lost = 0 }
    return lost > 0 ? min(lost, max(0, others)) : 0
  }
}
