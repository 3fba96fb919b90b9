import ParlorEngine
import ParlorKit
import Records

/// The reply to `stats`: an overview of all games, or every statistic of one.
struct StatisticsReport: Event {
  let statistics: Statistics
  /// Notes about skipped lines and suggestions, in whole sentences.
  let notes: [String]

  let type = "stats"

  /// The maximum number of players that are shown side by side.
  private static let maxPlayers = 6

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
      text.write(
        query == StatisticsQuery() ? "No game is recorded yet." : "No recorded game matches.")
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

  /// One row for each player of each game.
  private func overview(_ games: [GameStatistics], to text: inout TextWriter) {
    var rows = [["Game", "Player", "Played", "Won", "Win rate", "Longest streak", "Last played"]]
    let shown: [HostFigure] = [.gamesPlayed, .gamesWon, .successRate, .longestStreak, .lastPlayed]
    for game in games {
      for player in game.players {
        let all = player.overall.hostLines
        let lines = shown.compactMap { figure in all.first { $0.key == figure.rawValue } }
        rows.append(
          [game.subject.title, player.name == "1" ? "-" : player.name]
            + lines.map { $0.text(isDrawn: text.isStyled) })
      }
    }
    text.write(Columns(rows))
    text.write("\n", Styled(.faint, "`stats GAME` shows every statistic."))
  }

  /// Every statistic: one column for each player or, if there is only one, for each mode.
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
      columns = players.prefix(Self.maxPlayers).map { ($0.name, $0.overall) }
    }
    let isTitled = players.count == 1 && isNamed && columns.count > 1
    let name = isTitled ? ": \(players[0].name)" : ""
    let mode = statistics.query.mode.map { ", \($0)" } ?? ""
    text.write(Styled(.strong, "\(game.subject.title)\(name)\(mode)"), "\n")
    let drawn = Columns(rows(columns, of: game, isDrawn: true))
    let fits = drawn.text.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= text.width }
    text.write(
      text.isStyled && fits ? drawn : Columns(rows(columns, of: game, isDrawn: false)))
    let more = players.count - Self.maxPlayers
    if players.count > 1, more > 0 {
      text.write("\nand \(more) more: `stats \(game.subject.name) PLAYER`")
    }
  }

  private func rows(
    _ columns: [(heading: String, aggregate: Aggregate)], of game: GameStatistics, isDrawn: Bool
  ) -> [[String]] {
    let figures = game.subject.definition.statistics
    let lines = columns.map { $0.aggregate.lines(figures: figures) }
    var rows = columns.contains { !$0.heading.isEmpty } ? [[""] + columns.map(\.heading)] : []
    for index in lines[0].indices {
      let values = lines.map { $0[index].text(isDrawn: isDrawn) }
      // Statistics without a value for anyone are left out.
      if values.allSatisfy({ $0 == "-" }) { continue }
      rows.append([lines[0][index].title] + values)
    }
    if isDrawn {
      rows.append(["Last games"] + columns.map { Drawing.form($0.aggregate.recent) })
    }
    return rows
  }
}

extension FigureLine {
  /// The value in words; `-` if there is none.
  ///
  /// - Parameter isDrawn: whether to add a bar to shares and a sparkline to distributions.
  func text(isDrawn: Bool) -> String {
    switch value {
    case .none: return "-"
    case .moment(let moment): return String(moment.prefix(10))
    case .integer(let number) where unit == .milliseconds: return PlayTime(number).text
    case .number(let number) where unit == .milliseconds:
      return PlayTime(Int(exactly: number.rounded()) ?? .max).text
    case .integer(let number) where isDrawn && !parts.isEmpty:
      return "\(number) \(Drawing.sparkline(parts))"
    case .integer(let number): return unit == .label ? String(number) : number.grouped
    case .number(let number) where unit == .share:
      let percent = "\(Self.rounded(number * 100, places: 1)) %"
      return isDrawn ? "\(percent) \(Drawing.bar(number))" : percent
    case .number(let number) where unit == .thousandths: return Self.rounded(number, places: 3)
    case .number(let number): return Self.rounded(number, places: 2)
    }
  }

  /// A number with decimal places. Numbers of 10⁹ and more, which only an edited file can contain,
  /// are whole, and at most the largest integer.
  private static func rounded(_ number: Double, places: Int) -> String {
    guard number.magnitude >= 1e9 else { return Rounded(number, places: places).text }
    return (Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)).grouped
  }
}

/// Small charts made of characters.
enum Drawing {
  /// Blocks of one to eight eighths of a cell.
  private static let levels = Array("▁▂▃▄▅▆▇█")
  private static let barWidth = 10

  /// A bar of ten cells for a share of 0 to 1.
  static func bar(_ share: Double) -> String {
    let cells = Int((min(max(share, 0), 1) * Double(barWidth)).rounded())
    return String(repeating: "█", count: cells) + String(repeating: "░", count: barWidth - cells)
  }

  /// A column for each number, relative to the largest. Negative numbers have the lowest column.
  static func sparkline(_ numbers: [Int]) -> String {
    let most = Double(max(numbers.max() ?? 0, 1))
    return String(
      numbers.map { number in
        let level = (Double(max(number, 0)) / most * Double(levels.count - 1)).rounded()
        return levels[min(max(Int(level), 0), levels.count - 1)]
      })
  }

  /// One mark for each game: up for a win, down for a loss, a square for any other result.
  static func form(_ results: [PlayerResult]) -> String {
    String(
      results.map { result in
        switch result {
        case .won: "▲"
        case .lost: "▼"
        default: "■"
        }
      })
  }
}
