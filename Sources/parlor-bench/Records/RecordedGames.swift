import ParlorKit
import Platform
import Records

/// Profiles with many results, for measuring what they cost.
enum RecordedGames {
  /// The folder of a profile with so many games of Farkle for two, made at its first use.
  static func profile(_ count: Int, _ bench: Bench) throws(BenchError) -> String {
    let folder = "\(bench.folder)/profile-\(count)"
    guard FileSystem.kind(of: folder) == .missing else { return folder }
    do throws(FileError) {
      try FileSystem.makeFolders(folder, mode: 0o700)
      let file = ResultsFile("\(folder)/results.jsonl", durability: .relaxed)
      // In portions: what this process holds in memory would count as that of its children.
      for start in stride(from: 0, to: count, by: 1_000) {
        try file.append((start..<min(count, start + 1_000)).map(result))
      }
    } catch { throw .file(error) }
    return folder
  }

  /// A game that is a function of its number.
  private static func result(_ number: Int) -> GameResult {
    var chance = Chance(seed: UInt64(number), draw: 0)
    let winner = Int(chance.below(2))
    let players = ["Ann", "Bob"].enumerated().map { index, name in
      PlayerRecord(name, index == winner ? .won : .lost, measures(&chance))
    }
    let end = Timestamp(
      milliseconds: Timestamp.year2000.milliseconds + Int64(number) * 600_000)
    let milliseconds = Int64(chance.below(600_000))
    return GameResult(
      id: "\(number)", game: "farkle", options: ["Ann", "Bob", "rules=standard"],
      seed: UInt64(number),
      record: GameRecord(players: players, measures: ["rounds": 20, "turns": 40]),
      outcome: .finished,
      start: Timestamp(milliseconds: end.milliseconds - milliseconds), end: end,
      milliseconds: milliseconds)
  }

  private static let keys =
    [
      "points", "highestTurn", "turns", "bankedTurns", "diceSetAside", "farkles",
      "greedyFarkles", "hotDice", "furthestBehind", "finalPoints",
    ] + (1...6).map { "rolled\($0)" }

  private static func measures(_ chance: inout Chance) -> Metrics {
    var measures: Metrics = [:]
    for key in keys { measures[key] = Int(chance.below(5_000)) }
    return measures
  }
}
