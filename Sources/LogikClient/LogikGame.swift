package import MastermindGame
import ParlorKit
import RemoteTransport

/// A game at the service, according to its responses.
package struct LogikGame: Sendable, Equatable {
  /// The number of the game at the service.
  let id: String
  /// The length of the code, and its colours.
  package let rules: MastermindRules
  /// The guesses with their feedback.
  package private(set) var answers: [Answer] = []
  /// The number of guesses without a response. The next response shows whether they counted.
  package private(set) var lost = 0
  /// The number of guesses that the service has counted, according to its latest response.
  package private(set) var counted = 0

  /// A game without guesses.
  init(id: String, rules: MastermindRules) {
    self.id = id
    self.rules = rules
  }

  /// Reads a game that was saved with a login.
  ///
  /// - Returns: `nil` if it is not one.
  init?(kept value: Value) {
    guard let id = value["game"]?.string, let slots = value["slots"]?.integer,
      let colors = value["colors"]?.integer, 1...Code.mostPegs ~= slots,
      2...Code.mostColors ~= colors, let rows = value["guesses"]?.array,
      let counted = value["counted"]?.integer, let lost = value["lost"]?.integer, lost >= 0
    else { return nil }
    self.init(id: id, rules: MastermindRules(slots: slots, colors: colors))
    for row in rows {
      guard let code = try? rules.guess(row["code"]?.elements.compactMap(\.integer) ?? []),
        let black = row["black"]?.integer, let white = row["white"]?.integer,
        0...slots ~= black, 0...slots ~= white, black + white <= slots
      else { return nil }
      answers.append(Answer(code, Feedback(black: black, white: white)))
    }
    self.counted = counted
    self.lost = lost
  }

  /// The game in the form that is saved with a login.
  var kept: Value {
    .object([
      "game": .string(id), "slots": .integer(rules.slots), "colors": .integer(rules.colors),
      "counted": .integer(counted), "lost": .integer(lost),
      "guesses": .array(
        answers.map { answer in
          .object([
            "code": answer.guess.value, "black": .integer(answer.feedback.black),
            "white": .integer(answer.feedback.white),
          ])
        }),
    ])
  }

  /// Whether the code is found.
  package var isSolved: Bool { answers.last?.feedback.black == rules.slots }

  /// Records that a guess is about to be sent. It has no response until ``take(_:_:)``.
  mutating func send() { lost += 1 }

  /// Records that the guess which was about to be sent has not arrived.
  mutating func takeBack() { lost -= 1 }

  /// Records the response to the guess that was sent last.
  ///
  /// - Returns: how many guesses have counted whose responses are not here, and whether this session has sent them.
  mutating func take(_ guess: Code, _ evaluation: Evaluation) -> (missing: Int, areOurs: Bool) {
    answers.append(Answer(guess, evaluation.feedback))
    // Before the first response nothing is known of others.
    let missing = counted == 0 && lost == 1 ? 0 : max(0, evaluation.count - counted - 1)
    counted = evaluation.count
    defer { lost = 0 }
    return (missing, missing < lost)
  }
}
