public import ParlorKit

extension Scoreboard: TextWritable {
  /// Writes a line for each player, a star before the one whose turn it is.
  public func write(to text: inout TextWriter) {
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

  /// How a player stands to the leader; nothing in a game for one.
  private func leadText(_ row: Row) -> String {
    if row.hasLeft { return "left" }
    if rows.count == 1 { return "" }
    if row.toLeader > 0 { return row.toLeader.grouped + " behind" }
    return row.leads ? "leads" : "level"
  }

  /// How far a player is from the target; nothing where rounds are played.
  private func targetText(_ row: Row) -> String {
    guard let distance = row.toTarget, !row.hasLeft else { return "" }
    return distance > 0 ? distance.grouped + " to go" : "there"
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
