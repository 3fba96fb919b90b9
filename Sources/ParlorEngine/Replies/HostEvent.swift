package import ParlorKit
import Platform

/// What a command of the host brought about.
package enum HostEvent: Event {
  case said(String)
  case ignored(String)
  case keptOpen(GameLine)
  case using(GameLine)
  case closed(GameLine, canBeOpened: Bool)
  case copied(game: Int, GameLine)
  case games([GameLine], current: Int?)
  case ruleNames([RuleName], notes: [String])
  case rules(game: String, name: String?, base: String?, [RuleLine], chart: [[String]])
  case rulesSaved(game: String, name: String, options: [String], isLasting: Bool)
  case rulesDeleted(game: String, name: String)
  case table(any GameView)
  case legal(moves: [String], of: Int, forms: [String])
  case actions([String])
  case outcomes(MoveOutcomes)
  case state(Value)
  case log([String])
  case undone([LoggedMove], turn: Turn?)
  case redone([LoggedMove], turn: Turn?)
  case wentTo(move: Int, of: Int, turn: Turn?)
  case moves([LoggedMove])
  case amended(Amended, turn: Turn?)
  case replayed(move: Int, of: Int, line: String)
  case seats([SeatLine])
  case botsPaused(moves: Int)
  case botFailed(String, reason: String)
  case botWaits(String, player: String, line: String)
  case saved(path: String, GameLine)
  case loaded(path: String, finished: Int?, GameLine)
  case drawn(path: String)
  case sourced(path: String, lines: Int)
  case recording(String?)
  case recorded(path: String, commands: Int)
  case settings([SettingLine])
  /// The seed of the next game; nothing if each game draws its own.
  case seed(Int?)
  case time(String, isReal: Bool)
  case history([String])
  case help(HelpPage)
  case resumed([GameLine])
  case notKept(reason: String)
  case keptAgain
  case resultsNotKept(reason: String)
  case resultsKeptAgain
  case setAside(path: String, reason: String)
  case tornAside(path: String)
  case leftAlone(reason: String)
  case salvaged(GameLine)
  case journalEndsEarly(GameLine)
  case notCounted(reason: String, isOver: Bool)
  case hint(AdviceReport)
  case review(ReviewReport)
  case assisted

  /// Whose turn it is in a game for several.
  package struct Turn: Sendable {
    var player: String
    /// Whether the situation that follows begins with the name.
    var isSaid: Bool
  }

  /// A named set of rules.
  package struct RuleName: Sendable {
    var game: String
    var name: String
    var summary: String
  }

  /// An option of rules and its value.
  package struct RuleLine: Sendable {
    var option: String
    var value: String
    var summary: String
    var differs: Bool
    /// Why it has no effect beside other options, if so.
    var idle: String?
  }

  /// A player, and the bot that decides for it.
  package struct SeatLine: Sendable {
    var player: String
    var bot: String?
  }

  /// A setting and its value.
  package struct SettingLine: Sendable {
    var name: String
    var value: String
    var choices: [String]
    var summary: String
  }
}

extension HostEvent {
  package var type: String {
    switch self {
    case .said: "said"
    case .ignored: "ignored"
    case .keptOpen: "kept-open"
    case .using: "using"
    case .closed: "closed"
    case .copied: "copied"
    case .games: "games"
    case .ruleNames: "rule-names"
    case .rules: "rules"
    case .rulesSaved: "rules-saved"
    case .rulesDeleted: "rules-deleted"
    case .table: "table"
    case .legal: "legal"
    case .actions: "actions"
    case .outcomes: "outcomes"
    case .state: "state"
    case .log: "log"
    case .undone: "undone"
    case .redone: "redone"
    case .wentTo: "went-to"
    case .moves: "moves"
    case .amended: "amended"
    case .replayed: "replayed"
    case .seats: "seats"
    case .botsPaused: "bots-paused"
    case .botFailed: "bot-failed"
    case .botWaits: "bot-waits"
    case .saved: "saved"
    case .loaded: "loaded"
    case .drawn: "drawn"
    case .sourced: "sourced"
    case .recording: "recording"
    case .recorded: "recorded"
    case .settings: "settings"
    case .seed: "seed"
    case .time: "time"
    case .history: "history"
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
    case .journalEndsEarly: "journal-ends-early"
    case .notCounted: "not-counted"
    case .hint: "hint"
    case .review: "review"
    case .assisted: "assisted"
    }
  }

