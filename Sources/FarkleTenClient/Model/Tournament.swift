import ParlorKit
import RemoteTransport

/// A tournament: its players and games.
package struct Tournament: Sendable, Equatable {
  /// The number of the tournament.
  package var id: Int
  /// Its name, if the service sends it.
  package var name: String?
  /// The round, 0 before the first, if the service sends it.
  package var round: Int?
  /// How players are eliminated, in words, if the service sends it.
  package var format: String?
  /// The hours of a round, if the service sends them.
  package var hours: Int?
  /// The maximum number of players, if the service sends it.
  package var cap: Int?
  /// When it or its next round begins, in the service's format.
  package var date: String?
  /// The winner, if any.
  package var winner: Int?
  package var players: [Entrant]
  package var games: [Pairing]

  /// A player of the tournament.
  package struct Entrant: Sendable, Equatable {
    /// The number of the player.
    package var id: Int
    package var name: String
    /// How often the player has lost.
    package var losses: Int
  }

  /// A game of the tournament.
  package struct Pairing: Sendable, Equatable {
    /// The number of the game.
    package var id: Int
    /// The round of the tournament.
    package var round: Int
    /// The names of the players.
    package var title: String
    /// The winner, if any.
    package var winner: Int?
  }

  /// Reads the response to `gettournamentinfo`, any part of which may be missing.
  init(_ value: Value, id: Int) {
    self.id = id
    let info = value.element(0)
    name = (info?["tname"] ?? info?["name"])?.something?.looseText
    round = (info?["roundnum"] ?? info?["round"])?.looseInteger
    format = info?["tformat"]?.looseInteger.flatMap {
      [0: "dynamic", 1: "single", 2: "double"][$0].map { "\($0) elimination" }
    }
    hours = info?["roundhours"]?.looseInteger
    cap = info?["playercap"]?.looseInteger.flatMap { $0 > 0 ? $0 : nil }
    winner = info?["winningplayer"]?.looseInteger.flatMap { $0 > 0 ? $0 : nil }
    let hasBegun = (round ?? 0) > 0
    // It begins at a date, when it is full (2), or when somebody starts it (0).
    let startsByDate = info?["startcondition"]?.looseInteger ?? 1 == 1
    date =
      hasBegun
      ? info?["nextrounddate"]?.something?.looseText
      : startsByDate ? info?["launchdate"]?.something?.looseText : nil
    games =
      value.element(1)?.elements.compactMap { game in
        guard let id = game["gameid"]?.looseInteger else { return nil }
        return Pairing(
          id: id, round: game["roundnum"]?.looseInteger ?? 0,
          title: game["playerstring"]?.looseText ?? "Game \(id)",
          winner: game["winningplayer"]?.looseInteger.flatMap { $0 > 0 ? $0 : nil })
      } ?? []
    players =
      value.element(2)?.elements.compactMap { player in
        guard let id = player["playerid"]?.looseInteger, let name = player["username"]?.looseText
        else { return nil }
        return Entrant(id: id, name: name, losses: player["losses"]?.looseInteger ?? 0)
      } ?? []
  }
}

extension Tournament {
  /// Writes the games, and what the player can do now.
  func write(me: Int, to text: inout TextWriter) {
    text.write("Tournament ", id)
    if let name { text.write(", ", name) }
    if let round, round > 0 { text.write(", round ", round) }
    text.write(": ", Plural(players.count, "player"))
    if let cap { text.write(" of at most ", cap) }
    if let format { text.write(", ", format) }
    if let hours, hours > 0 { text.write(", ", Plural(hours, "hour"), " a round") }
    text.write(".")
    if winner == nil {
      if round == 0 {
        text.write("\nIt has not begun.")
        if let date { text.write(" It begins ", date, ".") }
      } else if let date {
        text.write("\nThe next round begins ", date, ".")
      }
    }
    for game in games {
      text.write("\n  ")
      if game.round > 0 { text.write("round ", game.round, "  ") }
      text.write(game.title)
      if let winner = players.first(where: { $0.id == game.winner }) {
        text.write("  ", Styled(winner.id == me ? .good : .done, "\(winner.name) won"))
      } else {
        text.write("  ", Styled(.faint, "game \(game.id) is being played"))
      }
    }
    if let winner = players.first(where: { $0.id == winner }) {
      let words = winner.id == me ? "You have won it." : "\(winner.name) has won it."
      return text.write("\n", Styled(winner.id == me ? .good : .done, words))
    }
    guard let entrant = players.first(where: { $0.id == me }) else {
      return text.write("\nYou do not take part. `tournament join` joins it.")
    }
    if let game = games.last(where: { $0.winner == nil && $0.title.contains(entrant.name) }) {
      text.write("\n", Styled(.awaited, "Your game is \(game.id)"), ": `join \(game.id)`.")
    } else if entrant.losses > 0 {
      text.write("\nYou have lost and are out.")
    } else if round == 0 {
      text.write("\nYou take part.")
    } else {
      text.write("\n", Styled(.faint, "You wait for an opponent."))
    }
  }

  /// The tournament as data.
  func fields(me: Int) -> Fields {
    [
      "tournament": .integer(id), "name": .optional(name), "round": .optional(round),
      "format": .optional(format), "hours": .optional(hours), "cap": .optional(cap),
      "date": .optional(date), "winner": .optional(winner),
      "in": .bool(players.contains { $0.id == me }),
      "players": .array(
        players.map {
          .object([
            "id": .integer($0.id), "name": .string($0.name), "losses": .integer($0.losses),
          ])
        }),
      "games": .array(
        games.map {
          .object([
            "game": .integer($0.id), "round": .integer($0.round), "title": .string($0.title),
            "winner": .optional($0.winner),
          ])
        }),
    ]
  }
}
