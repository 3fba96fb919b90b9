import ParlorKit
import RemoteTransport

/// The lobby: the player, the games and the friends.
package struct Lobby: Sendable, Equatable {
  package var card: PlayerCard
  /// The games: those that wait for the player, finished ones, then the others, each kind in the
  /// order of the service.
  package var games: [GameCard]
  /// A new achievement.
  package var achievement: AchievementNotice?
  /// A new level.
  package var level: LevelNotice?
  /// The number of the current tournament, or one that ended recently.
  package var tournament: Int?
  /// Friends who were here in the last ten minutes.
  package var friends: [ActiveFriend]

  /// The maximum number of games that the service lists.
  package static let maxGames = 30

  /// Reads the six elements of the response to `getlobbyinfo`.
  init?(_ value: Value) {
    guard let card = PlayerCard(value.element(0)) else { return nil }
    self.card = card
    let games = value.element(1)?.elements.compactMap(GameCard.init) ?? []
    self.games = (0...2).flatMap { urgency in games.filter { $0.situation.urgency == urgency } }
    achievement = AchievementNotice(value.element(2))
    level = LevelNotice(value.element(3))
    tournament = value.element(4)?["tournamentid"]?.looseInteger
    friends = value.element(5)?.elements.compactMap(ActiveFriend.init) ?? []
  }
}

/// A friend who is online.
package struct ActiveFriend: Sendable, Equatable {
  /// The number of the player.
  package var id: Int
  package var name: String
  /// The friend's activity: `In Lobby`, `Playing: Ann`.
  package var status: String

  init?(_ value: Value) {
    guard let id = value["playerid"]?.looseInteger, let name = value["username"]?.looseText else {
      return nil
    }
    self.id = id
    self.name = name
    status = value["status"]?.looseText ?? "Here"
  }
}

/// The player in the lobby.
package struct PlayerCard: Sendable, Equatable {
  package var name: String
  /// A title such as `the Prospect`, if the player has one.
  package var title: String?
  /// The level, 1 or more.
  package var level: Int
  /// The experience since the level began.
  package var experience: Int
  /// The experience needed for the next level.
  package var needed: Int
  /// The points of all achievements.
  package var achievementScore: Int
  /// The emoji that others sent after games, the latest first.
  package var reactions: String?

  /// The maximum level that the service may send.
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
    reactions = value["emoji_reactions"]?.something?.looseText
  }

  /// The experience gained since an earlier state.
  ///
  /// - Returns: `nil` if it is unknown: over two or more levels, the service does not say how much
  ///   the levels in between needed.
  package func gain(since earlier: PlayerCard) -> Int? {
    switch level - earlier.level {
    case 0: max(0, experience - earlier.experience)
    case 1: max(0, earlier.needed - earlier.experience) + experience
    default: nil
    }
  }

  /// The progress to the next level in percent, 0 to 100.
  package var percent: Int {
    guard needed > 0 else { return 0 }
    return Int(min(100, Double(experience) * 100 / Double(needed)))
  }
}

extension Lobby {
  /// The lobby as data.
  func fields(daily: DailyProgress?, me: Int) -> Fields {
    [
      "player": .object([
        "id": .integer(me), "name": .string(card.name), "title": .optional(card.title),
        "level": .integer(card.level), "experience": .integer(card.experience),
        "needed": .integer(card.needed), "achievementScore": .integer(card.achievementScore),
        "reactions": .optional(card.reactions),
      ]),
      "games": .array(games.map { .object($0.fields(me: me)) }),
      "tournament": .optional(tournament),
      "friends": .array(friends.map { .object($0.fields) }),
      "today": daily.map {
        .object([
          "played": .integer($0.played), "most": .integer($0.most), "score": .integer($0.score),
        ])
      } ?? .null,
    ]
  }
}

extension ActiveFriend {
  /// The friend as data.
  var fields: Fields {
    ["id": .integer(id), "name": .string(name), "status": .string(status)]
  }
}

extension Lobby {
  private static let barWidth = 24

  /// Writes the player's card, the experience, the games, the tournament and the friends.
  func write(daily: DailyProgress?, me: Int, to text: inout TextWriter) {
    writeCard(to: &text)
    writeBar(to: &text)
    if let daily, daily.played > 0 {
      text.write(
        "\nToday: ", daily.played, " of ", daily.most, " games, ", Grouped(daily.score), " points")
    }
    if games.isEmpty { text.write("\nNo games. `create solo|random|friends|bot` begins one.") }
    let idWidth = games.map { String($0.id).count }.max() ?? 0
    let names = games.map { $0.opponents(of: card.name) }
    let nameWidth = names.map { DisplayWidth.of($0) }.max() ?? 0
    for (game, name) in zip(games, names) {
      let id = String(game.id)
      text.write(
        "\n  ", Self.blanks(idWidth - id.count), id, "  ", name,
        Self.blanks(nameWidth - DisplayWidth.of(name)), "  ")
      game.writeSituation(me: me, to: &text)
    }
    if let tournament {
      text.write("\nTournament ", tournament, " is open: `tournament` shows it.")
    }
    guard !friends.isEmpty else { return }
    text.write("\nFriends online:")
    for friend in friends {
      text.write("\n  ", Styled(.strong, friend.name), "  ", Styled(.faint, friend.status))
    }
  }

  /// `[12] Ann the Prospect  1,240`
  private func writeCard(to text: inout TextWriter) {
    text.write(Styled(.good, "[\(card.level)]"), " ", Styled(.strong, card.name))
    if let title = card.title { text.write(" ", Styled(.faint, title)) }
    text.write("  ", Styled(.treasure, Grouped(card.achievementScore)), " achievement points")
    if let reactions = card.reactions { text.write("  ", reactions) }
  }

  /// `[######------------------] 11 of 42 to level 3`
  private func writeBar(to text: inout TextWriter) {
    let filled = card.percent * Self.barWidth / 100
    text.write(
      "\n[", Styled(.good, String(repeating: "#", count: filled)),
      Styled(.faint, String(repeating: "-", count: Self.barWidth - filled)), "] ", card.experience,
      " of ", card.needed, " to level ")
    text.write(card.level + 1)
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