  package var fields: Fields {
    switch self {
    case .said(let text): ["text": .string(text)]
    case .ignored(let reason): ["reason": .string(reason)]
    case .keptOpen(let game): game.fields
    case .using(let game): game.fields(with: ["turn": game.turn.value])
    case .closed(let game, let canBeOpened): game.fields(with: ["canBeOpened": .bool(canBeOpened)])
    case .copied(let original, let game):
      game.fields(with: ["original": .integer(original), "turn": game.turn.value])
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
    case .rules(let game, let name, let base, let lines, let chart):
      Self.fields(game, name, base, lines, chart)
    case .table(let view): ["table": .object(view.fields)]
    case .legal(let moves, let count, let forms):
      ["moves": .strings(moves), "count": .integer(count), "forms": .strings(forms)]
    case .actions(let lines):
      ["moves": .strings(lines), "count": .integer(lines.count)]
    case .outcomes(let move):
      [
        "move": .string(move.line), "of": .integer(move.weight),
        "outcomes": .array(
          move.outcomes.map { ["line": .string($0.line), "weight": .integer($0.weight)] }),
      ]
    case .state(let value): ["value": value]
    case .log(let lines): ["lines": .strings(lines)]
    case .undone(let moves, let turn), .redone(let moves, let turn):
      [
        "lines": .strings(moves.map(\.line)), "moves": .array(moves.map { .object($0.fields) }),
        "turn": turn.value,
      ]
    case .wentTo(let move, let moves, let turn):
      ["move": .integer(move), "moves": .integer(moves), "turn": turn.value]
    case .moves(let moves): ["moves": .array(moves.map { .object($0.fields) })]
    case .amended(let amended, let turn):
      [
        "move": .object(amended.move.fields), "before": .string(amended.before),
        "turn": turn.value,
      ]
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
    case .botWaits(let bot, let player, let line):
      ["bot": .string(bot), "player": .string(player), "line": .string(line)]
    case .saved(let path, let game), .loaded(let path, _, let game):
      ["path": .string(path), "game": .object(game.fields)]
    case .drawn(let path): ["path": .string(path)]
    case .sourced(let path, let lines): ["path": .string(path), "lines": .integer(lines)]
    case .recording(let path): ["path": path.map(Value.string) ?? .null]
    case .recorded(let path, let commands):
      ["path": .string(path), "commands": .integer(commands)]
    case .settings(let lines): ["settings": .array(lines.map { .object($0.fields) })]
    case .seed(let seed): ["seed": seed.map(Value.integer) ?? .null]
    case .time(let time, let isReal): ["time": .string(time), "real": .bool(isReal)]
    case .history(let lines): ["lines": .strings(lines)]
    case .help(let page): page.fields
    case .resumed(let games): ["games": .array(games.map { .object($0.fields) })]
    case .notKept(let reason), .resultsNotKept(let reason): ["reason": .string(reason)]
    case .keptAgain, .resultsKeptAgain, .assisted: [:]
    case .setAside(let path, let reason): ["path": .string(path), "reason": .string(reason)]
    case .tornAside(let path): ["path": .string(path)]
    case .leftAlone(let reason): ["reason": .string(reason)]
    case .salvaged(let game), .journalEndsEarly(let game): game.fields
    case .notCounted(let reason, _): ["reason": .string(reason)]
    case .hint(let report): report.fields
    case .review(let report): report.fields
    }
  }
}

extension HostEvent {
  /// Whether only a session that keeps its games reports it.
  var isNotice: Bool {
    switch self {
    case .notKept, .keptAgain, .resultsNotKept, .resultsKeptAgain, .setAside, .tornAside,
      .leftAlone,
      .salvaged, .journalEndsEarly, .notCounted, .assisted:
      true
    default: false
    }
  }

  /// Whether it depends on the named rules that the profile has.
  var isOfRuleNames: Bool {
    switch self {
    case .ruleNames, .rulesSaved, .rulesDeleted: true
    default: false
    }
  }
}

extension HostEvent {
  /// Rules as data; of house rules also the built-in ones from which they depart.
  private static func fields(
    _ game: String, _ name: String?, _ base: String?, _ lines: [RuleLine], _ chart: [[String]]
  ) -> Fields {
    var fields: Fields = ["game": .string(game), "name": name.map(Value.string) ?? .null]
    if let base, base != name { fields["base"] = .string(base) }
    fields["options"] = .array(lines.map { .object($0.fields) })
    fields["chart"] = .array(chart.map { .strings($0) })
    return fields
  }
}

extension MoveOutcomes {
  /// The sum of all weights.
  fileprivate var weight: Int { outcomes.reduce(0) { $0 + $1.weight } }
}

