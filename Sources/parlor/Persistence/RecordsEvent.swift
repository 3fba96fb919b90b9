import ParlorEngine
import ParlorKit
import Platform
import Records

/// What `stats export`, `stats import`, `stats reset`, `finished` and `ranking` report.
enum RecordsEvent: Event {
  /// Statistics or results were written to a file.
  case exported(path: String, results: Int)
  /// The results of a file were added.
  case imported(path: String, MergeReport, notes: [String])
  /// How many results `stats reset confirm` would delete.
  case resetAsked(results: Int)
  /// All results were deleted; the file with a copy, if there were any.
  case reset(kept: String?)
  /// The game that `finished forget N confirm` would forget.
  case forgetAsked(number: Int, GameResult, titles: [String: String])
  /// A game was forgotten.
  case forgotten(GameResult, titles: [String: String])
  case finished([GameResult], titles: [String: String], notes: [String])
  case ranking(title: String, Ranking, [RankedGame], notes: [String])

  var type: String {
    switch self {
    case .exported: "stats-exported"
    case .imported: "stats-imported"
    case .resetAsked: "stats-reset-asked"
    case .reset: "stats-reset"
    case .forgetAsked: "forget-asked"
    case .forgotten: "forgotten"
    case .finished: "finished-games"
    case .ranking: "ranking"
    }
  }

  var fields: Fields {
    switch self {
    case .exported(let path, let results):
      ["path": .string(path), "results": .integer(results)]
    case .imported(let path, let report, let notes):
      [
        "path": .string(path), "added": .integer(report.added), "known": .integer(report.known),
        "notes": .strings(notes),
      ]
    case .resetAsked(let results): ["results": .integer(results)]
    case .reset(let kept): ["kept": kept.map(Value.string) ?? .null]
    case .forgetAsked(let number, let result, _):
      ["number": .integer(number), "game": .object(result.fields)]
    case .forgotten(let result, _): ["game": .object(result.fields)]
    case .finished(let results, _, let notes):
      ["games": .array(results.map { .object($0.fields) }), "notes": .strings(notes)]
    case .ranking(let title, let ranking, let games, let notes):
      [
        "game": .string(title),
        "games": .array(games.map { .object($0.fields(ranking)) }), "notes": .strings(notes),
      ]
    }
  }

  func write(to text: inout TextWriter) {
    switch self {
    case .exported(let path, let results):
      text.write("Exported ", Self.count(results), " to ", path, ".")
    case .imported(let path, let report, let notes):
      text.write("Imported ", Self.count(report.added), " from ", path, "; ")
      text.write(report.known.grouped, report.known == 1 ? " was" : " were", " already known.")
      write(notes, to: &text)
    case .resetAsked(let results):
      text.write("This deletes ", Self.count(results), ". Type `stats reset confirm` to go ahead.")
    case .reset(nil): text.write("There are no results to delete.")
    case .reset(let kept?): text.write("Deleted all results. A copy is in ", kept, ".")
    case .forgetAsked(let number, let result, let titles):
      text.write("This forgets ", result.words(titles), ". Type `finished forget ", number)
      text.write(" confirm` to go ahead.")
    case .forgotten(let result, let titles): text.write("Forgotten: ", result.words(titles), ".")
    case .finished(let results, let titles, let notes):
      if results.isEmpty { text.write("No game is recorded yet.") }
      text.write(
        Columns(results.enumerated().map { ["\($0.offset + 1)"] + $0.element.row(titles) }))
      write(notes, to: &text)
    case .ranking(_, let ranking, let games, let notes):
      if games.isEmpty { text.write("No game is ranked yet.") }
      let heading = ["", "Player"] + ranking.columns.map(\.title) + ["Played"]
      let rows = games.enumerated().map { ["\($0.offset + 1)"] + $0.element.row(ranking) }
      text.write(Columns(rows.isEmpty ? [] : [heading] + rows))
      write(notes, to: &text)
    }
  }

  private static func count(_ results: Int) -> String {
    Plural(results, "result").text
  }

  private func write(_ notes: [String], to text: inout TextWriter) {
    for note in notes { text.write("\n", Styled(.faint, note)) }
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

  /// The players with their results; of a game that is only counted, with their points.
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
    return [player] + values + [String(result.end.iso8601.prefix(10))]
  }

  fileprivate func fields(_ ranking: Ranking) -> Fields {
    var fields: Fields = ["id": .string(result.id), "player": .string(player)]
    for (column, value) in zip(ranking.columns, values) { fields[column.key] = .integer(value) }
    fields["end"] = .string(result.end.iso8601)
    return fields
  }
}
