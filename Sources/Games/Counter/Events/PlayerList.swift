public import ParlorKit

/// The players in the order of play: the answer to `players`.
public struct PlayerList: Sendable, Equatable {
  /// The players.
  public let players: [CountedPlayer]
  /// The index of the one whose turn it is.
  public let turn: Int?

  init(_ state: CounterState) {
    players = state.roster.players.map { CountedPlayer($0.number, in: state.roster) }
    turn = state.hasStarted ? state.current : nil
  }

  /// The list as data.
  var fields: Fields {
    [
      "players": .array(players.map { .object($0.fields) }),
      "turn": turn.map { .integer(players[$0].number) } ?? .null,
    ]
  }
}

extension PlayerList: TextWritable {
  /// Writes a line for each player: number, name, score, a star before the one whose turn it is.
  public func write(to text: inout TextWriter) {
    if players.isEmpty { return text.write("No players yet.") }
    var table = Columns([.right, .left, .right])
    for (index, player) in players.enumerated() {
      let mark = turn == nil ? "" : index == turn ? "* " : "  "
      table.add([mark + String(player.number), player.name, player.score.grouped])
    }
    table.write(to: &text)
  }
}
