import ParlorKit
import Platform
import RemoteTransport

/// A tournament: who plays whom, and who waits.
package struct Tournament: Sendable, Equatable {
  /// The number of the tournament.
  package var id: Int
  /// Its name, if the service tells it.
  package var name: String?
  /// The round, 0 before the first, if the service tells it.
  package var round: Int?
  /// The players.
  package var players: [Entrant]
  /// The games.
  package var games: [Pairing]

  /// A player of the tournament.
  package struct Entrant: Sendable, Equatable {
    /// The number of the player.
    package var id: Int
    /// The name.
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
    /// The player who won, if one did.
    package var winner: Int?
  }

  /// Reads the answer to `gettournamentinfo`, of which every part may be missing.
  init(_ value: Value, id: Int) {
    self.id = id
    let info = value.element(0)
    name = (info?["tname"] ?? info?["name"])?.something?.looseText
    round = (info?["roundnum"] ?? info?["round"])?.looseInteger
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
