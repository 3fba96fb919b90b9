import ParlorKit
import Platform
import RemoteTransport

/// An achievement that there is to earn.
package struct Achievement: Sendable, Equatable {
  /// The number of the achievement.
  package var id: Int
  /// What it is called or what it is for.
  package var text: String
  /// The points that it brings.
  package var points: Int
  /// Whether the player has it.
  package var isEarned: Bool
  /// When it was earned, as the service writes it.
  package var date: String?

  init?(_ value: Value) {
    guard let notice = AchievementNotice(value) else { return nil }
    id = notice.id
    text = notice.text
    points = notice.points
    isEarned = value["earned"]?.looseFlag ?? false
    // The service tells a date of those that were not earned as well.
    date = isEarned ? value["formatteddate"]?.something?.looseText : nil
  }
}

/// The achievements of a player.
package struct Achievements: Sendable, Equatable {
  /// All that there are, in the order of the service.
  package var all: [Achievement]
  /// The points of those that were earned.
  package var score: Int

  /// Reads the answer to `getachievements`.
  init?(_ value: Value) {
    guard let all = value.element(0)?.array else { return nil }
    self.all = all.compactMap(Achievement.init)
    score = value.element(1)?.looseInteger ?? 0
  }
}
