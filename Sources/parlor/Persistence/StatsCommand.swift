import LineSyntax
import ParlorEngine
import ParlorKit
import Platform
import Records
import Render

extension RecordsCommands {
  static func stats(_ profile: Profile) -> HostCommand {
    HostCommand(
      in: .records, needs: .profile, suggest: suggestions(profile),
      Command(
        "stats", "show, export, import or delete statistics of finished games",
        details: definitions,
        examples: [
          "stats", "stats farkle", "stats farkle Ann since=2026-01-31",
          "stats minesweeper mode=easy", "stats export stats.json", "stats import results.jsonl",
          "stats reset", "stats farkle plot=points.svg", "stats farkle luck", "stats dice",
        ],
        forms: files(profile) + reports(profile)))
  }

  /// The forms that write, read and delete results.
  private static func files(_ profile: Profile) -> [Form<Session>] {
    [
      Form(
        "export", .file("FILE"), .statsOptions,
        help: "write statistics as JSON, as a table (.csv), or all results (.jsonl)"
      ) { interpreter, path, options throws(CommandError) in
        try options.refuse(["plot"], of: "export")
        let session = interpreter.session
        let event = try RecordsCommands(profile, session).export(to: path, options, session.files)
        return CommandResult(events: [event])
      },
      Form(
        "import", .file("FILE"), .statsOptions,
        help:
          "add the results of a .jsonl file; with `overwrite=yes`, later revisions replace known ones"
      ) { interpreter, path, options throws(CommandError) in
        try options.refuse(filters + ["plot"], of: "import")
        let session = interpreter.session
        let event = try RecordsCommands(profile, session)
          .importResults(from: path, replaces: options.overwrites, session.files)
        return CommandResult(events: [event])
      },
      Form("reset confirm", .statsOptions, help: "delete all results") {
        interpreter, options throws(CommandError) in
        try options.refuse(filters + ["plot", "overwrite"], of: "reset")
        return CommandResult(events: [try RecordsCommands(profile, interpreter.session).reset()])
      },
      Form("reset", .statsOptions, help: "say how many results would be deleted") {
        interpreter, options throws(CommandError) in
        try options.refuse(filters + ["plot", "overwrite"], of: "reset")
        let results = try RecordsCommands(profile, interpreter.session)
          .statistics(StatisticsQuery()).count
        return CommandResult(events: [HostEvent.resetAsked(results: results)])
      },
    ]
  }

  /// The forms that show statistics.
  private static func reports(_ profile: Profile) -> [Form<Session>] {
    [
      Form(
        .word("GAME"), .choice("luck", ["luck"]), .optional(.word("PLAYER")), .statsOptions,
        help: "what play and luck made of the last games, by their reviews"
      ) { interpreter, game, _, player, options throws(CommandError) in
        try options.refuse(["plot", "overwrite"], of: "GAME luck")
        let session = interpreter.session
        var query = try options.query()
        (query.game, query.player) = (game, player)
        let report = try RecordsCommands(profile, session, of: game).luck(query, session)
        return CommandResult(events: [report])
      },
      Form(
        "dice", .statsOptions,
        help: "count the faces of real dice, and test whether they are fair"
      ) { interpreter, options throws(CommandError) in
        try options.refuse(["mode", "assisted", "plot", "overwrite"], of: "dice")
        let commands = RecordsCommands(profile, interpreter.session)
        return CommandResult(events: [try commands.dice(options.query())])
      },
      Form(
        .optional(.word("GAME")), .optional(.word("PLAYER")), .statsOptions,
        help: "statistics of all games, of one game, or of one player"
      ) { interpreter, subject, player, options throws(CommandError) in
        let session = interpreter.session
        return CommandResult(
          events: try RecordsCommands(profile, session, of: subject)
            .report(subject, player, options, session))
      },
    ]
  }

  /// The options that select games.
  private static let filters = ["mode", "assisted", "since"]

  /// Which games count, and the definition of every statistic.
  private static var definitions: [String] {
    let subjects = RecordsCommands(.none).subjects
    return [
      "Games finished at the prompt are recorded; with `--profile`, those of scripts too.",
      "A game does not count if it was opened by `load` or `source`, if its outcomes were entered"
        + " (other than dice rolled at a real table), or if a draw or a revealing move was undone."
        + " Bots have no statistics.",
      "A game is assisted if you took a hint before its end. It counts only as played, and for"
        + " times and dates; `assisted=all` counts it like others.",
      "`stats GAME luck` reviews the last \(mostReviewed) of these games: what luck less loss made of the"
        + " chance to win, and the rating of the decisions that are not obvious. *Luck-adjusted* is the part"
        + " of the games won that comes from play, with its 95 % interval.",
      "Names must be equal byte for byte to mean the same player. The player of a game without"
        + " names is 1.",
    ]
      + HostFigure.allCases.map { "\($0.title): \($0.definition)" }
      + subjects.flatMap { subject in
        subject.definition.statistics.map { "\(subject.title), \($0.title): \($0.definition)" }
      }
  }

