import ParlorKit

/// A review as it is shown: errors first, then the players, then the whole game.
package struct ReviewReport: Sendable {
  let review: GameReview
  /// The title of the game.
  let game: String

  var fields: Fields {
    [
      "game": .string(game),
      "players": .array(review.summaries.map { .object($0.fields) }),
      "errors": .array(review.moves.filter(\.isError).map { .integer($0.number) }),
      "moves": .array(rows.map { .object($0.fields) }),
      "meanings": .strings(review.meanings.map(\.text)),
      "results": .array(
        shares.map { share in
          .object([
            "player": .string(share.player), "result": AdviceReport.number(share.result),
            "play": AdviceReport.number(share.play), "luck": AdviceReport.number(share.luck),
          ])
        }),
      "lostBy": (review.lostBy?.rawValue).map { .string($0) } ?? .null,
      "chartOf": .string(review.chart.subject.rawValue),
      "chart": .array(
        review.chart.curves.map { curve in
          .object([
            "player": .string(curve.player),
            "points": .array(
              curve.points.map { point in
                .object([
                  "number": .integer(point.number), "value": AdviceReport.number(point.value),
                ])
              }),
          ])
        }),
    ]
  }

  /// What made the results of two players. Of one the columns of luck and loss say it.
  private var shares: [GameReview.Share] { review.shares.count > 1 ? review.shares : [] }

  /// A line of the table of moves.
  private struct Row {
    var number: Int
    var fields: Fields
    var cells: [String]
  }

  /// The moves in order, with those that are not judged yet.
  private var rows: [Row] {
    let judged = review.moves.map { Row(number: $0.number, fields: $0.fields, cells: $0.cells) }
    let concealed = review.concealed.map {
      Row(number: $0.number, fields: $0.fields, cells: $0.cells)
    }
    return (judged + concealed).sorted { $0.number < $1.number }
  }

  func write(to text: inout TextWriter) {
    guard !review.isEmpty else {
      return text.write("There is no move to review.")
    }
    let errors = review.moves.filter { $0.isDecision && $0.isError }
      .enumerated().sorted { one, other in
        let (first, second) = (one.element.weight, other.element.weight)
        return first == second ? one.offset < other.offset : first > second
      }.map(\.element)
    if errors.isEmpty {
      text.write(Styled(.good, "No errors."))
    } else {
      text.write(Styled(.notice, "Errors"), "\n")
      let heading = ["move", "", "played", "best", "loss", ""]
      let rows = errors.map { move in
        [
          "\(move.number)", move.player, move.shortLine, move.best, move.unit.text(of: move.loss),
          (move.isBlunder ? "blunder" : "error")
            + (move.isNeedlessRisk ? ": a safe move was there" : ""),
        ]
      }
      write([heading] + rows, [.right, .left, .left, .left, .right], to: &text)
    }
    text.write("\n", Styled(.notice, "Players"), "\n")
    let players = review.summaries.map { summary in
      [
        summary.player, "\(summary.decisions)", "\(summary.errors)", "\(summary.blunders)",
        summary.unit.text(of: summary.loss), summary.unit.signedText(of: summary.luck),
        summary.scale, summary.rating,
      ]
    }
    write(
      [["", "decisions", "errors", "blunders", "loss", "luck", "unit", "rating"]] + players,
      [.left, .right, .right, .right, .right, .right], to: &text)
    for share in shares where share.result > 0 {
      text.write(
        "\n", share.player, " won ", Rounded(share.result, places: share.result == 1 ? 0 : 1).text,
        share.result == 1 ? " game: " : " games: ", Rounded(share.play, places: 2).text,
        " by play, ", Rounded(share.luck, places: 2).text, " by luck.")
    }
    text.write("\n", Styled(.notice, "Moves"), "\n")
    write(
      [["move", "", "played", "value", "after", "loss", "luck"]] + rows.map(\.cells),
      [.right, .left, .left, .right, .right, .right, .right], to: &text)
    if !review.concealed.isEmpty {
      text.write("\nThe others' moves are judged when the game is over.")
    }
    writeDefeat(to: &text)
    if text.isStyled { writeChart(to: &text) }
    for meaning in review.meanings {
      let words = meaning.text.prefix(1).uppercased() + meaning.text.dropFirst()
      let moves = meaning.moves.count == 1 ? "Move" : "Moves"
      let place = review.meanings.count > 1 ? "\(moves) \(Self.ranges(meaning.moves)): " : ""
      let rest = place.isEmpty ? words : meaning.text
      text.write("\n", Styled(.faint, place + rest + "."))
    }
  }

  private func writeDefeat(to text: inout TextWriter) {
    guard let cause = review.lostBy, let last = review.moves.last else { return }
    let chance = last.unit.text(of: last.value)
    switch cause {
    case .luck:
      text.write("\nLost by bad luck: no move had a better chance than the last, ", chance, ".")
    case .choice:
      text.write(
        "\nLost by a choice: the last move had a chance of ", chance, ", the best one, `",
        last.best, "`, ", last.unit.text(of: last.bestValue), ".")
    }
  }

  /// Numbers in ascending order, those in a row as a range: `1-7, 9`.
  private static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }.joined(separator: ", ")
  }

  /// A table without columns that are empty, under its first row, and without the player of a game
  /// for one: that column has no heading, and no name is a number.
  private func write(
    _ rows: [[String]], _ alignments: [Columns.Alignment], to text: inout TextWriter
  ) {
    let columns = rows[0].indices.filter { column in
      let cells = rows.dropFirst().map { $0[column] }
      let isPlayer = rows[0][column].isEmpty && cells.allSatisfy { $0 == "1" }
      return cells.contains { !$0.isEmpty } && !isPlayer
    }
    text.write(
      Columns(
        rows.map { row in columns.map { row[$0] } },
        columns.map { $0 < alignments.count ? alignments[$0] : .left }))
  }

  /// The chart as a row of blocks for each player, an eighth of a cell for an eighth of the highest
  /// value. If there are more moves than cells, moves at equal distances are shown. It needs a
  /// terminal; elsewhere there is only the table of moves.
  private func writeChart(to text: inout TextWriter) {
    let blocks = Array("▁▂▃▄▅▆▇█")
    let chart = review.chart
    let highest =
      chart.subject == .chance
      ? 1 : max(1, chart.curves.flatMap { $0.points.map(\.value) }.max() ?? 1)
    for curve in chart.curves where curve.points.count > 1 {
      let width = max(8, text.width - DisplayWidth.of(curve.player) - 16)
      let count = min(width, curve.points.count)
      // The last point is always shown.
      let shown = (1...count).map {
        curve.points[$0 * curve.points.count / count - 1].value / highest
      }
      let last = curve.points.last?.value ?? unreachable("the curve has two points", 0)
      text.write("\n", Styled(.strong, curve.player), curve.player == "1" ? "" : "  ")
      text.write(
        Styled(.number, String(shown.map { blocks[min(7, max(0, Int($0 * 8)))] })), "  ",
        chart.subject == .chance ? AdviceUnit.chance.text(of: last) : Int(last).grouped)
    }
  }
}

