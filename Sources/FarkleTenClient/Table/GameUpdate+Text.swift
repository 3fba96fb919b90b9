import ParlorKit

extension GameUpdate {
  /// Writes what game it is: `Game 3 with Bob, round 4 of 10. Expires Nov 23 @ 11:00 PM.`
  func writeHeading(to text: inout TextWriter) {
    text.write("Game ", id)
    text.write(opponents.isEmpty ? ", alone" : " with \(opponents.joined(separator: ", "))")
    if isOver { return text.write(opponents.isEmpty ? ", is over." : " is over.") }
    if let me = players.first {
      text.write(", round ", min(me.round, lastRound), " of ", lastRound)
    }
    text.write(".")
    if let expires { text.write(" Expires ", expires, ".") }
  }

  /// Writes a line for each player: the points and the round.
  func writePlayers(to text: inout TextWriter) {
    let width = players.map { DisplayWidth.of($0.name) }.max() ?? 0
    let scoreWidth = players.map { $0.score.grouped.count }.max() ?? 0
    for (index, player) in players.enumerated() {
      let score = player.score.grouped
      text.write(
        "\n", index == 0 ? "* " : "  ", player.name,
        String(repeating: " ", count: width - DisplayWidth.of(player.name) + 2),
        String(repeating: " ", count: scoreWidth - score.count), score, "  ")
      text.write(player.round > lastRound ? "through" : "round \(player.round)")
    }
  }

  /// Writes the last round of each player, with its dice.
  func writeLastRounds(to text: inout TextWriter) {
    for player in players {
      guard let round = rounds.last(where: { $0.player == player.id }) else { continue }
      text.write(
        "\n", Styled(.faint, "\(player.name), round \(round.number): \(round.score.grouped)"))
      let hands = round.hands.map { hand in hand.map(String.init).joined(separator: " ") }
      if !hands.isEmpty { text.write(Styled(.faint, " with \(hands.joined(separator: ", "))")) }
    }
  }

  /// The game as data.
  var fields: Fields {
    [
      "game": .integer(id), "lastRound": .integer(lastRound), "overtime": .bool(isOvertime),
      "solo": .bool(isSolo), "over": .bool(isOver), "winner": .optional(winner),
      "expires": .optional(expires),
      "players": .array(
        players.map {
          .object([
            "id": .integer($0.id), "name": .string($0.name), "round": .integer($0.round),
            "score": .integer($0.score), "roundScore": .integer($0.roundScore),
          ])
        }),
      "rounds": .array(
        rounds.map {
          .object([
            "player": .integer($0.player), "round": .integer($0.number),
            "score": .integer($0.score), "hands": .array($0.hands.map { .integers($0) }),
          ])
        }),
    ]
  }
}
