import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Records

/// The house rules of a profile, for sessions.
struct ProfileHouseRules: HouseRules {
  private let profile: Profile

  /// - Returns: `nil` if the profile saves nothing.
  init?(_ profile: Profile) {
    guard profile.keepsAnything else { return nil }
    self.profile = profile
  }

  var isLasting: Bool { !profile.isScratch }

  private func file() throws(FileError) -> HouseRulesFile {
    HouseRulesFile(try profile.rules())
  }

  func read() throws(FileError) -> SavedRules { try file().read() }

  func save(_ rules: NamedRules) throws(FileError) { try file().save(rules) }

  func delete(game: String, name: String) throws(FileError) {
    try file().delete(game: game, name: name)
  }
}

extension DrillStore {
  /// The positions of a profile.
  ///
  /// - Returns: `nil` if the profile saves nothing.
  init?(_ profile: Profile) {
    guard profile.keepsAnything else { return nil }
    self.init { body throws(FileError) in try DrillFile(try profile.drills()).change(body) }
  }
}

extension GameArchive {
  /// The finished games of a profile.
  init(_ profile: Profile) {
    self.init(
      recent: { Self.recent(profile) },
      note: { daily throws(FileError) in
        guard profile.keepsAnything else { return false }
        // One that was played on another machine, or with an earlier version, is known by its result.
        let last = try ResultsFile(try profile.results()).last(Self.mostSearched)
        let hasResult = last.results.contains { $0.game == daily.game && $0.seed == daily.seed }
        return try DailyFile(try profile.dailyGames()).note(daily) || hasResult
      }
    ) { number throws(FileError) in
      let results = try ResultsFile(try profile.results()).last(number).results
      guard results.count >= number else { return nil }
      let result = results[number - 1]
      guard let log = try profile.log(of: result.id, revision: result.revision) else { return nil }
      return Entry(
        path: log.path, bytes: log.bytes,
        result: RecordedGame(
          id: result.id, revision: result.revision, record: result.record, opened: result.start,
          played: result.milliseconds, bots: result.bots))
    }
  }

  /// How many finished games are searched for one with the seed of a day.
  private static let mostSearched = 200

  /// The last games of a profile: the game, the players and the day.
  private static func recent(_ profile: Profile) -> [Suggestion] {
    guard let path = try? profile.results(), let last = try? ResultsFile(path).last(20) else {
      return []
    }
    return last.results.enumerated().map { index, result in
      let players = result.record.players.map(\.name).joined(separator: ", ")
      return Suggestion(
        String(index + 1), "\(result.game): \(players), \(result.end.iso8601.prefix(10))")
    }
  }
}