extension LoggedMove {
  fileprivate var fields: Fields {
    [
      "number": number.map(Value.integer) ?? .null, "line": .string(line),
      "player": player.map(Value.string) ?? .null, "round": round.map(Value.integer) ?? .null,
    ]
  }
}

extension Optional<HostEvent.Turn> {
  fileprivate var value: Value { map { .string($0.player) } ?? .null }

  /// Whose turn it is as a sentence after another; nothing if that follows anyway.
  fileprivate var sentence: String {
    guard let turn = self, !turn.isSaid else { return "" }
    return " \(turn.player)'s turn."
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
      "differs": .bool(differs), "withoutEffect": idle.map(Value.string) ?? .null,
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

extension HostEvent {
  package func write(to text: inout TextWriter) {
    switch self {
    case .said(let words): text.write(words)
    case .ignored(let reason): text.write("Nothing changed: ", reason, ".")
    case .keptOpen(let game):
      text.write("Game ", game.number, " (", game.name, ") stays open; `use ", game.number)
      text.write("` returns to it.")
    case .using(let game):
      text.write("Game ", game.number, ", ", game.name, ".", game.turn.sentence)
    case .closed(let game, let canBeOpened):
      text.write("Closed game ", game.number, " (", game.name, ")")
      text.write(canBeOpened ? "; `load closed=1` opens it again." : ".")
    case .copied(let original, let game):
      text.write("Game ", game.number, " is a copy of game ", original, ".", game.turn.sentence)
    case .games(let games, let current): write(games, current: current, to: &text)
    case .ruleNames(let names, let notes):
      let hasGames = names.contains { $0.game != names[0].game }
      let rows = names.map { (hasGames ? [$0.game] : []) + [$0.name, $0.summary] }
      text.write(Columns(rows, wraps: true))
      for note in notes {
        text.breakLine()
        text.write(Styled(.faint, note))
      }
    case .rulesSaved(let game, let name, let options, let isLasting):
      text.write("Rules ", name, " of ", game, isLasting ? " saved: " : " saved for this session: ")
      text.write(options.isEmpty ? "the default" : options.joined(separator: " "), ".")
    case .rulesDeleted(let game, let name):
      text.write("Rules ", name, " of ", game, " deleted.")
    case .rules(let game, let name, let base, let lines, let chart):
      text.write(Styled(.strong, "\(game) rules\(name.map { ": \($0)" } ?? "")"), "\n")
      let rows = lines.map {
        [$0.option, $0.differs ? "\($0.value) *" : $0.value, $0.idle ?? $0.summary]
      }
      text.write(Columns(rows, wraps: true))
      if !chart.isEmpty {
        text.write(
          "\n", Styled(.notice, "What scores"), "\n", Columns(chart, indent: 2, wraps: true))
      }
      if lines.contains(where: \.differs) { text.write("\n* differs from ", base ?? "the default") }
    case .table(let view): view.writeTable(to: &text)
    case .legal(let moves, let count, let forms):
      if moves.isEmpty && forms.isEmpty { text.write("There are no legal moves.") }
      let more = moves.count < count ? ["and \(count - moves.count) more"] : []
      text.write(moves + more + forms, separator: "\n")
    case .state(let value): text.write(value.json)
    case .actions(let lines), .log(let lines), .history(let lines):
      text.write(lines, separator: "\n")
    case .outcomes(let move):
      let total = move.weight.grouped
      text.write(
        Columns(
          move.outcomes.map { [$0.line, $0.weight.grouped, "in \(total)"] }, [.left, .right]))
    case .undone(let moves, let turn):
      text.write("Undone: ", Self.summary(of: moves), ".", turn.sentence)
    case .redone(let moves, let turn):
      text.write("Redone: ", Self.summary(of: moves), ".", turn.sentence)
    case .wentTo(let move, let moves, let turn):
      text.write("After move ", move, " of ", moves, ".", turn.sentence)
    case .moves(let moves):
      if moves.isEmpty { text.write("No move has been made.") }
      let rows = moves.map { move in
        [
          move.number.map { "\($0)" } ?? "", move.player ?? "",
          move.round.map { "round \($0)" } ?? "", move.line,
        ]
      }
      let columns = (0..<4).filter { column in rows.contains { !$0[column].isEmpty } }
      text.write(Columns(rows.map { row in columns.map { row[$0] } }, [.right]))
    case .amended(let amended, let turn):
      text.write("Amended move ", amended.move.number ?? 0)
      if let player = amended.move.player { text.write(" (", player, ")") }
      text.write(": ", amended.move.line, " in place of ", amended.before, ".", turn.sentence)
    case .replayed(let move, let moves, let line):
      text.write(Styled(.faint, "Move \(move) of \(moves): \(line)"))
    case .seats(let lines):
      text.write(
        lines.map { "\($0.player): \($0.bot.map { "the bot \($0)" } ?? "human")" }, separator: "\n")
    case .botFailed(let bot, let reason):
      text.write("The bot ", bot, " stops playing because its move was rejected: ", reason, ".")
    case .botWaits(let bot, let player, let line):
      text.write(player, " (", bot, ") waits for your `", line, "`.")
    case .botsPaused(let moves):
      text.write("The bots pause after ", moves, " moves and continue after the next move.")
    case .saved(let path, let game):
      text.write("Saved ", game.name, ", ", game.count, ", to ", path, ".")
    case .loaded(let path, let finished, let game):
      text.write("Loaded ", game.name, ", ", game.count, ", from ")
      text.write(finished.map { "the finished game \($0)" } ?? path, ".", game.turn.sentence)
    case .drawn(let path): text.write("Drew the chart in ", path, ".")
    case .sourced: break
    case .recording(nil): text.write("The session is not being recorded.")
    case .recording(let path?): text.write("Recording to ", path, ".")
    case .recorded(let path, let commands):
      text.write("Recorded ", Plural(commands, "command"), " to ")
      text.write(path, ".")
    case .settings(let lines):
      let rows = lines.map {
        ["\($0.name) = \($0.value)", $0.choices.joined(separator: "|"), $0.summary]
      }
      text.write(Columns(rows, wraps: true))
    case .seed(let seed?): text.write("The next game has seed ", seed, ".")
    case .seed(nil): text.write("Each game draws its own seed.")
    case .time(let time, let isReal): text.write(time, isReal ? "" : ", virtual")
    case .help(let page): page.write(to: &text)
    case .resumed(let games):
      let most = 10
      var lines = games.prefix(most).map {
        "Game \($0.number), \($0.name), resumes after \($0.count).\($0.turn.sentence)"
      }
      if games.count > most {
        lines.append("And \((games.count - most).grouped) more games resume; `games` lists them.")
      }
      text.write(lines, separator: "\n")
    case .notKept(let reason):
      text.write("Cannot save the games, which are now only in memory: ", reason, ".")
    case .keptAgain: text.write("The games are saved again.")
    case .resultsNotKept(let reason):
      text.write("Cannot save results yet: ", reason, ".")
    case .resultsKeptAgain: text.write("All results are saved now.")
    case .setAside(let path, let reason):
      text.write("Moved a damaged journal to ", path, ": ", reason, ".")
    case .tornAside(let path):
      text.write("Moved the incomplete last line of a journal to ", path, ".")
    case .leftAlone(let reason):
      text.write("Cannot resume a journal, which stays in its place: ", reason, ".")
    case .salvaged(let game):
      text.write("Game ", game.number, ", ", game.name, ", resumes from before the damage.")
    case .journalEndsEarly(let game):
      text.write(
        "Game ", game.number, ", ", game.name, ", resumes from a journal that ends early: later ",
        "moves may be lost.")
    case .notCounted(let reason, let isOver):
      text.write(isOver ? "This game does not count" : "From now on, this game does not count")
      text.write(": ", reason, ".")
    case .hint(let report): report.write(to: &text)
    case .review(let report): report.write(to: &text)
    case .assisted:
      text.write("From now on, this game counts as assisted; `help hint` says what that means.")
    }
  }

  private func write(_ games: [GameLine], current: Int?, to text: inout TextWriter) {
    guard !games.isEmpty else { return text.write("No game is open.") }
    Columns(
      games.map { game in
        let mark = game.number == current ? "* " : "  "
        return ["\(mark)\(game.number)", game.name, game.count + (game.isOver ? ", over" : "")]
      }
    ).write(to: &text)
  }

  /// Moves in a few words: the lines if there are at most three, else their number. The players are
  /// named if there are several.
  private static func summary(of moves: [LoggedMove]) -> String {
    guard moves.count <= 3 else { return "\(moves.count.grouped) moves" }
    let isAmbiguous = moves.contains { $0.player != moves[0].player }
    return moves.map { move in
      isAmbiguous ? move.player.map { "\(move.line) (\($0))" } ?? move.line : move.line
    }.joined(separator: ", ")
  }
}
