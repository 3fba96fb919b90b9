import ParlorKit
import Platform
import RemoteTransport

/// An achievement that the player is told of.
package struct AchievementNotice: Sendable, Equatable {
  /// The number of the achievement.
  package var id: Int
  /// What it is called or what it is for.
  package var text: String
  /// The points that it brings.
  package var points: Int

  /// Reads the notice of a lobby or a game, if there is one.
  init?(_ value: Value?) {
    guard let value = value?.something, let id = value["achievementid"]?.looseInteger else {
      return nil
    }
    self.id = id
    let title = (value["title"]?.something ?? value["name"]?.something)?.looseText
    let parts = [title, value["description"]?.something?.looseText].compactMap { $0 }
    text = parts.isEmpty ? "Achievement \(id)" : parts.joined(separator: ": ")
    points = (value["worth"] ?? value["xp_reward"])?.looseInteger ?? 0
  }
}

/// A level that the player has reached.
package struct LevelNotice: Sendable, Equatable {
  /// The level.
  package var level: Int
  /// What it brings, if anything.
  package var reward: String?

  /// Reads the notice of a lobby or a game, if there is one.
  init?(_ value: Value?) {
    guard let value = value?.something,
      let level = (value["playerlevel"] ?? value["new_level"])?.looseInteger
    else { return nil }
    self.level = level
    reward = value["rewardstring"]?.something?.looseText
  }
}
