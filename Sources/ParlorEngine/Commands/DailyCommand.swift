import LineSyntax
package import ParlorKit
package import Platform

/// A game of the day: everybody who opens it has the same seed and the same rules.
package struct Daily: Sendable, Equatable {
  /// The version of the scheme: which games there are, their rules, and how a seed is derived.
  static let scheme = 1

  /// The name of the game.
  package let game: String
  /// The day in UTC, as `2026-11-24`.
  package let day: String

  package init(game: String, day: String) {
    self.game = game
    self.day = day
  }

  /// The game of the day of a moment.
  package init(game: String, on moment: Timestamp) { self.init(game: game, day: moment.date) }

  /// The seed: the first 53 bits of the SHA-256 of `parlor daily 1 GAME DAY`.
  package var seed: UInt64 {
    let text = "parlor daily \(Self.scheme) \(game) \(day)"
    return SHA256.digest(of: Array(text.utf8)).prefix(7).reduce(0) { $0 << 8 | UInt64($1) } >> 3
  }
}

/// A game that a day has, with its rules.
package struct DailyGame: Sendable {
  package let name: String
  /// The words of `new` after the name of the game.
  package let words: @Sendable (_ player: String) -> String
  /// The result in a few words that give nothing away.
  let result: @Sendable (GameRecord) -> String

  package init(
    _ name: String, words: @escaping @Sendable (_ player: String) -> String,
    result: @escaping @Sendable (GameRecord) -> String
  ) {
    self.name = name
    self.words = words
    self.result = result
  }

  /// The opening, with another seed than that of a day.
  func origin(_ kind: GameKind, _ player: String) throws(GameError) -> GameOrigin {
    try kind.origin(of: Array("new \(name) \(words(Word.written(player)))".utf8)[...])
  }

  /// Whether a game was opened with the rules of this one, whatever is drawn: its log, from which a
  /// game is taken up, has drawn options like given ones. A game with given ones does not count.
  package func hasRules(of origin: GameOrigin) -> Bool {
    guard origin.kind.definition.name == name,
      let fixed = try? self.origin(origin.kind, origin.names.first ?? "")
    else { return false }
    return fixed.arguments == origin.arguments && fixed.values == origin.renewed(seed: 0).values
  }
}

extension HostCommand {
  static let daily = HostCommand(
    in: .games,
    suggest: { assistant, given, _ in
      given.isEmpty ? assistant.session.host.dailyGames.map { Suggestion($0.name) } : []
    },
    Command(
      "daily", "open the game of the day, the same for everybody",
      details: [
        "The seed follows from the day in UTC, and the rules are fixed. Without GAME, the games take"
          + " turns. NAME is the player's name, `Player` if you give none.",
        "While it is open, `daily` goes back to it. Only the first game of a day counts, also if you"
          + " give it up, take back a move or close it.",
        "At the end a card shows the result without giving anything away; `daily card` shows it"
          + " again. `stats` counts the days in a row.",
        "In a script the day is that of the virtual clock.",
      ],
      examples: ["daily", "daily farkle", "daily mastermind date=2026-11-24", "daily card"],
      Form("card", help: "show the card of the daily game that is over") {
        interpreter throws(CommandError) in
        CommandResult(events: [try interpreter.session.dailyCard()])
      },
      Form(
        .optional(.word("GAME")), .optional(.name("NAME")),
        .option("date", limit: 10, "another day, such as 2026-11-24"),
        help: "open the game of the day"
      ) { interpreter, game, name, date throws(CommandError) in
        try interpreter.openDaily(game, player: name, date: date)
      }))
}

extension Interpreter {
  fileprivate func openDaily(
    _ game: String?, player name: String?, date: String?
  ) throws(CommandError) -> CommandResult {
    let games = session.host.dailyGames
    guard let first = games.first else { throw .noDaily }
    let day = date ?? session.today
    guard day.utf8.count == 10, let moment = Timestamp(iso8601: day) else {
      throw .badDay(day)
    }
    // The recording runs on another day.
    if runsAgain, date == nil, session.clock.kind == .real {
      recorder?.skip()
      throw .dayOfRecording(day)
    }
    var chosen = first
    if let game {
      guard let named = games.first(where: { $0.name == game }) else {
        throw .unknownDaily(game, known: games.map(\.name))
      }
      chosen = named
    } else {
      let days = Int((moment.milliseconds - Timestamp.year2000.milliseconds) / Timestamp.day)
      chosen = games[(days % games.count + games.count) % games.count]
    }
    let daily = Daily(game: chosen.name, day: day)
    guard let kind = try session.library.kind(named: chosen.name) else {
      throw .unknownDaily(chosen.name, known: [])
    }
    let player = name ?? GameKind.person
    if PlayerName.isSlip(player) { throw .notOnePlayer(player, chosen.name) }
    let origin: GameOrigin
    do throws(GameError) { origin = try chosen.origin(kind, player) } catch {
      throw .refused(error)
    }
    let opened = session.games.all.filter { $0.origin.seed == daily.seed && $0.kind === kind }
    let current = opened.compactMap(\.logged).filter {
      !$0.status.isOver && chosen.hasRules(of: $0.origin)
        && (name == nil || origin.names.isEmpty || origin.names == $0.players)
    }
    // Rather the one that counts than a copy.
    if let open = current.first(where: { $0.journal?.exclusion == nil }) ?? current.first {
      return .position(after: [
        HostEvent.daily(daily), HostEvent.using(GameLine(try session.games.use(open.number))),
      ])
    }
    // Only the first game of a day counts, whatever became of it.
    var wasOpened = !opened.isEmpty
    do throws(FileError) {
      wasOpened = try session.host.archive?.note(daily) == true || wasOpened
    } catch {
      throw .io(error)
    }
    var result = try session.open(origin.renewed(seed: Int(daily.seed)))
    session.currentGame?.logged?.table.isDaily = true
    if wasOpened, let journal = session.currentGame?.logged?.journal {
      journal.exclude(.shown)
      journal.hasSaidExclusion = true
      result.events.append(
        HostEvent.notCounted(
          reason: "you have opened the daily game of \(day) before", game: nil))
    }
    result.events.insert(HostEvent.daily(daily), at: 0)
    return result
  }
}

