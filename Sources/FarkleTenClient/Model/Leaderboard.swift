import ParlorKit
import Platform
import RemoteTransport

/// The best players of a day, a week or of all times.
package struct Leaderboard: Sendable, Equatable {
  /// The time that counts.
  package enum Tier: String, Sendable, CaseIterable {
    case daily, weekly
    case allTime = "all-time"

    /// How the service writes it.
    var wire: String { self == .allTime ? "alltime" : rawValue }
  }

  /// The time that counts.
  package var tier: Tier
  /// The players in order.
  package var entries: [Entry]
  /// The player's own place.
  package var own: Entry?

  /// A player on the board.
  package struct Entry: Sendable, Equatable {
    /// The place, if the player has one.
    package var rank: Int?
    /// The name.
    package var name: String
    /// The points, or their average.
    package var score: String
    /// How many games count.
    package var games: Int
    /// Whether it is the player who asks.
    package var isMe: Bool

    init?(_ value: Value?) {
      guard let value, let name = value["username"]?.looseText else { return nil }
      self.name = name
      rank = value["rank"]?.something?.looseInteger
      score = value["score"]?.looseText ?? "0"
      games = value["gamesPlayed"]?.looseInteger ?? 0
      isMe = value["isMe"]?.looseFlag ?? false
    }
  }

  /// Reads the answer to `getleaderboard2`.
  init?(_ value: Value, tier: Tier) {
    guard let entries = value["entries"] else { return nil }
    self.tier = tier
    self.entries = entries.elements.compactMap { Entry($0) }
    own = Entry(value["myScore"])
  }
}

/// How many games of today count for the leaderboard.
package struct DailyProgress: Sendable, Equatable {
  /// The games that were played.
  package var played: Int
  /// The games that can count.
  package var most: Int
  /// The points of the best of them.
  package var score: Int

  /// Reads the answer to `getdailyprogress`.
  init?(_ value: Value) {
    guard let played = value["games_played"]?.looseInteger else { return nil }
    self.played = played
    most = value["games_max"]?.looseInteger ?? 20
    score = value["daily_score"]?.looseInteger ?? 0
  }
}
