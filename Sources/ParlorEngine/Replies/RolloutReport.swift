import ParlorKit
import Simulation

/// What games from a position say of its moves, as `rollout` shows it.
package struct RolloutReport: Sendable {
  /// The moves as lines, in the order of the figures.
  let lines: [String]
  let figures: RolloutFigures
  let measure: RolloutMeasure
  /// The bots that played, one for each player.
  let bots: [String]
  /// The seed of the draws.
  let seed: Int

  /// What the values are.
  private var meaning: String {
    switch measure {
    case .result: "chance to win"
    case .score: "final score"
    case .metric(let name): "\(name) until the end"
    }
  }

  private var unit: AdviceUnit {
    switch measure {
    case .result: .chance
    case .score: .points
    case .metric(let name): AdviceUnit(rawValue: name) ?? .points
    }
  }

  /// A move with its value, and its loss to the best one if it is another.
  private struct Row {
    let line: String
    let mean: Estimate
    let loss: Estimate?
    let gain: Double?
  }

  private var rows: [Row] {
    let ranking = figures.ranking
    return ranking.map { move in
      let isBest = move == ranking[0]
      let (one, other) = unit.prefersLess ? (move, ranking[0]) : (ranking[0], move)
      return Row(
        line: lines[move], mean: figures.mean(of: move),
        loss: isBest ? nil : figures.difference(of: one, to: other),
        gain: isBest ? nil : figures.gain(of: move, to: ranking[0]))
    }
  }

  /// The report as data. Numbers are rounded to nine decimals.
  var fields: Fields {
    func ends(_ interval: ClosedRange<Double>) -> Value {
      .array([AdviceReport.number(interval.lowerBound), AdviceReport.number(interval.upperBound)])
    }
    return [
      "unit": .string(unit.rawValue), "meaning": .string(meaning),
      "games": .integer(figures.games), "of": .integer(figures.most),
      "looks": .integer(figures.looks.count), "separated": .bool(figures.isSeparated),
      "bots": .strings(bots), "seed": .integer(seed),
      "moves": .array(
        rows.map { row in
          .object([
            "line": .string(row.line), "value": AdviceReport.number(row.mean.mean),
            "interval": ends(row.mean.interval),
            "loss": AdviceReport.number(row.loss?.mean ?? 0),
            "lossInterval": row.loss.map { ends($0.interval) } ?? .null,
            "gain": row.gain.map { AdviceReport.number($0) } ?? .null,
          ])
        }),
    ]
  }

  /// Writes a line for each move, how the values were found, and whether a move is the best.
  func write(to text: inout TextWriter) {
    let cells = rows.map { row in
      [
        row.line, unit.text(of: row.mean.mean), range(row.mean.interval),
        row.loss.map { "loses \(unit.text(of: $0.mean)), \(range($0.interval))" } ?? "",
        row.gain.map { Rounded($0, places: 1).text + "×" } ?? "",
      ]
    }
    text.write(Columns(cells, [.left, .right, .left, .left, .right]))
    text.write("\n", Styled(.faint, summary))
    if lines.count > 1 { text.write("\n", Styled(.faint, Self.intervals), "\n", verdict) }
  }

  private static let intervals =
    "Intervals: 95 %. × is how much narrower those of losses are, since the draws are the same."

  /// An interval: `12.05 to 14.50 %`.
  private func range(_ interval: ClosedRange<Double>) -> String {
    let (lower, upper) = (unit.text(of: interval.lowerBound), unit.text(of: interval.upperBound))
    return lower.replacing(" %", with: "") + " to " + upper
  }

  /// `Estimate: chance to win; 200 games for each move, played by `best`. Seed 7.`
  private var summary: String {
    var names: [String] = []
    for bot in bots where !names.contains("`\(bot)`") { names.append("`\(bot)`") }
    return "Estimate: \(meaning); \(Plural(figures.games, "game")) for each move, played by "
      + names.joined(separator: ", ") + ". Seed \(seed)."
  }

  /// Whether one of the moves is better than the others.
  private var verdict: String {
    let looks = figures.looks.count
    let level = looks > 1 ? " (95 %, corrected for \(looks) looks)" : " (95 %)"
    if figures.isSeparated {
      return "`\(lines[figures.ranking[0]])` is better than the others\(level)."
    }
    let open = "No move is certainly the best"
    return figures.games < figures.most
      ? "\(open): stopped before \(Plural(figures.most, "game"))."
      : "\(open)\(level). `rollout \(2 * figures.most)` plays more games."
  }
}
