import ParlorKit
import RemoteTransport

/// The best players of a day, a week or all time.
package struct Leaderboard: Sendable, Equatable {
  /// The period.
  package enum Tier: String, Sendable, CaseIterable {
    case daily, weekly
    case allTime = "all-time"

    /// Its name in the service.
    var wire: String { self == .allTime ? "alltime" : rawValue }
  }

  /// The period.
  package var tier: Tier
  /// The players in order.
  package var entries: [Entry]
  /// The player's own place.
  package var own: Entry?

  /// A player on the board.
  package struct Entry: Sendable, Equatable {
    /// The place, if the player has one.
    package var rank: Int?
    /// The number of the player, if the service sends it.
    package var id: Int?
    package var name: String
    /// The points; for all time their average.
    package var score: String
    /// How many games count; for a week, how many days.
    package var games: Int
    /// The points of the best game of all time.
    package var best: Int?
    /// Whether it is the player who asks.
    package var isMe: Bool

    /// Reads an entry. The names of the figures differ from board to board.
    init?(_ value: Value?, tier: Tier) {
      guard let value, let name = value["username"]?.looseText else { return nil }
      self.name = name
      id = (value["playerId"] ?? value["playerid"])?.looseInteger
      rank = value["rank"]?.something?.looseInteger
      score = value[tier == .allTime ? "avgGameScore" : "score"]?.looseText ?? "0"
      let count =
        switch tier {
        case .daily: "gamesPlayed"
        case .weekly: "daysPlayed"
        case .allTime: "totalGames"
        }
      games = value[count]?.looseInteger ?? 0
      best = tier == .allTime ? value["bestGameScore"]?.looseInteger : nil
      isMe = value["isMe"]?.looseFlag ?? false
    }
  }

  /// Reads the response to `getleaderboard2`.
  init?(_ value: Value, tier: Tier) {
    guard let entries = value["entries"] else { return nil }
    self.tier = tier
    self.entries = entries.elements.compactMap { Entry($0, tier: tier) }
    own = Entry(value["myScore"], tier: tier)
  }
}

/// How many games of today count for the leaderboard.
package struct DailyProgress: Sendable, Equatable {
  /// The games that were played.
  package var played: Int
  /// The maximum number of games that count.
  package var most: Int
  /// The points of the best of them.
  package var score: Int

  /// Reads the response to `getdailyprogress`.
  init?(_ value: Value) {
    guard let played = value["games_played"]?.looseInteger else { return nil }
    self.played = played
    most = value["games_max"]?.looseInteger ?? 20
    score = value["daily_score"]?.looseInteger ?? 0
  }
}

extension Leaderboard {
  /// Writes the board, one player per line.
  func write(to text: inout TextWriter) {
    text.write("Leaderboard, ", tier.rawValue, ":")
    if entries.isEmpty { text.write(" no players yet.") }
    var rows = entries
    if let own, !entries.contains(where: \.isMe) { rows.append(own) }
    guard !rows.isEmpty else { return }
    text.write("\n")
    Columns(
      rows.map { entry in
        [
          entry.rank.map(String.init) ?? "-", entry.isMe ? "\(entry.name) (you)" : entry.name,
          entry.points,
          "in \(Plural(entry.games, tier == .weekly ? "day" : "game"))"
            + (entry.best.map { ", best \($0.grouped)" } ?? ""),
        ]
      }, [.right, .left, .right], indent: 2
    ).write(to: &text)
  }

  /// The board as data.
  var fields: Fields {
    [
      "tier": .string(tier.rawValue), "entries": .array(entries.map { .object($0.fields) }),
      "own": own.map { .object($0.fields) } ?? .null,
    ]
  }
}

extension Leaderboard.Entry {
  /// The points, their thousands separated.
  fileprivate var points: String { Int(score)?.grouped ?? score }

  /// The entry as data.
  var fields: Fields {
    var fields: Fields = [
      "rank": .optional(rank), "name": .string(name), "score": .string(score),
      "games": .integer(games), "me": .bool(isMe),
    ]
    if let best { fields["best"] = .integer(best) }
    return fields
  }
}
