package import ParlorKit

extension HostEvent {
  package var type: String {
    switch self {
    case .said: "said"
    case .ignored: "ignored"
    case .keptOpen: "kept-open"
    case .using: "using"
    case .closed: "closed"
    case .games: "games"
    case .ruleNames: "rule-names"
    case .rules: "rules"
    case .rulesSaved: "rules-saved"
    case .rulesDeleted: "rules-deleted"
    case .table: "table"
    case .legal: "legal"
    case .state: "state"
    case .log: "log"
    case .undone: "undone"
    case .redone: "redone"
    case .wentTo: "went-to"
    case .replayed: "replayed"
    case .seats: "seats"
    case .botsPaused: "bots-paused"
    case .botFailed: "bot-failed"
    case .saved: "saved"
    case .loaded: "loaded"
    case .sourced: "sourced"
    case .recording: "recording"
    case .recorded: "recorded"
    case .settings: "settings"
    case .seed: "seed"
    case .time: "time"
    case .help: "help"
    case .resumed: "resumed"
    case .notKept: "not-kept"
    case .keptAgain: "kept-again"
    case .resultsNotKept: "results-not-kept"
    case .resultsKeptAgain: "results-kept-again"
    case .setAside: "set-aside"
    case .tornAside: "torn-aside"
    case .leftAlone: "left-alone"
    case .salvaged: "salvaged"
    case .notCounted: "not-counted"
    }
  }

  package var fields: Fields {
    switch self {
    case .said(let text): ["text": .string(text)]
    case .ignored(let reason): ["reason": .string(reason)]
    case .keptOpen(let game), .using(let game), .closed(let game): game.fields
    case .games(let games, let current):
      [
        "games": .array(games.map { .object($0.fields) }),
        "current": current.map(Value.integer) ?? .null,
      ]
    case .ruleNames(let names, let notes):
      ["names": .array(names.map { .object($0.fields) }), "notes": .strings(notes)]
    case .rulesSaved(let game, let name, let options, _):
      ["game": .string(game), "name": .string(name), "options": .strings(options)]
    case .rulesDeleted(let game, let name): ["game": .string(game), "name": .string(name)]
    case .rules(let game, let name, let base, let lines):
      Self.fields(game, name, base, lines)
    case .table(let view): ["table": .object(view.fields)]
    case .legal(let moves, let count, let forms):
      ["moves": .strings(moves), "count": .integer(count), "forms": .strings(forms)]
    case .state(let value): ["value": value]
    case .log(let lines), .undone(let lines), .redone(let lines): ["lines": .strings(lines)]
    case .wentTo(let move, let moves): ["move": .integer(move), "moves": .integer(moves)]
    case .replayed(let move, let moves, let line):
      ["move": .integer(move), "moves": .integer(moves), "line": .string(line)]
    case .seats(let lines):
      [
        "seats": .array(
          lines.map {
            .object(["player": .string($0.player), "bot": $0.bot.map(Value.string) ?? .null])
          })
      ]
    case .botsPaused(let moves): ["moves": .integer(moves)]
    case .botFailed(let bot, let reason): ["bot": .string(bot), "reason": .string(reason)]
    case .saved(let path, let game), .loaded(let path, let game):
      ["path": .string(path), "game": .object(game.fields)]
    case .sourced(let path, let lines): ["path": .string(path), "lines": .integer(lines)]
    case .recording(let path): ["path": path.map(Value.string) ?? .null]
    case .recorded(let path, let commands):
      ["path": .string(path), "commands": .integer(commands)]
    case .settings(let lines): ["settings": .array(lines.map { .object($0.fields) })]
    case .seed(let seed): ["seed": .integer(seed)]
    case .time(let time, let isReal): ["time": .string(time), "real": .bool(isReal)]
    case .help(let page): page.fields
    case .resumed(let games): ["games": .array(games.map { .object($0.fields) })]
    case .notKept(let reason), .resultsNotKept(let reason): ["reason": .string(reason)]
    case .keptAgain, .resultsKeptAgain: [:]
    case .setAside(let path, let reason): ["path": .string(path), "reason": .string(reason)]
    case .tornAside(let path): ["path": .string(path)]
    case .leftAlone(let reason): ["reason": .string(reason)]
    case .salvaged(let game): game.fields
    case .notCounted(let reason, _): ["reason": .string(reason)]
    }
  }
}

extension HostEvent {
  /// Rules as data; of house rules also the built-in ones from which they depart.
  private static func fields(
    _ game: String, _ name: String?, _ base: String?, _ lines: [RuleLine]
  ) -> Fields {
    var fields: Fields = ["game": .string(game), "name": name.map(Value.string) ?? .null]
    if let base, base != name { fields["base"] = .string(base) }
    fields["options"] = .array(lines.map { .object($0.fields) })
    return fields
  }
}

extension HostEvent.RuleName {
  fileprivate var fields: Fields {
    ["game": .string(game), "name": .string(name), "summary": .string(summary)]
  }
}

extension HostEvent.RuleLine {
  fileprivate var fields: Fields {
    [
      "option": .string(option), "value": .string(value), "summary": .string(summary),
      "differs": .bool(differs),
    ]
  }
}

extension HostEvent.SettingLine {
  fileprivate var fields: Fields {
    [
      "name": .string(name), "value": .string(value), "choices": .strings(choices),
      "summary": .string(summary),
    ]
  }
}
