/// The codes that fit all answers: how many there are, and the first of them.
public struct Candidates: Sendable, Equatable {
  /// How many codes the rules allow.
  public let codes: Int
  /// How many of them fit; nothing if there are too many codes to look at.
  public let count: Int?
  /// The first of them in ascending order.
  public let first: [Code]

  /// Finds the codes that fit.
  ///
  /// - Parameter limit: how many codes to hand out.
  package init(_ rules: MastermindRules, _ answers: some Sequence<Answer>, limit: Int) {
    codes = rules.codes
    guard codes <= MastermindRules.mostCounted else {
      count = nil
      first = []
      return
    }
    let (colors, clues) = Self.clues(rules, answers)
    let search = CodeSearch(
      rules, colors: colors, clues: clues, limit: limit, stopsAtLimit: clues.isEmpty)
    count = clues.isEmpty ? rules.codes(of: colors.count) : search.count
    first = search.first
  }

  /// The first code that fits, of however many; nothing if it is not found with some patience.
  ///
  /// - Parameter patience: how many beginnings of codes to look at.
  static func first(
    _ rules: MastermindRules, _ answers: some Sequence<Answer>, patience: Int
  ) -> Code? {
    let (colors, clues) = clues(rules, answers)
    return CodeSearch(
      rules, colors: colors, clues: clues, limit: 1, stopsAtLimit: true, patience: patience
    ).first.first
  }

  /// The colours that the secret can have, and what the answers demand.
  ///
  /// A guess that shares no colour with the secret rules its colours out at once, and what other
  /// guesses say of them is dropped: many guesses then say the same, and are looked at once.
  private static func clues(
    _ rules: MastermindRules, _ answers: some Sequence<Answer>
  ) -> (colors: [Int], clues: [Clue]) {
    var absent: UInt32 = 0
    for answer in answers where answer.feedback == Feedback(black: 0, white: 0) {
      for color in answer.guess { absent |= 1 << UInt32(color) }
    }
    var seen: Set<UInt64> = [0]
    var clues: [Clue] = []
    for answer in answers {
      let clue = Clue(answer, without: absent)
      if seen.insert(clue.bits).inserted { clues.append(clue) }
    }
    return ((1...rules.colors).filter { absent & (1 << UInt32($0)) == 0 }, clues)
  }
}
