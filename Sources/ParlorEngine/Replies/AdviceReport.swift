import ParlorKit

/// Advice as `hint` shows it: the best moves, each with its value and what it loses.
package struct AdviceReport: Sendable {
  /// The advice, its moves as lines.
  let advice: Advice<String>
  /// The most moves that are shown.
  let count: Int
  /// Whether the reasons are shown.
  let givesReasons: Bool

  /// The moves that are shown.
  private var shown: ArraySlice<ValuedMove<String>> { advice.moves.prefix(count) }

  /// The advice as data. Values are rounded to six decimals.
  var fields: Fields {
    var fields: Fields = [
      "unit": .string(advice.unit.rawValue), "exact": .bool(advice.estimate == nil),
      "meaning": .string(advice.meaning),
    ]
    fields["estimate"] = advice.estimate.map(Value.string) ?? .null
    fields["moves"] = .array(
      shown.map { move in
        .object([
          "line": .string(move.move), "value": Self.number(move.value),
          "loss": Self.number(advice.loss(of: move)), "note": .string(move.note),
        ])
      })
    fields["count"] = .integer(advice.moves.count)
    fields["reasons"] = .strings(givesReasons ? advice.reasons : [])
    return fields
  }

  static func number(_ number: Double) -> Value {
    let rounded = number.rounded(toPlaces: 6)
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? .integer(Int(rounded)) : .number(rounded)
  }

  /// Writes a line for each move, what the values are, and the reasons.
  func write(to text: inout TextWriter) {
    let rows = shown.map { move in
      let loss = advice.loss(of: move)
      return [
        move.move, advice.unit.text(of: move.value),
        loss > 0 ? "loses \(advice.unit.text(of: loss))" : "", move.note,
      ]
    }
    let columns = (0..<4).filter { column in rows.contains { !$0[column].isEmpty } }
    let alignments: [Columns.Alignment] = [.left, .right, .left, .left]
    text.write(
      Columns(
        rows.map { row in columns.map { row[$0] } }, columns.map { alignments[$0] }))
    text.write("\n", Styled(.faint, summary))
    if givesReasons {
      for reason in advice.reasons { text.write("\n", reason) }
    }
  }

  /// `Exact: expected points of the turn.`
  private var summary: String {
    advice.estimate.map { "Estimate: \(advice.meaning); \($0)." } ?? "Exact: \(advice.meaning)."
  }
}