extension GameReview.ConcealedMove {
  fileprivate var fields: Fields {
    [
      "number": .integer(number), "player": .string(player), "line": .string(line),
      "unit": .null, "value": .null, "after": .null, "best": .null, "bestValue": .null,
      "loss": .null,
      "decision": .null, "verdict": .null, "luck": .null,
    ]
  }

  fileprivate var cells: [String] { ["\(number)", player, line, "?", "", "?", "?"] }
}

extension GameReview.Move {
  fileprivate var cells: [String] {
    [
      "\(number)", player, shortLine, unit.text(of: value),
      valueAfterDraw.map { unit.text(of: $0) } ?? "", loss > 0 ? unit.text(of: loss) : "",
      luck.map { unit.signedText(of: $0) } ?? "",
    ]
  }

  /// The loss in blunders, by which errors of different units can be compared.
  fileprivate var weight: Double { loss / unit.leastBlunder }

  /// The line without a long outcome, such as where mines were laid.
  fileprivate var shortLine: String {
    line.count <= 30 ? line : line.prefix { $0 != "=" } + "=…"
  }

  fileprivate var fields: Fields {
    [
      "number": .integer(number), "player": .string(player), "line": .string(line),
      "unit": .string(unit.rawValue), "value": AdviceReport.number(value),
      "after": valueAfterDraw.map(AdviceReport.number) ?? .null, "best": .string(best),
      "bestValue": AdviceReport.number(bestValue),
      "loss": AdviceReport.number(loss), "decision": .bool(isDecision),
      "verdict": .string(verdict),
      "luck": luck.map(AdviceReport.number) ?? .null,
    ]
  }
}

extension GameReview.Summary {
  var fields: Fields {
    [
      "player": .string(player), "unit": .string(unit.rawValue), "step": .bool(isOfStep),
      "decisions": .integer(decisions), "rated": .integer(rated), "errors": .integer(errors),
      "blunders": .integer(blunders), "loss": AdviceReport.number(loss),
      "luck": AdviceReport.number(luck), "rating": .string(rating),
    ]
  }
}

extension AdviceUnit {
  /// A gain or a loss, with its sign.
  func signedText(of value: Double) -> String {
    let text = text(of: value)
    return value > 0 ? "+\(text)" : text
  }
}
