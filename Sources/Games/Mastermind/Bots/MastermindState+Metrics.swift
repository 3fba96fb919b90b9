import ParlorKit

extension MastermindState {
  /// What games are compared by: the number of guesses, and whether they were enough.
  var measures: [Metric] {
    [
      Metric("guesses", Double(answers.count)),
      Metric("solved", ending == .solved ? 1 : 0),
    ]
  }
}
