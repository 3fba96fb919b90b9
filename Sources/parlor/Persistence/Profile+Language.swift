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
      hasGame: { name, seed throws(FileError) in
        guard profile.keepsAnything else { return false }
        let last = try ResultsFile(try profile.results()).last(Self.mostSearched)
        for result in last.results where result.game == name {
          if result.seed == seed { return true }
          // An abandoned game hides its seed, which its log has.
          if result.seed == 0, let log = try profile.log(of: result.id),
            SavedGame.opens(log.bytes, name, seed: seed)
          {
            return true
          }
        }
        return false
      }
    ) { number throws(FileError) in
      let results = try ResultsFile(try profile.results()).last(number).results
      guard results.count >= number else { return nil }
      let result = results[number - 1]
      guard let log = try profile.log(of: result.id) else { return nil }
      return Entry(
        path: log.path, bytes: log.bytes,
        result: RecordedGame(
          id: result.id, opened: result.start, played: result.milliseconds, bots: result.bots))
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