  /// Suggests games, then players of recent results, folders after `export` and files after
  /// `import`.
  private static func suggestions(_ profile: Profile) -> HostCommand.Suggest {
    { assistant, given, current in
      let commands = RecordsCommands(profile)
      if given.last == "mode=" {
        return commands.subjects.flatMap { subject in
          subject.definition.modes.map { Suggestion($0, subject.title) }
        }
      }
      switch given.count {
      case 0:
        return commands.subjects.map { Suggestion($0.name, $0.title) }
          + ["export", "import", "reset", "dice"].map { Suggestion($0) }
      case 1 where given[0] == "export": return HostCommand.folders(assistant, [], current)
      case 1 where given[0] == "import": return HostCommand.files(assistant, [], current)
      case 1 where commands.subject(given[0]) != nil:
        return commands.recentPlayers(of: given[0]).map { Suggestion(Word.written($0)) }
      default: return []
      }
    }
  }

  /// The players of a game in the last 64 KB of results, the latest first.
  private func recentPlayers(of game: String) -> [String] {
    var names: [ExactText] = []
    guard let file = try? file() else { return [] }
    _ = try? file.forEach(tail: 1 << 16) { result in
      guard result.game == game else { return }
      for player in result.record.players where !result.isBot(player.name) {
        let name = ExactText(player.name)
        names.removeAll { $0 == name }
        names.append(name)
      }
    }
    return names.reversed().map(\.string).filter { $0 != "1" }
  }
}

/// The options of `stats`.
private struct StatsOptions {
  private var given: [String: OptionValue]

  fileprivate init(_ given: [String: OptionValue]) { self.given = given }

  fileprivate static let declarations = [
    .text("mode", limit: 64, "only games of this mode, such as easy or 4x6"),
    OptionDeclaration(
      "assisted", .choice(["played", "all"]),
      "whether games with hints count only as played, or like all others",
      default: .text("played")),
    .text(
      "since", limit: 32, "only games that ended on or after this day in UTC, such as 2026-01-31"),
    .plot("also draw them, as FILE.svg, or FILE.json for Vega-Lite"),
    .overwrite,
  ]

  private func text(_ name: String) -> String? {
    if case .text(let text)? = given[name] { text } else { nil }
  }

  fileprivate var plot: String? { text("plot") }
  fileprivate var overwrites: Bool { text("overwrite") == "yes" }

  /// Which games count.
  fileprivate func query() throws(CommandError) -> StatisticsQuery {
    var query = StatisticsQuery()
    query.mode = text("mode")
    if let day = text("since") {
      guard let moment = Timestamp(iso8601: day) else {
        throw RecordsCommands.refusal(
          .badOption, "`since` takes a date such as 2026-01-31", at: .option("since"))
      }
      query.since = moment
    }
    query.countsAssisted = text("assisted") == "all"
    return query
  }

  /// Refuses options that a form would ignore.
  fileprivate func refuse(_ names: [String], of form: String) throws(CommandError) {
    guard let name = names.first(where: { given[$0] != nil }) else { return }
    throw RecordsCommands.refusal(
      .badOption, "`stats \(form)` does not take `\(name)`", at: .option(name))
  }
}

extension FormParameter<StatsOptions> {
  fileprivate static var statsOptions: Self {
    Self(options: StatsOptions.declarations) { StatsOptions($0.options) }
  }
}

// MARK: - Running

extension RecordsCommands {
  /// How many games `stats GAME luck` reviews.
  private static let mostReviewed = 100

