public import ParlorKit

/// A player at the moment of an event.
public struct CountedPlayer: Sendable, ValueConvertible {
  /// The number.
  public let number: Int
  /// The name.
  public let name: String
  /// The score.
  public let score: Int
  /// The name, with the number if several players have it.
  let label: String

  init(_ number: Int, in roster: Roster) {
    self.number = number
    name = roster.name(of: number)
    score =
      roster.index(of: number).map { roster.players[$0].score }
      ?? unreachable("the number is that of a player", 0)
    label = roster.label(of: number)
  }

  /// The player as data.
  var data: Fields { Fields(["number": number, "name": name, "score": score]) }
  public var value: Value { .object(data) }
}

/// Points with their sign: `+10`, `-5`, `+0`.
struct Signed: TextWritable {
  private let number: Int

  init(_ number: Int) { self.number = number }

  func write(to text: inout TextWriter) {
    if number >= 0 { text.write("+") }
    text.write(grouped: number)
  }
}

/// The players in the order of play: the answer to `players`.
struct PlayerList: Sendable {
  let players: [CountedPlayer]
  /// The index of the current player.
  let turn: Int?

  init(_ state: CounterState) {
    players = state.roster.players.map { CountedPlayer($0.number, in: state.roster) }
    turn = state.hasStarted ? state.current : nil
  }

  /// Reports the list.
  func report(to report: inout Reporter) {
    report("players", ["players": players, "turn": turn.map { players[$0].number }]) {
      write(to: &$0)
    }
  }
}

extension PlayerList: TextWritable {
  /// Writes a line for each player: number, name, score, and a star before the current one.
  func write(to text: inout TextWriter) {
    if players.isEmpty { return text.write("No players yet.") }
    var table = Columns([.right, .left, .right])
    for (index, player) in players.enumerated() {
      let mark = turn == nil ? "" : index == turn ? "* " : "  "
      table.add([mark + String(player.number), player.name, player.score.grouped])
    }
    table.write(to: &text)
  }
}

/// The players by score, and every change of a score: the answer to `results`.
struct Results: Sendable {
  /// The players by score, then name; equal scores share a rank.
  let players: [(rank: Int, player: CountedPlayer)]
  /// Every change of a score, oldest first.
  let turns: TurnList
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

  /// The highest score first, then names in alphabetical order, then numbers.
  private static func sortKey(_ player: CountedPlayer) -> (Int, String, String, Int) {
    (-player.score, player.name.lowercased(), player.name, player.number)
  }

  /// Passes on the turns, oldest first, with the score after each.
  private func forEachTurn(_ body: (_ player: Int, _ points: Int, _ score: Int) -> Void) {
    var scores = Array(repeating: 0, count: roster.names.count + 1)
    for turn in turns.all {
      let player = Int(turn.player)
      scores[player] += Int(turn.points)
      body(player, Int(turn.points), scores[player])
    }
  }

  /// Reports the results, as the answer to a question or as the end of the game.
  func report(as type: String = "results", to report: inout Reporter) {
    var rows: [Fields] = []
    if report.detail.contains(.data) {
      forEachTurn { player, points, score in
        rows.append(
          Fields([
            "number": player, "name": roster.name(of: player), "points": points,
            "score": score,
          ]))
      }
    }
    report(
      type,
      [
        "players": players.map {
          Fields([
            "rank": $0.rank, "number": $0.player.number, "name": $0.player.name,
            "score": $0.player.score,
          ])
        }, "turns": rows,
      ]
    ) { write(to: &$0) }
  }
}

extension Results: TextWritable {
  /// Writes a line for each player, then one for each turn.
  func write(to text: inout TextWriter) {
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
        String(number), labels[player - 1], Signed(points).text, score.grouped,
      ])
    }
    table.write(to: &text)
  }
}
