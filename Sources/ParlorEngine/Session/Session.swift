package import ParlorKit
package import Platform

/// A session: its open games, its clock, its settings, and what it may touch. Commands act on it.
package final class Session {
  /// How the front end began the session, and what it offers.
  let host: Settings
  package let environment: SessionEnvironment
  /// The games that can be opened.
  package let library: GameLibrary
  let rules: RuleBook
  package internal(set) var preferences: Preferences {
    didSet { setDetail() }
  }
  var games: OpenGames
  /// The games that are stepped together, if `batch` has opened any.
  var batch: (games: any AnyGameBatch, origin: GameOrigin, arrays: FixedFile?)?
  /// What the next game that is opened takes from those before.
  var openings: Openings
  /// The drill that runs.
  var drill: Drill?
  /// What somebody has asked to take back.
  var takeback: Takeback?
  /// The last advice that was given, and the position it was about.
  var advised: AdvisedPosition?
  /// Shows what bots in programs of their own do, where a person waits for them.
  var botObserver: BotObserver?
  /// How many lines have run: what was looked up before may have changed.
  var revision = 0
  /// The files that run one another at the moment, outermost first; nil for one that is no saved game.
  var sources: [SourcedGame?] = []

  init(_ settings: Settings) {
    host = settings
    environment = SessionEnvironment(settings)
    games = OpenGames(limit: settings.mostGames)
    library = GameLibrary(
      settings.games, loader: settings.finder, capabilities: settings.capabilities)
    rules = RuleBook(library, store: settings.houseRules)
    openings = Openings(nextSeed: settings.seed)
    preferences = Preferences(
      pages: settings.pages, redraws: settings.redraws, format: settings.format)
    preferences.undoPolicy = settings.undoPolicy ?? (hidesSeeds ? .ask : .same)
    setDetail()
  }

  /// Makes games report only what replies show.
  private func setDetail() {
    var detail = preferences.format.encoder.detail
    if host.isStyled, detail == .text { detail.insert(.styled) }
    if preferences.addsText { detail.insert(.text) }
    environment.detail = detail
  }

  /// What the session may touch.
  package var capabilities: Capabilities { host.capabilities }
  /// Where files are found.
  package var files: FileAccess { environment.files }
  var clock: SessionClock { environment.clock }
  /// The number of the first game that the running saved game can open; `nil` while none runs.
  var firstSourced: Int? { sources.last??.number }

  package var currentGame: (any SessionGame)? { games.current }

  /// The current game, for commands that need one.
  func requireGame() throws(CommandError) -> any SessionGame {
    guard let game = games.current else { throw .noGame(examples: library.openingUsages) }
    return game
  }

  /// The current game, for commands that need its log.
  func requireLoggedGame() throws(CommandError) -> any LoggedGame {
    guard let game = try requireGame().logged else { throw .noLog }
    return game
  }

  /// Asks the user whether to go on.
  ///
  /// - Returns: the answer; `nil` in a script, which cannot be asked.
  package func asks(_ question: String) -> Bool? {
    sources.isEmpty ? host.confirm?(question) : nil
  }

  // MARK: - Playing

  /// Runs a command of an open game.
  ///
  /// - Parameter isQuestion: whether it makes no move, and may compute for long.
  func play(
    _ call: Call, isQuestion: Bool, in game: any SessionGame
  ) throws(CommandError) -> CommandResult {
    let (words, options): ([Argument], [String])
    do throws(GameError) {
      let report =
        isQuestion
        ? try thinking { () throws(GameError) in try game.run(call) } : try game.run(call)
      guard let reopened = report.reopens else {
        guard report.isMove else { return CommandResult(events: report.events) }
        return CommandResult(
          events: playBots(in: game, after: report.events), showsSituation: true)
      }
      (words, options) = reopened
    } catch {
      // A failure of a plugin or a service, or an interruption, has nothing to do with what is
      // legal.
      let isFailure = error.code == .plugin || error.code == .remote || error == .stopped
      throw .refused(error, legal: isFailure ? [] : legalSummary(of: game))
    }
    return try reopen(game, words, keeping: options)
  }

  /// Makes the moves of bots until it is a person's turn.
  ///
  /// - Parameter events: what happened before.
  /// - Returns: everything that happened, without what the front end has shown at once.
  func playBots(in game: any SessionGame, after events: [any Event] = []) -> [any Event] {
    guard let game = game.logged, !game.table.seats.isEmpty else { return events }
    let isSlow = game.table.seats.values.contains { $0.program != nil }
    guard isSlow, preferences.format == .text, let observer = botObserver else {
      let moves = thinking { game.playBots(isInterrupted: host.isInterrupted, observer: nil) }
      if !game.table.advisedPlayers.isEmpty,
        game.table.hasPeople(among: game.players)
      {
        noteAssistance(ofGamesLike: game)
      }
      return events + moves
    }
    if !events.isEmpty { observer.moved(events) }
    return thinking { game.playBots(isInterrupted: host.isInterrupted, observer: observer) }
  }

  /// Runs what may compute for long, with a way to stop it and to show its progress.
  func thinking<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try host.advice.during(body)
  }

  /// Notes that players were helped in games like this one: copies of it, and saved games that were
  /// opened again, have the same draws and secrets.
  ///
  /// - Returns: the numbers of those that could have counted.
  @discardableResult
  func noteAssistance(ofGamesLike game: any LoggedGame) -> [Int] {
    let others = (games.all.compactMap(\.logged) + games.closed).filter {
      $0.number != game.number && $0.kind === game.kind && $0.origin.seed == game.origin.seed
        && !$0.table.isAssisted && !$0.status.isOver
    }
    for other in others {
      other.table.isAssisted = true
      other.journal?.note(.assisted)
    }
    return others.filter { $0.journal.map { $0.exclusion == nil } ?? false }.map(\.number)
  }

  /// What is legal in a game, unless the user does not want to know.
  func legalSummary(of game: any SessionGame) -> [String] {
    preferences.legal != .off && !game.status.isOver ? game.legalMoves().summary(in: game.kind) : []
  }

  // MARK: - Opening

  /// Whether a game that is not given a seed draws its own.
  package var drawsSeeds: Bool { openings.nextSeed == nil }

  /// Whether the seed of a game that is not given one is hidden until the game is over: in real time,
  /// each one that is drawn.
  var hidesSeeds: Bool {
    environment.hidesSeeds || openings.hidesSeed || drawsSeeds && clock.kind == .real
  }

  /// The seed for a game that is not given one. A drawn one tells nothing of the seeds of other
  /// games.
  func seed() -> Int { openings.nextSeed ?? Seed.random }

  /// Opens a game and makes it the current one.
  ///
  /// - Parameter bots: the players whom bots play for, with the bots as they are typed.
  func open(
    _ origin: GameOrigin, seating bots: [(player: String, bot: String)] = []
  ) throws(CommandError) -> CommandResult {
    if origin.hasSides, !bots.isEmpty { throw .sidesWithoutBots }
    let skipsSeed = !origin.isSeedGiven
    var origin = origin
    if let source = sources.last ?? nil, source.hidesSeed { origin.hideSeed() }
    let game = try start(origin)
    var seats: [String: Seat] = [:]
    for (player, bot) in bots { seats[player] = try game.logged?.seat(bot, in: self) }
    let kept = try games.open(game)
    if let game = game.logged {
      beginJournal(of: game, exclusion: !sources.isEmpty ? .sourced : exclusion(of: origin))
      game.table.seats = seats
    }
    openings.note(game)
    if skipsSeed { openings.skipSeeds(1) }
    var events: [any Event] = []
    if let kept { events.append(HostEvent.keptOpen(GameLine(kept))) }
    events += game.logged?.fairEvents ?? []
    if let fair = origin.fair, !origin.isSeedGiven, openings.nextSeed != nil {
      events.append(HostEvent.fairSeeded(fair))
    }
    events += game.opening
    if let game = game.logged, !seats.isEmpty {
      events = playBots(in: game, after: events + [HostEvent.seats(game.seatLines(of: seats.keys))])
    }
    return CommandResult(events: events, showsSituation: true)
  }

  /// Opens a game like another with other words. The options that belong to these words change too,
  /// and some options stay.
  private func reopen(
    _ game: any SessionGame, _ words: [Argument], keeping options: [String]
  ) throws(CommandError) -> CommandResult {
    let last =
      (try? openings.last(game.kind, words, or: host.archive))
      ?? GameOrigin(kind: game.kind, arguments: words)
    var origin = last.renewed(seed: seed())
    origin.take(options, from: game.origin)
    makeFair(&origin, like: game.origin)
    return try open(origin)
  }

  /// A game at its beginning, not yet among the open ones.
  func start(_ origin: GameOrigin) throws(CommandError) -> any SessionGame {
    var origin = origin
    origin.houseRules = rules.name(of: origin)
    origin.guardsSeed = origin.guardsSeed || hidesSeeds
    do throws(GameError) {
      return try origin.kind.open(games.nextNumber, origin, environment)
    } catch {
      throw .refused(error)
    }
  }

  /// Why a game that begins so does not count: an outcome is given with it.
  private func exclusion(of origin: GameOrigin) -> UnrankedReason? {
    let isGiven = origin.kind.definition.options.contains {
      $0.isSecret && origin.given[$0.name] != nil
    }
    return isGiven ? .given : nil
  }

  /// Opens a copy of a game and makes it the current one.
  func copy(_ game: any LoggedGame, drawsAfresh: Bool) throws(CommandError) -> any LoggedGame {
    let copy = game.copy(number: games.nextNumber, drawsAfresh: drawsAfresh)
    try games.resume(copy)
    beginJournal(of: copy, exclusion: .copied)
    return copy
  }

  // MARK: - Closed games

  /// Opens a game again that was closed in this session, by its number from the last one on.
  func reopen(closed number: Int) throws(CommandError) -> any LoggedGame {
    if let id = try games.closed(number).journal?.recordedID {
      try refuseIfOpenElsewhere(id, finished: nil)
    }
    let game = try games.reopen(closed: number)
    game.journal?.reopen()
    return game
  }

  /// Refuses to open the game of a result that is open in another session: two that correct one game would undo each
  /// other's corrections.
  func refuseIfOpenElsewhere(_ id: String, finished: Int?) throws(CommandError) {
    if host.archive?.isOpenElsewhere(id) == true { throw .openElsewhere(finished: finished) }
  }

  // MARK: - Saved games

  /// Opens a game that is open in another session, by replaying its log as `load` does.
  package func open(logOf game: any LoggedGame) throws(CommandError) {
    let log = try LogReplayer(self).replay(SavedGame.bytes(of: game), path: "log")
    _ = try games.open(log.game)
  }

  /// Replays a saved game or a journal as `load` does, and opens nothing.
  ///
  /// - Returns: the number of its moves.
  package func check(log bytes: [UInt8], path: String) throws(CommandError) -> Int {
    try LogReplayer(self).replay(bytes, path: path).game.moveCount
  }

  /// How well a journal can be resumed: 2 from its end, 1 before a damaged line, 0 with another program or a
  /// plugin, -1 not at all.
  package func rank(ofJournal bytes: [UInt8]) -> Int {
    do throws(CommandError) {
      _ = try check(log: bytes, path: "journal")
      return 2
    } catch {
      if case .damagedSave(let line)? = error.detail, line > 1 { return 1 }
      return error.detail == .unusableSave ? 0 : -1
    }
  }

  /// The first lines of a damaged journal that a game can be resumed from; `nil` if there are none.
  package func soundPart(ofJournal bytes: [UInt8]) -> [UInt8]? {
    var lines = bytes
    while true {
      do throws(CommandError) {
        _ = try LogReplayer(self).replay(
          lines, path: "journal", fileTime: Timestamp(milliseconds: 0))
        return lines
      } catch {
        guard case .damagedSave(let line)? = error.detail, line > 1 else { return nil }
        var good = LogSum.withoutUncheckedTimes(lines, before: line)
        good.removeSubrange(SavedGame.wholeLength(of: good)...)
        // The line that says so may be the damaged one, or the one below it that promises checksums.
        if !LogSum.isSealed(good), !SavedGame.hidesSeed(good) {
          good += Array("\(LogAnnotation.hiddenSeed.line)\n".utf8)
        }
        guard good.count < lines.count else { return nil }
        // What was damaged can be a checksum, whose rest is damage of its own.
        lines = good
      }
    }
  }

  /// The file of a finished game, by its number from the last one on; `nil` if fewer are kept.
  func archived(_ number: Int) throws(CommandError) -> GameArchive.Entry? {
    do throws(FileError) { return try host.archive?.find(number) } catch { throw .io(error) }
  }

  /// The log of a finished game, by its number from the last one on.
  func finishedGame(
    _ number: Int
  ) throws(CommandError) -> (any LoggedGame, path: String, result: RecordedGame) {
    guard let entry = try archived(number) else { throw .unknownFinishedGame(number) }
    let log = try LogReplayer(self).replay(entry.bytes, path: entry.path)
    guard entry.result.fits(log.game.log.record()) else { throw .otherLog(number) }
    return (log.game, entry.path, entry.result)
  }

  /// Reads the journal of a game, and opens nothing.
  ///
  /// - Parameters:
  ///   - bytes: the whole lines of the journal.
  ///   - path: the path in errors.
  ///   - fileTime: the time until which its last session ran; `nil` if only its last line tells that.
  /// - Returns: its journal from now on.
  package func journal(
    _ bytes: [UInt8], path: String, fileTime: Timestamp?
  ) throws(CommandError) -> GameJournal {
    // A file from the future says nothing about the time, and nor does one from before its last line.
    let known = fileTime.flatMap { $0 > SystemClock.now ? nil : $0 }
    let log = try LogReplayer(self).replay(
      bytes, path: path, fileTime: known ?? Timestamp(milliseconds: 0))
    return GameJournal(log, at: clock.now)
  }

  /// Resumes a game, which is not over, where its journal ends.
  package func takeUp(_ journal: GameJournal) throws(CommandError) {
    let game = journal.game
    game.journal = journal
    do throws(GameError) {
      try game.resume()
    } catch {
      throw .refused(error)
    }
    try games.resume(game)
    game.table.isDaily = game.log.count == 0 && daily(of: game) != nil
    if hasSetTime(game) { journal.exclude(.timed) }
    openings.note(game)
    for player in journal.seen.hands { openings.noteHandSeen(of: player, in: game) }
    for epoch in journal.seen.epochs { openings.noteDraws(of: game, after: epoch) }
  }

  // MARK: - News

  /// What has happened without a line: to plugins, and in each game that is played elsewhere.
  ///
  /// - Parameter listening: whether to look for what has come since the last answer.
  package func takeNews(
    listening: Bool = true
  ) -> [(game: (any SessionGame)?, events: [any Event])] {
    guard let loader = library.loader else { return [] }
    var news: [(game: (any SessionGame)?, events: [any Event])] = [(currentGame, loader.news())]
    for game in games.remote { news.append((game, game.connection.news(listening: listening))) }
    return news.filter { !$0.events.isEmpty }
  }

  /// Whether news may come while nothing is typed.
  package var hasRemoteGames: Bool { library.mayHaveNews && !games.remote.isEmpty }

  /// Moves the virtual clock. In a saved game that runs on a real clock, the time passes for its
  /// game alone.
  ///
  /// - Returns: what happened meanwhile in games that are played elsewhere.
  func advanceClock(milliseconds: Int) throws(CommandError) -> [any Event] {
    if clock.kind == .real, let firstSourced, let game = games.current?.logged,
      game.number >= firstSourced
    {
      game.clock.advance(milliseconds: Int64(milliseconds))
      game.journal?.noteTime()
      return []
    }
    try clock.advance(milliseconds: milliseconds)
    for game in games.all { game.logged?.journal?.noteTime() }
    guard library.mayHaveNews else { return [] }
    return games.remote.flatMap { $0.connection.advance() }
  }
}
