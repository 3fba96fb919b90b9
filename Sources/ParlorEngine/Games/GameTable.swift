/// The table at which a game is played: who decides for whom, and who was helped.
package struct GameTable {
  /// The bots that decide for players, by the players' names.
  package var seats: [String: Seat] = [:]
  /// Whether a hint was taken before the end.
  package var isAssisted = false
  /// The players for whom a bot has moved that plays as advised.
  var advisedPlayers: Set<String> = []

  /// Gives a player another name.
  mutating func rename(_ player: String, to name: String) {
    if let seat = seats.removeValue(forKey: player) { seats[name] = seat }
    if advisedPlayers.remove(player) != nil { advisedPlayers.insert(name) }
  }

  /// Whether people decide for two of the players or more.
  func hasSeveralPeople(among players: [String]) -> Bool {
    players.count { seats[$0] == nil } > 1
  }

  /// Whether a person decides for one of the players.
  func hasPeople(among players: [String]) -> Bool { players.contains { seats[$0] == nil } }
}
