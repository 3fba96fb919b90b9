import ParlorKit
import Platform
import RemoteTransport

/// The player as the lobby shows him.
package struct PlayerCard: Sendable, Equatable {
  /// The name.
  package var name: String
  /// A title such as `the Prospect`, if the player has one.
  package var title: String?
  /// The level, 1 or more.
  package var level: Int
  /// The experience since the level began.
  package var experience: Int
  /// The experience that the next level takes.
  package var needed: Int
  /// The points of all achievements.
  package var achievementScore: Int

  /// A level that nobody reaches.
  private static let highestLevel = 1_000_000

  /// Reads the first element of a lobby.
  init?(_ value: Value?) {
    guard let value, let name = value["username"]?.looseText else { return nil }
    self.name = name
    title = value["playertitle"]?.something?.looseText
    level = min(max(1, value["playerlevel"]?.looseInteger ?? 1), Self.highestLevel)
    experience = max(0, value["xp"]?.looseInteger ?? 0)
    needed = max(0, value["xp_to_level"]?.looseInteger ?? 0)
    achievementScore = value["achscore"]?.looseInteger ?? 0
  }

  /// How much of the level is done, in percent; 0 to 100.
  package var percent: Int {
    guard needed > 0 else { return 0 }
    return Int(min(100, Double(experience) * 100 / Double(needed)))
  }
}
