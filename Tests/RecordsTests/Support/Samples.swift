import ParlorKit
import Platform

@testable import Records

extension GameResult {
  /// A game of Farkle that Ann won against Bob, unless something else is said.
  static func sample(
    _ id: String = "a", game: String = "farkle", mode: String = "", end: Int64 = 1_000,
    milliseconds: Int64 = 500, bots: [String] = [],
    players: [PlayerRecord] = [
      PlayerRecord("Ann", .won, ["points": 10_000]), PlayerRecord("Bob", .lost, ["points": 8_000]),
    ]
  ) -> GameResult {
    let record = GameRecord(mode: mode, players: players, metrics: ["turns": 20])
    return GameResult(
      id: id, game: game, options: ["Ann", "Bob", "rules=standard"], seed: 7, record: record,
      outcome: record.outcome, bots: bots, start: Timestamp(milliseconds: end - milliseconds),
      end: Timestamp(milliseconds: end), milliseconds: milliseconds)
  }
}

extension ResultsFile {
  /// All results of the file.
  func all() throws -> [GameResult] {
    var results: [GameResult] = []
    try forEach { results.append($0) }
    return results
  }
}

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// A text from bytes.
func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