  /// What play and luck made of the last games that match a query.
  private func luck(_ query: StatisticsQuery, _ session: Session) throws(CommandError) -> LuckReport
  {
    guard let name = query.game, let subject = subject(name) else {
      let word = query.game ?? ""
      throw unknownGame(word, SpellingSuggestion.nearest(to: word, among: subjects.map(\.name)))
    }
    let player = query.player.map(ExactText.init)
    func isAsked(_ name: String) -> Bool { player.map { $0 == ExactText(name) } ?? true }
    var results: [GameResult] = []
    _ = try forEachResult { result in
      guard query.includes(result), result.outcome != .abandoned,
        !result.isAssisted || query.countsAssisted,
        result.record.players.contains(where: { isAsked($0.name) })
      else { return }
      results.append(result)
    }
    var report = LuckReport(of: subject.title)
    report.skipped = max(0, results.count - Self.mostReviewed)
    for result in results.suffix(Self.mostReviewed) {
      let found: (path: String, bytes: [UInt8])?
      do throws(FileError) {
        found = try profile.log(of: result.id, revision: result.revision)
      } catch { throw .io(error) }
      guard let log = found else {
        report.skipped += 1
        continue
      }
      do throws(CommandError) {
        let review = try session.review(log: log.bytes, path: log.path)
        report.add(review) { isAsked($0) && !result.isBot($0) }
      } catch {
        if session.isStopped() { throw error }
        report.skipped += 1
      }
    }
    return report
  }

  /// What a player saw and did in the last finished games of a game, and how many of these cannot be read.
  func decisions<Rules: Game>(
    of player: String, in game: Rules, _ session: Session
  ) throws(CommandError) -> (decisions: [(view: Rules.View, move: Rules.Move)], unread: Int) {
    var results: [GameResult] = []
    let name = ExactText(player)
    _ = try forEachResult { result in
      guard result.game == game.definition.name, !result.isBot(player),
        result.record.players.contains(where: { ExactText($0.name) == name })
      else { return }
      results.append(result)
    }
    if results.isEmpty {
      throw Self.refusal(.notNow, "no finished game of \(game.definition.title) has this player")
    }
    var (decisions, unread) = ([(view: Rules.View, move: Rules.Move)](), 0)
    for result in results.suffix(Self.mostReviewed) {
      let found: (path: String, bytes: [UInt8])?
      do throws(FileError) {
        found = try profile.log(of: result.id, revision: result.revision)
      } catch { throw .io(error) }
      guard let log = found else { continue }
      do throws(CommandError) {
        decisions += try session.decisions(of: player, in: log.bytes, path: log.path, Rules.self)
      } catch {
        unread += 1
      }
    }
    return (decisions, unread)
  }

  private func report(
    _ word: String?, _ player: String?, _ options: StatsOptions, _ session: Session
  ) throws(CommandError) -> [any Event] {
    let plotFile = try session.plotFile(options.plot, overwrites: options.overwrites)
    var query = try options.query()
    if let word {
      if subject(word) != nil {
        query.game = word
        query.player = player
      } else if ["export", "import"].contains(word), player == nil {
        throw Self.refusal(.badArgument, "`stats \(word)` needs a file")
      } else if player == nil {
        query.player = word
      } else {
        throw unknownGame(word, SpellingSuggestion.nearest(to: word, among: subjects.map(\.name)))
      }
    }
    var streak = DailyStreak()
    let (statistics, notes, _) = try statistics(query, keepsScores: plotFile != nil) {
      streak.add($0) { session.library.known($0) }
    }
    var days: [String] = []
    if query == StatisticsQuery(), let sentence = streak.sentence(on: session.today) {
      days = [sentence]
    }
    let explanation =
      statistics.played.isEmpty
      ? try explanation(of: query, mayBeGame: query.game == nil) : []
    let assisted =
      statistics.assisted == 0
      ? []
      : [
        "Assisted games, which count only as played: \(statistics.assisted.grouped)."
          + " `assisted=all` counts them like others."
      ]
    let report = StatisticsReport(
      statistics: statistics, notes: days + explanation + assisted + notes)
    guard let plotFile else { return [report] }
    guard let plot = Plot(statistics) else { throw .nothingToDraw("no such game was won or lost") }
    try session.files.write(plot.file(named: plotFile), to: plotFile, replaces: options.overwrites)
    return [report, HostEvent.drawn(path: plotFile)]
  }

  /// The statistics over the results that match a query, notes about skipped lines, and the number
  /// of matching results.
  ///
  /// - Parameter note: is handed every result.
  private func statistics(
    _ query: StatisticsQuery, keepsScores: Bool = false, note: (GameResult) -> Void = { _ in }
  ) throws(CommandError) -> (Statistics, notes: [String], count: Int) {
    var statistics = Statistics(subjects, query, keepsScores: keepsScores)
    var count = 0
    let notes = try forEachResult { result in
      statistics.add(result)
      note(result)
      if query.includes(result) { count += 1 }
    }
    return (statistics, notes, count)
  }

