/// A game of Mastermind in progress. The secret is hidden in ``match``.
public struct MastermindState: Sendable {
  /// The rules and the secret.
  let match: MastermindMatch
  /// The guesses with the answers to them, in order.
  public internal(set) var answers: [Answer] = []
  /// How the game ended, once it has.
  public internal(set) var ending: Ending?
  /// The milliseconds from the opening of the game to its end; 0 before.
  public internal(set) var elapsed: Int64 = 0

  /// How a game ended.
  public enum Ending: String, Sendable {
    /// The secret was guessed.
    case solved
    /// There are no guesses left.
    case lost
    /// The player gave up.
    case resigned
  }

  init(_ match: MastermindMatch) { self.match = match }

  /// The rules.
  public var rules: MastermindRules { match.rules }

  /// Whether the game has ended.
  public var isOver: Bool { ending != nil }

  /// What must hold in every state that play can reach.
  ///
  /// - Returns: what does not, in words; nothing in a sound state.
  func checkInvariants() -> [String] {
    let solved = answers.lastIndex { $0.guess == match.secret }
    let laws: [(String, Bool)] = [
      ("the secret is a code of the rules", rules.allows(match.secret)),
      ("every answer is true", answers.allSatisfy { $0.fits(match.secret) }),
      ("a game is solved by its last guess", solved == nil || solved == answers.count - 1),
      ("a game is solved if the secret was guessed", (solved != nil) == (ending == .solved)),
      ("guesses are limited", rules.guesses == 0 || answers.count <= rules.guesses),
      (
        "a game without guesses left is over",
        rules.guesses == 0 || answers.count < rules.guesses || isOver
      ),
      ("a lost game has no guesses left", ending != .lost || answers.count == rules.guesses),
      ("time is kept at the end only", isOver || elapsed == 0),
    ]
    return laws.filter { !$0.1 }.map(\.0)
  }
}