extension Session {
  /// The day in UTC.
  package var today: String { clock.now.date }

  /// Which daily game an open game is: by its rules and its seed, of the day on which it was opened, or else
  /// of a day from 1970 to 2099.
  package func daily(of game: any LoggedGame) -> Daily? {
    let name = game.kind.definition.name
    guard host.dailyGames.contains(where: { $0.hasRules(of: game.origin) }) else { return nil }
    let opened = game.journal?.opened ?? clock.now
    let days = (0..<Int64(47_482)).lazy.map { $0 * Timestamp.day }
    return ([opened.milliseconds] + days).lazy.map {
      Daily(game: name, on: Timestamp(milliseconds: $0))
    }.first { $0.seed == game.origin.seed }
  }

  /// The line that opens a game as the one of its day; `nil` if it was opened otherwise.
  func lineOfDaily(_ game: any LoggedGame) -> String? {
    guard game.table.isDaily, let daily = daily(of: game) else { return nil }
    let names = game.origin.names.map(Word.written)
    return (["daily \(daily.game)"] + names + ["date=\(daily.day)"]).joined(separator: " ")
  }

  /// How many finished games are searched for a daily one.
  private static let mostFinished = 20

  /// The daily game that is over: the current game, or the last one among the finished games that was
  /// played on its day.
  private func overDaily() throws(CommandError) -> (any LoggedGame, Daily) {
    if let game = currentGame?.logged, game.status.isOver, let daily = daily(of: game) {
      return (game, daily)
    }
    for number in 1...Self.mostFinished {
      guard let (game, _, result) = try? finishedGame(number) else { continue }
      let daily = Daily(game: game.kind.definition.name, on: result.opened)
      if daily.seed == game.origin.seed, game.status.isOver { return (game, daily) }
    }
    throw .noCard
  }

  fileprivate func dailyCard() throws(CommandError) -> any Event {
    let (game, daily) = try overDaily()
    guard let kind = host.dailyGames.first(where: { $0.name == daily.game }) else { throw .noCard }
    var lines = [
      "Parlor daily \(daily.day): \(game.kind.definition.title)", kind.result(game.log.record()),
    ]
    let review = try? thinking { () throws(GameError) in
      try game.adviser?.review(isInterrupted: host.isInterrupted)
    }
    for summary in review?.summaries ?? [] {
      let (loss, luck) = (summary.unit.text(of: summary.loss), summary.unit.text(of: summary.luck))
      let words = summary.unit == .chance ? "" : " \(summary.unit.rawValue)"
      lines.append(
        "Loss \(loss)\(words), luck \(summary.luck > 0 ? "+" : "")\(luck)\(words): \(summary.rating)"
      )
    }
    if game.table.isAssisted { lines.append("with hints") }
    if let exclusion = game.journal?.exclusion { lines.append("not counted: \(exclusion.reason)") }
    return HostEvent.dailyCard(daily, lines)
  }
}

// MARK: - Events and errors

extension HostEvent {
  static func daily(_ daily: Daily) -> Self {
    Self("daily", daily.fields) { $0.write("The daily game of ", daily.day, ".") }
  }

  static func dailyCard(_ daily: Daily, _ lines: [String]) -> Self {
    Self("daily-card", daily.fields(with: lines)) { $0.write(lines, separator: "\n") }
  }
}

extension Daily {
  fileprivate var fields: Fields {
    [
      "game": .string(game), "day": .string(day), "scheme": .integer(Self.scheme),
      "seed": .integer(Int(seed)),
    ]
  }

  fileprivate func fields(with lines: [String]) -> Fields {
    var fields = fields
    fields["lines"] = .strings(lines)
    return fields
  }
}

extension CommandError {
  fileprivate static let noDaily = CommandError(.notNow, "there are no daily games in this session")

  fileprivate static let noCard = CommandError(
    .notNow, "no daily game is over", help: ["`daily` opens the game of the day"])

  fileprivate static func notOnePlayer(_ word: String, _ game: String) -> CommandError {
    CommandError(
      .badArgument, "`\(word)` is not the name of a player", at: .argument(1),
      help: ["a daily game is for one player: `daily \(game) \(word.prefix { $0.isLetter })`"])
  }

  fileprivate static func badDay(_ word: String) -> CommandError {
    CommandError(
      .badOption, "`\(word)` is not a day", at: .ofGame(.option("date")),
      help: ["a day is written as 2026-11-24"])
  }

  fileprivate static func dayOfRecording(_ day: String) -> CommandError {
    CommandError(
      .notNow, "a recording needs the day",
      help: ["`daily date=\(day)` opens the game of today"])
  }

  fileprivate static func unknownDaily(_ word: String, known: [String]) -> CommandError {
    CommandError(
      .badArgument, "there is no daily game `\(word)`", at: .argument(0),
      help: [list("daily games", known)])
  }
}
