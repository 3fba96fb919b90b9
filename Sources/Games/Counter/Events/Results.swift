public import ParlorKit

/// How the players stand, and every change of a score: the answer to `results`.
public struct Results: Sendable {
  /// The players by score, then name; equal scores share a rank.
  let players: [(rank: Int, player: CountedPlayer)]
  /// Every change of a score, oldest first.
  let turns: TurnTable
  /// All who ever joined.
  private let roster: Roster

  init(_ state: CounterState) {
    roster = state.roster
    turns = state.turns
    let sorted = state.roster.players
      .map { CountedPlayer($0.number, in: state.roster) }
      .sorted { Self.sortKey($0) < Self.sortKey($1) }
    var ranked: [(rank: Int, player: CountedPlayer)] = []
    for (index, player) in sorted.enumerated() {
      let isLevel = ranked.last?.player.score == player.score
      ranked.append((isLevel ? ranked[index - 1].rank : index + 1, player))
    }
    players = ranked
  }

  /// The highest score first, then names as a list has them, then numbers.
  private static func sortKey(_ player: CountedPlayer) -> (Int, String, String, Int) {
    (-player.score, player.name.lowercased(), player.name, player.number)
  }

  /// Hands out the turns, oldest first, with the score after each.
  private func forEachTurn(_ body: (_ player: Int, _ points: Int, _ score: Int) -> Void) {
    var scores = Array(repeating: 0, count: roster.names.count + 1)
    for turn in turns.all {
      let player = Int(turn.player)
      scores[player] += Int(turn.points)
      body(player, Int(turn.points), scores[player])
    }
  }

  /// The results as data.
  var fields: Fields {
    var rows: [Value] = []
    forEachTurn { player, points, score in
      rows.append(
        .object([
          "number": .integer(player), "name": .string(roster.name(of: player)),
          "points": .integer(points), "score": .integer(score),
        ]))
    }
    return [
      "players": .array(
        players.map { rank, player in
          var fields: Fields = ["rank": .integer(rank)]
          for field in player.fields.all { fields[field.name] = field.value }
          return .object(fields)
        }),
      "turns": .array(rows),
    ]
  }
}

extension Results: TextWritable {
  /// Writes a line for each player, then one for each turn.
  public func write(to text: inout TextWriter) {
    if players.isEmpty { text.write("No players yet.") }
    let labels = roster.labels
    var standings = Columns([.right, .left, .right])
    for (rank, player) in players {
      standings.add([String(rank), player.label, player.score.grouped])
    }
    standings.write(to: &text)
    guard turns.count > 0 else { return }
    text.write("\n", Styled(.strong, "Turns"), "\n")
    var table = Columns([.right, .left, .right, .right])
    var number = 0
    forEachTurn { player, points, score in
      number += 1
      table.add([
        String(number), labels[player - 1], Signed(points).string, score.grouped,
      ])
    }
    table.write(to: &text)
  }
}
