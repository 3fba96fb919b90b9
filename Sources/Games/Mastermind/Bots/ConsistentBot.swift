import ParlorKit

/// The bot `consistent`: guesses the first code that fits all answers.
///
/// Where that takes too long to find, which takes many pegs and colours, it guesses anything.
enum ConsistentBot {
  /// How many beginnings of codes it looks at before it gives up.
  private static let patience = 500_000

  static let bot = Bot<Mastermind>(
    "consistent", "guesses the first code that fits all answers"
  ) { view, _, chance in
    .guess(
      Candidates.first(view.rules, view.answers, patience: patience)
        ?? view.rules.drawGuess(&chance))
  }
}

extension MastermindState {
  /// What games are compared by: the number of guesses, and whether they were enough.
  var measures: [Measure] {
    [
      Measure("guesses", Double(answers.count)),
      Measure("solved", ending == .solved ? 1 : 0),
    ]
  }

  /// One of the guesses that are listed, or where none are, any.
  func sampleMove(chance: inout Chance) -> MastermindMove? {
    if isOver { return nil }
    let moves = legalMoves.moves
    if moves.isEmpty { return .guess(rules.drawGuess(&chance)) }
    return moves[Int(chance.below(UInt32(truncatingIfNeeded: moves.count)))]
  }
}
