package import ParlorKit

/// Statistics as a document in JSON or CSV.
package struct StatisticsDocument: Sendable {
  package static let schemaVersion = 1

  private let statistics: Statistics

  package init(_ statistics: Statistics) { self.statistics = statistics }

  /// The document as data. `overall` and `modes` are the statistics of the first player of the game
  /// that has modes; `games` has all statistics of all players.
  package var fields: Fields {
    var fields: Fields = ["schemaVersion": .integer(Self.schemaVersion)]
    if let game = statistics.games.first(where: { !$0.subject.definition.modes.isEmpty }) {
      let player = game.players.first
      fields["overall"] = .object(Self.leaves(player?.overall ?? game.nothing))
      var modes: Fields = [:]
      for mode in game.subject.definition.modes {
        modes[mode] = .object(Self.leaves(player?.modes[mode] ?? game.nothing))
      }
      fields["modes"] = .object(modes)
    }
    fields["games"] = .array(statistics.played.map { .object($0.fields) })
    return fields
  }

  /// The document as CSV (RFC 4180): a row for each statistic of each player and mode.
  package var csv: [UInt8] {
    var text = TextWriter()
    text.write("game,player,mode,figure,value\r\n")
    for game in statistics.played {
      let figures = game.subject.definition.statistics
      for player in game.players {
        let parts =
          [("", player.overall)]
          + game.modes.compactMap { mode in player.modes[mode].map { (mode, $0) } }
        for (mode, aggregate) in parts {
          for line in aggregate.lines(figures: figures) {
            let texts = [game.subject.name, player.name, mode, line.key].map(CSV.harmless)
            CSV.write(texts + [Self.cell(line)], to: &text)
            text.write("\r\n")
          }
        }
      }
    }
    return text.bytes
  }

  private static func leaves(_ aggregate: Aggregate) -> Fields {
    var fields: Fields = [:]
    for line in aggregate.hostLines
    where HostFigure.leaves.contains(where: { $0.rawValue == line.key }) {
      fields[line.key] = line.data
    }
    return fields
  }

  private static func cell(_ line: FigureLine) -> String {
    switch line.data {
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .string(let text): text
    default: ""
    }
  }
}

extension GameStatistics {
  /// All statistics of all players as data.
  package var fields: Fields {
    [
      "game": .string(subject.name),
      "players": .array(
        players.map { player in
          var modes: Fields = [:]
          for mode in self.modes {
            modes[mode] = player.modes[mode].map { .object(fields(of: $0)) }
          }
          return .object([
            "name": .string(player.name), "overall": .object(fields(of: player.overall)),
            "modes": .object(modes),
          ])
        }),
    ]
  }

  private func fields(of aggregate: Aggregate) -> Fields {
    var fields: Fields = [:]
    for line in aggregate.lines(figures: subject.definition.statistics) {
      fields[line.key] = line.data
    }
    return fields
  }
}
