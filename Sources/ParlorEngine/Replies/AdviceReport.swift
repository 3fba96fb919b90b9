import ParlorKit

/// Advice as `hint` shows it: the best moves, each with its value and what it loses.
package struct AdviceReport: Sendable {
  /// The advice, its moves as lines.
  let advice: Advice<String>
  /// The most moves that are shown.
  let count: Int
  /// The move that was asked about, if one was: it is shown in any case.
  var asked: String?
  /// Whether the reasons are shown.
  let givesReasons: Bool

  private var shown: [ValuedMove<String>] {
    let first = advice.moves.prefix(count)
    return first + advice.moves.dropFirst(count).filter { $0.move == asked }
  }

  /// The advice as data. Values are rounded to nine decimals.
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
          "loss": Self.number(advice.loss(of: move)), "certain": .bool(isCertain(move)),
          "note": .string(move.note),
        ])
      })
    fields["count"] = .integer(advice.moves.count)
    fields["reasons"] = .strings(givesReasons ? advice.reasons : [])
    if givesReasons, !advice.figures.isEmpty { fields["figures"] = .object(advice.figures) }
    return fields
  }

  /// Whether the value is a chance that is no matter of chance.
  private func isCertain(_ move: ValuedMove<String>) -> Bool {
    advice.unit == .chance && advice.estimate == nil && (move.value == 0 || move.value == 1)
  }

  /// A value with nine decimals. A small one has three digits at least, so that 0 is no rounded chance.
  static func number(_ number: Double) -> Value {
    var (places, size) = (9, abs(number))
    while size > 0, size < 1e-7, places < 18 { (places, size) = (places + 1, size * 10) }
    let rounded = number.rounded(toPlaces: places)
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
    func width(_ column: Int) -> Int { rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    var columns = (0..<4).filter { width($0) > 0 }
    // On a narrow screen, the note tells more than the difference of the values.
    if text.width < 80, columns.reduce(-2, { $0 + width($1) + 2 }) > text.width {
      columns.removeAll { $0 == 2 }
    }
    let alignments: [Columns.Alignment] = [.left, .right, .left, .left]
    text.write(
      Columns(
        rows.map { row in columns.map { row[$0] } }, columns.map { alignments[$0] }))
    text.write("\n", Styled(.faint, Self.summary(of: advice)))
    if givesReasons {
      for reason in advice.reasons { text.write("\n", reason) }
    }
  }

  /// `Exact: expected points of the turn.`
  static func summary(of advice: Advice<String>) -> String {
    advice.estimate.map { "Estimate: \(advice.meaning); \($0)." } ?? "Exact: \(advice.meaning)."
  }
}
