package import ParlorKit

/// The scores of dice: the answer to `score D…`.
public struct ScoreQuery: Sendable {
  /// The dice in question, in the order given.
  public let dice: Dice
  /// Every legal hold once, the best first.
  public let holds: [Hold]

  /// The scores of dice under some rules.
  package init(_ dice: Dice, _ rules: ScoringRules) {
    self.dice = dice
    holds = rules.holds(of: dice.counts)
  }

  /// Whether no die scores.
  public var isFarkle: Bool { holds.isEmpty }

  /// Whether all the dice can be held at once.
  public var isHot: Bool { holds.contains { $0.dice == dice.counts } }

  /// The answer as data.
  package var fields: Fields {
    Fields([
      "dice": dice, "farkle": isFarkle, "hot": isHot, "best": holds.first?.score ?? 0,
      "holds": holds.map { Fields(["dice": $0.dice, "score": $0.score]) },
    ])
  }

  /// Reports the answer.
  func report(to report: inout Reporter) { report("score", fields: fields) { write(to: &$0) } }

  /// Writes the score of the dice, then each hold on its own line.
  package func write(to text: inout TextWriter) {
    text.write(Styled(.strong, dice), ": ")
    guard let best = holds.first else { return text.write(Styled(.bad, "farkle"), ".") }
    text.write("up to ", Styled(.good, Grouped(best.score)), ".")
    if isHot { text.write(" All of them can be held.") }
    let width = best.score.grouped.count
    for hold in holds {
      let score = hold.score.grouped
      text.write(
        "\n  ", String(repeating: " ", count: width - score.count), score, "  ", hold.dice)
    }
  }
}
