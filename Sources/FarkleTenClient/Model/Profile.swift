import ParlorKit
import RemoteTransport

/// The statistics and finished games of a player.
package struct Profile: Sendable, Equatable {
  /// The number of the player.
  package var id: Int
  package var name: String
  /// A title, if the player has one.
  package var title: String?
  /// The statistics in the order in which they are shown.
  package var statistics: [Statistic]
  /// The finished games, the latest first.
  package var games: [FinishedGame]

  /// A statistic with its name.
  package struct Statistic: Sendable, Equatable {
    /// The name in data.
    package var key: String
    /// The name for people.
    package var name: String
    /// The value in the service's format.
    package var value: String
  }

  /// Reads the response to `getplayerinfo`.
  init?(_ value: Value) {
    guard let stats = value.element(0), let id = stats["playerid"]?.looseInteger,
      let name = stats["username"]?.looseText
    else { return nil }
    self.id = id
    self.name = name
    title = stats["playertitle"]?.something?.looseText
    statistics = Self.shown.compactMap { key, name in
      stats[key]?.looseText.map { Statistic(key: key, name: name, value: $0) }
    }
    games = value.element(1)?.elements.compactMap { FinishedGame($0, of: id) } ?? []
  }

  /// The statistics that are shown, by their names in the response.
  private static let shown = [
    ("playerlevel", "level"), ("xp", "experience"), ("xp_to_level", "next level at"),
    ("achscore", "achievement score"), ("wins", "won"), ("losses", "lost"),
    ("totalpoints", "points"), ("avground", "average round"), ("highestround", "best round"),
    ("highest10round", "best game of ten rounds"), ("roundsplayed", "rounds"),
    ("farkles", "farkles"), ("farkle_pct", "farkles in percent"), ("lastplayed", "last played"),
    ("emoji_reactions", "reactions"),
  ]
}

/// A title that a player can choose.
package struct TitleChoice: Sendable, Equatable {
  /// The number by which it is chosen: the level that it needs; 0 for no title.
  package var level: Int
  package var title: String

  init?(_ value: Value) {
    guard let level = value["level"]?.looseInteger else { return nil }
    self.level = level
    title = value["title"]?.looseText ?? ""
  }

  /// Reads the choices in the response to `getplayerinfo`.
  static func list(_ value: Value) -> [TitleChoice] {
    value.element(2)?.elements.compactMap(TitleChoice.init) ?? []
  }

  var fields: Fields { ["level": .integer(level), "title": .string(title)] }
}

/// The settings of a player at the service.
package struct PlayerOptions: Sendable, Equatable {
  package var email: String
  /// Whether the service sends mail about games.
  package var wantsMail: Bool
  /// Whether games against anyone may include the player.
  package var isSelectable: Bool

  /// Reads the response to `getplayerinfo`.
  init?(_ value: Value) {
    guard let stats = value.element(0), let email = stats["email"] else { return nil }
    self.email = email.looseText ?? ""
    wantsMail = stats["sendhourlyemails"]?.looseFlag ?? true
    isSelectable = stats["random_selectable"]?.looseFlag ?? true
  }

  /// The options as data.
  var fields: Fields {
    ["email": .string(email), "mail": .bool(wantsMail), "random": .bool(isSelectable)]
  }

  func write(to text: inout TextWriter) {
    text.write(
      "E-mail address: ", email.isEmpty ? "none" : email, ". Mail about games: ",
      wantsMail ? "on" : "off", ". Games against anyone: ", isSelectable ? "on" : "off", ".")
  }
}

/// A finished game of a profile.
package struct FinishedGame: Sendable, Equatable {
  /// The number of the game.
  package var id: Int
  /// The names of the players.
  package var title: String
  /// Whether the player of the profile won it.
  package var isWon: Bool
  /// When it was finished, in the service's format.
  package var finished: String?

  init?(_ value: Value, of player: Int) {
    guard let id = value["gameid"]?.looseInteger else { return nil }
    self.id = id
    title = value["playerstring"]?.looseText ?? "Game \(id)"
    isWon = value["winningplayer"]?.looseInteger == player
    finished = value["gamefinish"]?.something?.looseText
  }
}

/// A friend of the player.
package struct Friend: Sendable, Equatable {
  /// The number of the player.
  package var id: Int
  package var name: String
  /// A title, if the friend has one.
  package var title: String?

  init?(_ value: Value) {
    guard let id = value["playerid"]?.looseInteger, let name = value["username"]?.looseText else {
      return nil
    }
    self.id = id
    self.name = name
    title = value["playertitle"]?.something?.looseText
  }

  /// Reads a list of friends; the service sends an object with a message if there are none.
  static func list(_ value: Value) -> [Friend] { value.elements.compactMap(Friend.init) }
}

extension Profile {
  /// Writes the statistics and the finished games.
  func write(to text: inout TextWriter) {
    text.write(Styled(.strong, name))
    if let title { text.write(" ", Styled(.faint, title)) }
    let width = statistics.map(\.name.count).max() ?? 0
    for statistic in statistics {
      text.write(
        "\n  ", statistic.name, String(repeating: " ", count: width - statistic.name.count + 2))
      text.write(Styled(statistic.key == "achscore" ? .treasure : .strong, statistic.value))
    }
    for game in games {
      text.write(
        "\n  ", Styled(game.isWon ? .good : .bad, "\(game.title) - \(game.isWon ? "Win" : "Loss")"))
      if let finished = game.finished { text.write("  ", Styled(.faint, finished)) }
    }
  }

  /// The profile as data.
  var fields: Fields {
    var fields: Fields = [
      "id": .integer(id), "name": .string(name), "title": .optional(title),
    ]
    for statistic in statistics { fields[statistic.key] = .string(statistic.value) }
    fields["games"] = .array(
      games.map {
        .object([
          "game": .integer($0.id), "title": .string($0.title), "won": .bool($0.isWon),
          "finished": .optional($0.finished),
        ])
      })
    return fields
  }
}

extension Friend {
  /// The friend as data.
  var fields: Fields {
    ["id": .integer(id), "name": .string(name), "title": .optional(title)]
  }
}
