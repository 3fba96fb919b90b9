import ParlorKit

extension Tournament {
  /// Writes the players and the games, and says whom the player waits for.
  func write(me: Int, to text: inout TextWriter) {
    text.write("Tournament ", id)
    if let name { text.write(", ", name) }
    if let round, round > 0 { text.write(", round ", round) }
    text.write(": ", Plural(players.count, "player"), ".")
    for game in games {
      text.write("\n  ")
      if game.round > 0 { text.write("round ", game.round, "  ") }
      text.write(game.title)
      if let winner = players.first(where: { $0.id == game.winner }) {
        text.write("  ", Styled(winner.id == me ? .good : .done, "\(winner.name) won"))
      } else {
        text.write("  ", Styled(.faint, "game \(game.id) is on"))
      }
    }
    guard let entrant = players.first(where: { $0.id == me }) else {
      return text.write("\nYou do not play in it. `tournament join` enters you.")
    }
    if let game = games.last(where: { $0.winner == nil && $0.title.contains(entrant.name) }) {
      text.write("\n", Styled(.awaited, "Your game is \(game.id)"), ": `join \(game.id)`.")
    } else if entrant.losses > 0 {
      text.write("\nYou are out of it.")
    } else {
      text.write("\n", Styled(.faint, "You wait for an opponent."))
    }
  }

  /// The tournament as data.
  func fields(me: Int) -> Fields {
    [
      "tournament": .integer(id), "name": .optional(name), "round": .optional(round),
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