  private func export(
    to path: String, _ options: StatsOptions, _ files: FileAccess
  ) throws(CommandError) -> any Event {
    let replaces = options.overwrites
    if !replaces { try files.refuseReplacing(path, at: .argument(0)) }
    let query = try options.query()
    if query.mode != nil, try statistics(query).count == 0 { _ = try explanation(of: query) }
    if path.hasSuffix(".jsonl") {
      var bytes: [UInt8] = []
      var chain = ResultChain()
      var count = 0
      let notes = try forEachResult { result in
        guard query.includes(result) else { return }
        bytes += chain.sealed(masked(result).line[...])
        count += 1
      }
      try files.write(bytes, to: path, replaces: replaces)
      return HostEvent.exported(path: path, results: count, notes: notes)
    }
    let (statistics, notes, count) = try statistics(query)
    let document = StatisticsDocument(statistics)
    if path.hasSuffix(".csv") {
      try files.write(document.csv, to: path, replaces: replaces)
    } else {
      var json = JSONWriter()
      json.writeObject { $0.write(fields: document.fields) }
      try files.write(json.bytes + [0x0A], to: path, replaces: replaces)
    }
    return HostEvent.exported(path: path, results: count, notes: notes)
  }

  private func importResults(
    from path: String, replaces: Bool, _ files: FileAccess
  ) throws(CommandError) -> any Event {
    let bytes = try files.read(path)
    let file = try file()
    let report: MergeReport
    do throws(FileError) { report = try file.merge(bytes, replaces: replaces) } catch {
      throw .io(error)
    }
    if report.added + report.known + report.corrections == 0, report.skipped.count > 0 {
      throw Self.refusal(
        .io, "\(path) holds no results", at: .argument(0),
        help: report.skipped.sentences(path: path)
          + ["`stats export NAME.jsonl` writes a file that can be imported"])
    }
    return HostEvent.imported(
      path: path, report, replaces: replaces, notes: report.skipped.sentences(path: path))
  }

  private func reset() throws(CommandError) -> any Event {
    let file = try file()
    do throws(FileError) {
      return HostEvent.reset(kept: try file.reset().map(FileSystem.name))
    } catch {
      throw .io(error)
    }
  }
}

extension RecordsCommands {
  /// Explains why no result matches a query.
  ///
  /// An unknown game or mode is an error. Any name can be a player, so for an unknown one this
  /// suggests similar names.
  ///
  /// - Parameter mayBeGame: whether the query's player may be a misspelt game.
  /// - Returns: suggestions, in whole sentences.
  func explanation(
    of query: StatisticsQuery, mayBeGame: Bool = false
  ) throws(CommandError) -> [String] {
    let recorded = try recordedNames(of: query.game)
    var near: [String] = []
    if let player = query.player, !recorded.players.contains(ExactText(player)) {
      let games = mayBeGame ? subjects.map(\.name) : []
      near = SpellingSuggestion.nearest(
        to: player, among: games + recorded.players.sorted().map(\.string))
      if let first = near.first, games.contains(first) { throw unknownGame(player, near) }
    }
    if let mode = query.mode, !recorded.modes.contains(mode) { try check(mode, of: query.game) }
    let written = near.prefix(3).map { "`\(Word.written($0))`" }
    return written.isEmpty ? [] : ["Did you mean \(written.alternatives)?"]
  }

  func unknownGame(_ word: String, _ near: [String]) -> CommandError {
    Self.refusal(
      .badArgument, "there is no game `\(word)`", at: .argument(0),
      help: near.isEmpty
        ? ["games: " + subjects.map(\.name).joined(separator: ", ")]
        : ["did you mean \(near.prefix(3).map { "`\($0)`" }.alternatives)?"])
  }

  /// The players and modes in the results of a game, or of all games.
  private func recordedNames(
    of game: String?
  ) throws(CommandError) -> (players: Set<ExactText>, modes: Set<String>) {
    var players: Set<ExactText> = []
    var modes: Set<String> = []
    _ = try forEachResult { result in
      guard game == nil || result.game == game else { return }
      modes.insert(result.record.mode)
      for player in result.record.players where !result.isBot(player.name) {
        players.insert(ExactText(player.name))
      }
    }
    return (players, modes)
  }

  /// Throws if none of the query's games has such a mode.
  private func check(_ mode: String, of game: String?) throws(CommandError) {
    let asked = subjects.filter { game == nil || $0.name == game }
    guard !asked.contains(where: { $0.definition.hasMode(mode) }) else { return }
    let modes = asked.flatMap {
      $0.definition.modes + ($0.definition.otherModes.map { [$0.form] } ?? [])
    }
    throw Self.refusal(
      .badOption,
      modes.isEmpty
        ? "\(asked.first?.title ?? "the game") has no modes" : "`mode` takes \(modes.alternatives)",
      at: .option("mode"))
  }
}
