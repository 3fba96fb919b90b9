import ParlorEngine
import ParlorKit
import Platform
import Records

/// The reports of `stats export`, `stats import`, `stats reset`, `finished` and `ranking`.
extension HostEvent {
  /// Statistics or results were written to a file.
  static func exported(path: String, results: Int, notes: [String]) -> Self {
    Self(
      "stats-exported",
      ["path": .string(path), "results": .integer(results), "notes": .strings(notes)]
    ) {
      $0.write("Exported ", Plural(results, "result"), " to ", path, ".")
      $0.write(notes: notes)
    }
  }

  /// The results of a file were added.
  ///
  /// - Parameter replaces: whether later revisions have replaced known results.
  static func imported(
    path: String, _ report: MergeReport, replaces: Bool, notes: [String]
  ) -> Self {
    Self(
      "stats-imported",
      [
        "path": .string(path), "added": .integer(report.added), "known": .integer(report.known),
        "corrections": .integer(report.corrections), "replaced": .bool(replaces),
        "notes": .strings(notes),
      ]
    ) { text in
      text.write("Imported ", Plural(report.added, "result"), " from ", path, "; ")
      text.write(report.known.grouped, report.known == 1 ? " was" : " were", " already known.")
      if report.corrections > 0 {
        let (verb, pronoun) = report.corrections == 1 ? ("corrects", "it") : ("correct", "them")
        text.write(
          " ", Plural(report.corrections, "line"), " ", verb, " known results",
          replaces ? "." : ": `overwrite=yes` takes \(pronoun) too.")
      }
      text.write(notes: notes)
    }
  }

  /// How many results `stats reset confirm` would delete.
  static func resetAsked(results: Int) -> Self {
    Self("stats-reset-asked", ["results": .integer(results)]) {
      $0.write("This deletes ", Plural(results, "result"), ". ")
      $0.write("Type `stats reset confirm` to go ahead.")
    }
  }

  /// All results were deleted.
  ///
  /// - Parameter kept: the file with a copy, if there were any.
  static func reset(kept: String?) -> Self {
    Self("stats-reset", ["kept": kept.map(Value.string) ?? .null]) { text in
      guard let kept else { return text.write("There are no results to delete.") }
      text.write("Deleted all results. A copy is in ", kept, ".")
    }
  }

  /// The game that `finished forget N confirm` would forget.
  static func forgetAsked(number: Int, _ result: GameResult, titles: [String: String]) -> Self {
    Self("forget-asked", ["number": .integer(number), "game": .object(result.fields)]) {
      $0.write("This forgets ", result.words(titles), ". Type `finished forget ", number)
      $0.write(" confirm` to go ahead.")
    }
  }

  static func forgotten(_ result: GameResult, titles: [String: String]) -> Self {
    Self("forgotten", ["game": .object(result.fields)]) {
      $0.write("Forgotten: ", result.words(titles), ".")
    }
  }

  static func finished(_ results: [GameResult], titles: [String: String], notes: [String]) -> Self {
    Self(
      "finished-games",
      ["games": .array(results.map { .object($0.fields) }), "notes": .strings(notes)]
    ) { text in
      if results.isEmpty { text.write("No game is recorded yet.") }
      text.write(
        Columns(results.enumerated().map { ["\($0.offset + 1)"] + $0.element.row(titles) }))
      text.write(notes: notes)
    }
  }

  static func ranking(
    title: String, _ ranking: Ranking, _ games: [RankedGame], notes: [String]
  ) -> Self {
    Self(
      "ranking",
      [
        "game": .string(title),
        "games": .array(games.map { .object($0.fields(ranking)) }), "notes": .strings(notes),
      ]
    ) { text in
      if games.isEmpty { text.write("No game is ranked yet.") }
      let heading = ["", "Player"] + ranking.columns.map(\.title) + ["Played"]
      let rows = games.enumerated().map { ["\($0.offset + 1)"] + $0.element.row(ranking) }
      text.write(Columns(rows.isEmpty ? [] : [heading] + rows))
      text.write(notes: notes)
    }
  }
}

extension TextWriter {
  mutating func write(notes: [String]) {
    for note in notes { write("\n", Styled(.faint, note)) }
  }
}

extension GameResult {
  /// The columns of a game in the list of finished games.
  fileprivate func row(_ titles: [String: String]) -> [String] {
    let mode = record.mode.isEmpty ? "" : ", \(record.mode)"
    return [
      String(end.iso8601.prefix(10)), (titles[game] ?? game) + mode, players,
      PlayTime(Int(milliseconds)).text,
    ] + (isAssisted ? ["assisted"] : [])
  }

  /// The players with their results; in a game without winners, with their points.
  private var players: String {
    record.players.map { player in
      var result = player.result.rawValue
      if player.result == .played || player.result == .abandoned, record.players.count > 1,
        let points = player.metrics["points"], player.metrics["rank"] != nil
      {
        result = player.result == .played ? points.grouped : "\(points.grouped), \(result)"
      }
      return player.name == "1" ? result : "\(player.name) \(result)"
    }.joined(separator: ", ")
  }

  /// The game in words: `Farkle of 2026-02-03: Ann won, Bob lost`.
  func words(_ titles: [String: String]) -> String {
    "\(titles[game] ?? game) of \(end.iso8601.prefix(10)): \(players)"
  }

  /// The game as data, without its metrics.
  fileprivate var fields: Fields {
    var fields: Fields = [
      "id": .string(id), "game": .string(game), "mode": .string(record.mode),
      "options": .strings(options), "outcome": .string(outcome.rawValue),
      "start": .string(start.iso8601), "end": .string(end.iso8601),
      "milliseconds": .integer(Int(milliseconds)),
      "players": .array(
        record.players.map {
          .object(["name": .string($0.name), "result": .string($0.result.rawValue)])
        }),
    ]
    if isAssisted { fields["assisted"] = .bool(true) }
    return fields
  }
}

extension RankedGame {
  fileprivate func row(_ ranking: Ranking) -> [String] {
    let values = zip(ranking.columns, values).map { column, value in
      FigureLine(key: column.key, title: column.title, unit: column.unit, value: .integer(value))
        .text(isDrawn: false)
    }
    return [player == "1" ? "-" : player] + values + [String(result.end.iso8601.prefix(10))]
  }

  fileprivate func fields(_ ranking: Ranking) -> Fields {
    var fields: Fields = ["id": .string(result.id), "player": .string(player)]
    for (column, value) in zip(ranking.columns, values) { fields[column.key] = .integer(value) }
    fields["end"] = .string(result.end.iso8601)
    return fields
  }
}
