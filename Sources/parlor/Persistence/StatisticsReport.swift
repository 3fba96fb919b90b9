import Language
import ParlorKit
import Records

/// The answer to `stats`.
struct StatisticsReport: Event {
  /// The figures.
  let statistics: Statistics
  /// What was passed over, in whole sentences.
  let notes: [String]

  let type = "stats"

  /// The most players whose figures stand side by side.
  private static let mostPlayers = 6

  var fields: Fields {
    [
      "games": .array(statistics.played.map { .object($0.fields) }),
      "notes": .strings(notes),
    ]
  }

  func write(to text: inout TextWriter) {
    let games = statistics.played
    let query = statistics.query
    if games.isEmpty {
      text.write("No game is recorded", query == StatisticsQuery() ? " yet." : " that fits.")
    } else if query.game == nil, query.player == nil || games.count > 1 {
      overview(games, to: &text)
    } else {
      for game in games {
        text.breakLine()
        details(game, to: &text)
      }
    }
    for note in notes { text.write("\n", Styled(.faint, note)) }
  }

  /// A line for each player of each game.
  private func overview(_ games: [GameStatistics], to text: inout TextWriter) {
    var rows = [["Game", "Player", "Played", "Won", "Win rate", "Longest streak", "Last played"]]
    let shown: [HostFigure] = [.gamesPlayed, .gamesWon, .successRate, .longestStreak, .lastPlayed]
    for game in games {
      for player in game.players {
        let lines = player.overall.hostLines.filter { line in
          shown.contains { $0.rawValue == line.key }
        }.sorted { one, other in
          (shown.firstIndex { $0.rawValue == one.key } ?? 0)
            < (shown.firstIndex { $0.rawValue == other.key } ?? 0)
        }
        rows.append(
          [game.subject.title, player.name] + lines.map { $0.text(isDrawn: text.isStyled) })
      }
    }
    text.write(Columns(rows))
    text.write("\n", Styled(.faint, "`stats GAME` tells every figure."))
  }

  /// Every figure: a column for each player, or where there is one for each mode.
  private func details(_ game: GameStatistics, to text: inout TextWriter) {
    let players = game.players
    let isNamed = players.count > 1 || players.first?.name != "1"
    var columns: [(heading: String, aggregate: Aggregate)] = []
    if players.count == 1, let player = players.first {
      columns = [("All", player.overall)]
      if statistics.query.mode == nil {
        columns += game.modes.map { ($0, player.modes[$0] ?? game.nothing) }
      }
      if columns.count == 1 { columns[0].heading = isNamed ? player.name : "" }
    } else {
      columns = players.prefix(Self.mostPlayers).map { ($0.name, $0.overall) }
    }
    let isTitled = players.count == 1 && isNamed && columns.count > 1
    let name = isTitled ? ": \(players[0].name)" : ""
    let mode = statistics.query.mode.map { ", \($0)" } ?? ""
    text.write(Styled(.strong, "\(game.subject.title)\(name)\(mode)"), "\n")
    text.write(Columns(rows(columns, of: game, isDrawn: text.isStyled)))
    let more = players.count - Self.mostPlayers
    if players.count > 1, more > 0 {
      text.write("\nand \(more) more: `stats \(game.subject.name) PLAYER`")
    }
  }

  private func rows(
    _ columns: [(heading: String, aggregate: Aggregate)], of game: GameStatistics, isDrawn: Bool
  ) -> [[String]] {
    let figures = game.subject.definition.figures
    let lines = columns.map { $0.aggregate.lines(figures: figures) }
    var rows = columns.contains { !$0.heading.isEmpty } ? [[""] + columns.map(\.heading)] : []
    for index in lines[0].indices {
      let values = lines.map { $0[index].text(isDrawn: isDrawn) }
      // Figures of which there is nothing to tell take no line.
      if values.allSatisfy({ $0 == "-" }) { continue }
      rows.append([lines[0][index].title] + values)
    }
    if isDrawn {
      rows.append(["Last games"] + columns.map { Drawing.form($0.aggregate.recent) })
    }
    return rows
  }
}
