import ParlorKit

extension Lobby {
  /// The lobby as data.
  func fields(daily: DailyProgress?, me: Int) -> Fields {
    [
      "player": .object([
        "id": .integer(me), "name": .string(card.name), "title": .optional(card.title),
        "level": .integer(card.level), "experience": .integer(card.experience),
        "needed": .integer(card.needed), "achievementScore": .integer(card.achievementScore),
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

extension GameCard {
  /// The game as data.
  func fields(me: Int) -> Fields {
    [
      "game": .integer(id), "title": .string(title), "situation": .string(situation.rawValue),
      "round": .integer(round), "lastRound": .integer(lastRound), "players": .integer(players),
      "finishedPlayers": .integer(finishedPlayers), "winner": .optional(winner),
      "won": winner.map { .bool($0 == me) } ?? .null, "finished": .optional(finished),
    ]
  }
}

extension ActiveFriend {
  /// The friend as data.
  var fields: Fields {
    ["id": .integer(id), "name": .string(name), "status": .string(status)]
  }
}
