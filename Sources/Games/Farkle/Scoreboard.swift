import ParlorKit

/// The score of every player, and how far it is from the target and from the leader.
struct Scoreboard: Sendable {
  /// A row for each player in the order of play.
  let rows: [Row]

  /// One player.
  struct Row: Sendable {
    var name: String
    var score: Int
    /// The points short of the target, at least 0; `nil` if rounds are played.
    var toTarget: Int?
    /// The points short of the highest score among those who have not left.
    var toLeader: Int
    /// Whether nobody else has the highest score.
    var leads: Bool
    var isTurn: Bool
    var hasLeft: Bool
    /// Facts that a player must know: not on the board yet, farkles in a row that will cost.
    var notes: [String] = []
  }

  init(_ state: FarkleState) {
    let rules = state.rules
    let highest = state.highestScore
    let leaders = state.seats.filter { !$0.hasLeft && $0.score == highest }.count
    rows = state.seats.indices.map { index in
      let seat = state.seats[index]
      var row = Row(
        name: state.match.names[index], score: seat.score,
        toTarget: rules.hasRounds ? nil : max(0, rules.target - seat.score),
        toLeader: max(0, highest - seat.score),
        leads: !seat.hasLeft && seat.score == highest && leaders == 1,
        isTurn: !state.isOver && index == state.player, hasLeft: seat.hasLeft)
      guard !state.isOver, !seat.hasLeft else { return row }
      if rules.opening > 0, !seat.isOnBoard { row.notes.append("not on the board") }
      if rules.farklePenalty > 0, seat.farklesInRow > 0 {
        row.notes.append("\(Plural(seat.farklesInRow, "farkle")) in a row")
      }
      return row
    }
  }
}

extension Scoreboard: ValueConvertible {
  /// The rows as data.
  var value: Value {
    rows.map { row in
      Fields([
        "name": row.name, "score": row.score, "toTarget": row.toTarget,
        "toLeader": row.toLeader, "resigned": row.hasLeft,
      ])
    }.value
  }
}

extension Scoreboard: TextWritable {
  /// Writes a line for each player, a star before the one whose turn it is.
  func write(to text: inout TextWriter) {
    let nameWidth = rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    let columns = [rows.map(\.score.grouped), rows.map(leadText), rows.map(targetText)]
      .map { cells in (cells, width: cells.map(\.count).max() ?? 0) }
    for (index, row) in rows.enumerated() {
      text.breakLine()
      text.write(row.isTurn ? "* " : "  ")
      write(nameOf: row, to: &text)
      text.write(blanks(nameWidth - DisplayWidth.of(row.name)))
      for (cells, width) in columns where !cells[index].isEmpty {
        text.write(blanks(2 + width - cells[index].count), cells[index])
      }
      if !row.notes.isEmpty { text.write("  ", row.notes.joined(separator: ", ")) }
    }
  }

  private func write(nameOf row: Row, to text: inout TextWriter) {
    if row.hasLeft {
      text.write(Styled(.faint, row.name))
    } else if row.isTurn {
      text.write(Styled(.strong, row.name))
    } else {
      text.write(row.name)
    }
  }

  /// A player's distance from the leader; `nil` in a game for one player.
  private func leadText(_ row: Row) -> String {
    if row.hasLeft { return "left" }
    if rows.count == 1 { return "" }
    if row.toLeader > 0 { return row.toLeader.grouped + " behind" }
    return row.leads ? "leads" : "tied"
  }

  /// A player's distance from the target; empty if rounds are played.
  private func targetText(_ row: Row) -> String {
    guard let distance = row.toTarget, !row.hasLeft else { return "" }
    return distance > 0 ? distance.grouped + " to go" : "there"
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
