import ParlorKit

extension MastermindState {
  /// What games are compared by: the number of guesses, and whether they were enough.
  var measures: [Measure] {
    [
      Measure("guesses", Double(answers.count)),
      Measure("solved", ending == .solved ? 1 : 0),
    ]
  }
}
