import ParlorKit
import Platform
import RemoteTransport

/// What the service tells of a player.
package struct Profile: Sendable, Equatable {
  /// The number of the player.
  package var id: Int
  /// The name.
  package var name: String
  /// A title, if the player has one.
  package var title: String?
  /// Figures by their names, in the order in which they are shown.
  package var figures: [Statistic]
  /// Games that were finished, the last first.
  package var games: [FinishedGame]

  /// A figure with its name.
  package struct Statistic: Sendable, Equatable {
    /// The name in data.
    package var key: String
    /// The name for people.
    package var name: String
    /// The figure as the service writes it.
    package var value: String
  }

  /// Reads the answer to `getplayerinfo`.
  init?(_ value: Value) {
    guard let stats = value.element(0), let id = stats["playerid"]?.looseInteger,
      let name = stats["username"]?.looseText
    else { return nil }
    self.id = id
    self.name = name
    title = stats["playertitle"]?.something?.looseText
    figures = Self.shown.compactMap { key, name in
      stats[key]?.looseText.map { Statistic(key: key, name: name, value: $0) }
    }
    games = value.element(1)?.elements.compactMap { FinishedGame($0, of: id) } ?? []
  }

  /// The figures that are shown, by their names in the answer.
  private static let shown = [
    ("playerlevel", "level"), ("xp", "experience"), ("xp_to_level", "next level at"),
    ("achscore", "achievement score"), ("wins", "won"), ("losses", "lost"),
    ("totalpoints", "points"), ("avground", "average round"), ("highestround", "best round"),
    ("highest10round", "best game of ten rounds"), ("roundsplayed", "rounds"),
    ("farkles", "farkles"), ("farkle_pct", "farkles in percent"), ("lastplayed", "last played"),
  ]
}

/// A finished game of a profile.
package struct FinishedGame: Sendable, Equatable {
  /// The number of the game.
  package var id: Int
  /// The names of the players.
  package var title: String
  /// Whether the player of the profile won it.
  package var isWon: Bool
  /// When it was finished, as the service writes it.
  package var finished: String?

  init?(_ value: Value, of player: Int) {
    guard let id = value["gameid"]?.looseInteger else { return nil }
    self.id = id
    title = value["playerstring"]?.looseText ?? "Game \(id)"
    isWon = value["winningplayer"]?.looseInteger == player
    finished = value["gamefinish"]?.something?.looseText
  }
}
