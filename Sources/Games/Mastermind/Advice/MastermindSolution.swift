package import ParlorKit

/// The number of guesses that it takes to find every code that some rules allow.
package struct MastermindSolution: Sendable, Equatable {
  /// The guesses for all codes together.
  package let total: Int
  /// The number of codes.
  package let codes: Int
  /// The maximum guesses for one code.
  package let most: Int
  /// Whether no strategy has a lower ``total``; otherwise it is that of the bot `best`.
  package let exact: Bool

  /// The mean of the guesses.
  package var average: Double { Double(total) / Double(codes) }

  /// The maximum number of codes of rules that can be solved.
  package static let mostCodes = 100_000
  /// The number of pairs of a guess and a code to examine for a proof: less than ten seconds.
  private static let budget = 500_000_000

  /// The figures as `parlor solve` shows them.
  var figures: [SolvedFigure] {
    [
      SolvedFigure("total", .integer(total), "guesses for all codes together", text: total.grouped),
      SolvedFigure("average", average, "average guesses for a code", places: 4),
      SolvedFigure("most", .integer(most), "the most guesses for a code", text: "\(most)"),
      SolvedFigure(
        "exact", .bool(exact),
        exact ? "no strategy takes fewer in all" : "those of the bot `best`",
        text: exact ? "yes" : "no"),
    ]
  }

  /// Solves some rules; a limit of guesses is ignored.
  ///
  /// - Throws: that there are no codes or more than ``mostCodes``, or ``GameError/stopped``.
  package init(_ rules: MastermindRules, isInterrupted: () -> Bool) throws(GameError) {
    let all = try Self.codes(rules)
    codes = all.count
    if var search = GuessSearch(rules, [], all),
      let best = search.results(1, budget: Self.budget, isInterrupted: isInterrupted)?.first
    {
      (total, most, exact) = (best.cost.total, best.cost.most, true)
      return
    }
    var answers: [Answer] = []
    let cost = try Self.cost(all, rules, &answers, isInterrupted)
    (total, most, exact) = (cost.total, cost.most, false)
  }

  /// All codes that the secret can be.
  private static func codes(_ rules: MastermindRules) throws(GameError) -> [Code] {
    guard rules.codes <= mostCodes else {
      throw .badArgument(
        "there are \(rules.codes.grouped) codes; at most \(mostCodes.grouped) can be solved")
    }
    let codes = Candidates(rules, [], limit: mostCodes).first
    if codes.isEmpty {
      throw .badArgument("there are more slots than colours, and no colour may repeat")
    }
    return codes
  }

  /// The strategy that takes ``total`` guesses, as a tree: first the rules, then a line for each guess,
  /// after the answer that it follows, with a blank more for each guess before it.
  ///
  /// - Throws: as the initialiser does, and if the fewest guesses cannot be proved in time.
  static func proof(
    _ rules: MastermindRules, isInterrupted: () -> Bool
  ) throws(GameError) -> String {
    let codes = try Self.codes(rules)
    var text = TextWriter()
    text.write("mastermind slots=", rules.slots, " colors=", rules.colors)
    text.write(" repeats=", rules.repeats ? "on" : "off", "\n")
    var answers: [Answer] = []
    let total = try write(codes, rules, &answers, to: &text, isInterrupted)
    text.write("total ", total, "\n")
    return text.string
  }

  /// Writes the best guesses for some codes.
  ///
  /// - Returns: the guesses for all of them together.
  private static func write(
    _ codes: [Code], _ rules: MastermindRules, _ answers: inout [Answer],
    to text: inout TextWriter, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Int {
    guard var search = GuessSearch(rules, answers, codes),
      let best = search.results(1, budget: budget, isInterrupted: isInterrupted)?.first
    else {
      if isInterrupted() { throw .stopped }
      throw .badArgument("no strategy for these rules can be proved to take the fewest guesses")
    }
    let guess = search.guesses[best.split.guess]
    text.write(String(repeating: " ", count: answers.count))
    if let last = answers.last { text.write(last.feedback.black, " ", last.feedback.white, ": ") }
    text.write(guess, "\n")
    var total = codes.count
    for (feedback, part) in parts(of: codes, after: guess) where feedback.black < rules.slots {
      answers.append(Answer(guess, feedback))
      total += try write(part, rules, &answers, to: &text, isInterrupted)
      answers.removeLast()
    }
    return total
  }

  /// The codes by the answers to a guess, in the order of their black and then their white pegs.
  private static func parts(
    of codes: [Code], after guess: Code
  ) -> [(answer: Feedback, codes: [Code])] {
    Dictionary(grouping: codes) { Feedback(to: guess, for: $0) }
      .sorted { ($0.key.black, $0.key.white) < ($1.key.black, $1.key.white) }
      .map { ($0.key, $0.value) }
  }

  /// The cost of the bot `best` for some codes.
  private static func cost(
    _ codes: [Code], _ rules: MastermindRules, _ answers: inout [Answer],
    _ isInterrupted: () -> Bool
  ) throws(GameError) -> GuessSearch.Cost {
    if isInterrupted() { throw .stopped }
    let choice = try MastermindAdviser.choice(
      FittingCodes(all: codes), rules, answers, isInterrupted)
    if let cost = choice.cost { return cost }
    var cost = GuessSearch.Cost(total: codes.count, most: 1)
    for (feedback, part) in parts(of: codes, after: choice.guess)
    where feedback.black < rules.slots {
      answers.append(Answer(choice.guess, feedback))
      let rest = try Self.cost(part, rules, &answers, isInterrupted)
      answers.removeLast()
      cost.total += rest.total
      cost.most = max(cost.most, rest.most + 1)
    }
    return cost
  }
}
