package import ParlorKit
import Synchronization

/// The number of guesses that it takes to find every code that some rules allow.
package struct MastermindSolution: Sendable, Equatable {
  /// The guesses for all codes together.
  package let total: Int
  /// The number of codes.
  package let codes: Int
  /// The maximum guesses for one code.
  package let most: Int
  /// Whether no strategy has a lower ``total``; otherwise it is that of a good one.
  package let exact: Bool

  /// The mean of the guesses.
  package var average: Double { Double(total) / Double(codes) }

  /// The maximum number of codes of rules that can be solved.
  package static let mostCodes = 100_000
  /// The number of pairs of a guess and a code to examine for a proof: about a minute.
  private static let budget = 36_000_000_000

  /// The best strategy of the last rules, without their limit of guesses; `nil` if it cannot be proved.
  private static let last = Mutex<(rules: MastermindRules, strategy: Strategy?)?>(nil)

  /// The figures as `parlor solve` shows them.
  var figures: [SolvedFigure] {
    [
      SolvedFigure("total", .integer(total), "guesses for all codes together", text: total.grouped),
      SolvedFigure("average", average, "average guesses for a code", places: 4),
      SolvedFigure("most", .integer(most), "the most guesses for a code", text: "\(most)"),
      SolvedFigure(
        "exact", .bool(exact),
        exact
          ? "no strategy takes fewer in all" : "a strategy takes so many; another may take fewer",
        text: exact ? "yes" : "no"),
    ]
  }

  /// Solves some rules; a limit of guesses is ignored.
  ///
  /// - Throws: that there are no codes or more than ``mostCodes``, or ``GameError/stopped``.
  package init(_ rules: MastermindRules, isInterrupted: () -> Bool) throws(GameError) {
    let all = try Self.codes(rules)
    codes = all.count
    if let best = try Self.strategy(rules, all, isInterrupted) {
      (total, most, exact) = (best.total, best.most, true)
      return
    }
    var costs = StrategyCosts(rules, all)
    let cost = try costs.cost(isInterrupted)
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

  /// The best strategy; `nil` if it cannot be proved.
  private static func strategy(
    _ rules: MastermindRules, _ codes: [Code], _ isInterrupted: () -> Bool
  ) throws(GameError) -> Strategy? {
    if isInterrupted() { throw .stopped }
    var unlimited = rules
    unlimited.guesses = 0
    if let last = last.withLock({ $0 }), last.rules == unlimited { return last.strategy }
    let strategy = try StrategySearch(rules, codes)?
      .strategy(budget: budget, isInterrupted: isInterrupted)
    last.withLock { $0 = (unlimited, strategy) }
    return strategy
  }

  /// The strategy that takes ``total`` guesses: the rules, then the tree, then the total.
  ///
  /// - Throws: as the initialiser does, and if the fewest guesses cannot be proved.
  static func proof(
    _ rules: MastermindRules, isInterrupted: () -> Bool
  ) throws(GameError) -> String {
    guard let strategy = try strategy(rules, codes(rules), isInterrupted) else {
      throw .badArgument("no strategy for these rules can be proved to take the fewest guesses")
    }
    var text = TextWriter()
    text.write("mastermind slots=", rules.slots, " colors=", rules.colors)
    text.write(" repeats=", rules.repeats ? "on" : "off", "\n")
    strategy.write(to: &text)
    text.write("total ", strategy.total, "\n")
    return text.string
  }
}
