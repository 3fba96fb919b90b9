import ParlorKit

/// The bot `consistent`: guesses the first code that fits all answers.
///
/// Where there are more codes than are ever counted, and that one is hard to find among them, it
/// guesses anything.
enum ConsistentBot {
  /// How many beginnings of codes it looks at before it gives up, if there are too many.
  private static let patience = 2_000_000

  static let bot = Bot<Mastermind>(
    "consistent", "guesses the first code that fits all answers"
  ) { view, _, chance in
    let isCountable = view.rules.codes <= MastermindRules.mostCounted
    let found = Candidates.first(
      view.rules, view.answers, patience: isCountable ? .max : patience)
    return .guess(found ?? view.rules.drawGuess(&chance))
  }
}
