package import ParlorKit
package import Platform

/// A session: its open games, its clock, its settings, and what it may touch. Commands act on it.
package final class Session {
  package let capabilities: Capabilities
  package let environment: SessionEnvironment
  /// The games that can be opened.
  package let library: GameLibrary
  let rules: RuleBook
  let journals: SessionJournals
  /// Where the logs of finished games are.
  let archive: GameArchive?
  /// Whether there is a plugin of a name.
  package let hasPlugin: @Sendable (String) -> Bool
  /// Whether the user has asked to stop a computation.
  let isInterrupted: () -> Bool
  /// The program's services for advisers and bots that compute for long.
  private let advice: AdviceContext
  /// Whether the session may give advice.
  let allowsAdvice: Bool
  /// See ``Settings/drawChart``.
  let drawChart: ((_ chart: GameReview.Chart, _ path: String) -> [UInt8])?
  /// The earlier lines of the user; `nil` if no user types.
  let typedLines: (() -> [[UInt8]])?
  /// Asks the user a yes-or-no question; `nil` if there is no user to ask.
  private let confirm: ((String) -> Bool)?
  /// Waits between the moves of a replay.
  let pause: (Int64) -> Void

  package internal(set) var preferences: Preferences {
    didSet { setDetail() }
  }
  /// Whether text has styles.
  private let isStyled: Bool
  var games: OpenGames
  /// The games that are stepped together, if `batch` has opened any.
  var batch: (games: any AnyGameBatch, origin: GameOrigin)?
  /// The unfinished games that were closed, the latest first.
  private(set) var closedGames: [any LoggedGame] = []
  /// How many of them can be opened again.
  private static let closedLimit = 20
  /// The seed of the next game without a given one; `nil` if each game draws its own.
  var nextSeed: Int?
  /// Shows what bots in programs of their own do, if a person waits for them.
  var botObserver: BotObserver?
  /// How many lines have run: what was looked up before may have changed.
  var revision = 0
  /// How many files run one another at the moment.
  var sourceDepth = 0
  /// The number of the first game that the running saved game can open; nil while none runs.
  var firstSourced: Int?
  /// The names that players of this session had, the last first.
  private(set) var knownPlayers: [String] = []
  /// How games of a kind were opened last, by the kind and the first word after it.
  private var lastOrigins: [String: GameOrigin] = [:]

  init(_ settings: Settings) {
    capabilities = settings.capabilities
    environment = SessionEnvironment(settings)
    games = OpenGames(limit: settings.mostGames)
    library = GameLibrary(
      settings.games, loader: settings.finder, capabilities: settings.capabilities)
    rules = RuleBook(library, store: settings.houseRules)
    journals = SessionJournals(settings.store)
    archive = settings.archive
    hasPlugin = settings.hasPlugin
    isInterrupted = settings.isInterrupted
    advice = settings.advice
    allowsAdvice = settings.allowsAdvice
    drawChart = settings.drawChart
    confirm = settings.confirm
    pause = settings.pause
    preferences = Preferences(
      pages: settings.pages, redraws: settings.redraws, format: settings.format)
    typedLines = settings.typedLines
    nextSeed = settings.seed
    isStyled = settings.isStyled
    setDetail()
  }

  /// Makes games report only what replies show.
  private func setDetail() {
    var detail = preferences.format.encoder.detail
    if isStyled, detail == .text { detail.insert(.styled) }
    if preferences.addsText { detail.insert(.text) }
    environment.detail = detail
  }

  /// Where files are found.
  package var files: FileAccess { environment.files }
  var clock: SessionClock { environment.clock }

  /// The current game.
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
    sourceDepth == 0 ? confirm?(question) : nil
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
    guard let game = game.logged, !game.seats.isEmpty else { return events }
    let isSlow = game.seats.values.contains { $0.program != nil }
    guard isSlow, preferences.format == .text, let observer = botObserver else {
      let moves = thinking { game.playBots(isInterrupted: isInterrupted, observer: nil) }
      if !game.advisedPlayers.isEmpty, game.hasPeople { _ = noteAssistance(ofGamesLike: game) }
      return events + moves
    }
    if !events.isEmpty { observer.moved(events) }
    return thinking { game.playBots(isInterrupted: isInterrupted, observer: observer) }
  }

  /// Runs what may compute for long, with a way to stop it and to show its progress.
  func thinking<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try advice.during(body)
  }

  /// Notes that players were helped in games like this one: copies of it, and saved games that were
  /// opened again, have the same draws and secrets.
  ///
  /// - Returns: whether there was such a game.
  @discardableResult
  func noteAssistance(ofGamesLike game: any LoggedGame) -> Bool {
    let others = (games.all.compactMap(\.logged) + closedGames).filter {
      $0.number != game.number && $0.kind === game.kind && $0.origin.seed == game.origin.seed
        && !$0.isAssisted && !$0.status.isOver
    }
    for other in others {
      other.isAssisted = true
      other.journal?.note(.assisted)
    }
    return !others.isEmpty
  }

  /// What is legal in a game, unless the user does not want to know.
  private func legalSummary(of game: any SessionGame) -> [String] {
    preferences.legal != .off && !game.status.isOver ? game.legalMoves().summary(in: game.kind) : []
  }

  // MARK: - Opening

  /// The seed for a game without a given one. A drawn seed tells nothing about those of other
  /// games.
  func seed() -> Int { nextSeed ?? Seed.random }

  /// Opens a game and makes it the current one.
  func open(_ origin: GameOrigin) throws(CommandError) -> CommandResult {
    let game = try start(origin)
    let kept = try games.open(game)
    if let game = game.logged {
      beginJournal(of: game, exclusion: sourceDepth > 0 ? .sourced : exclusion(of: origin))
    }
    remember(game)
    if !origin.isSeedGiven, let seed = nextSeed { nextSeed = seed == Seed.max ? 0 : seed + 1 }
    var events: [any Event] = []
    if let kept { events.append(HostEvent.keptOpen(GameLine(kept))) }
    return CommandResult(events: events + game.opening, showsSituation: true)
  }

  /// Opens a game like another with other words. The options that belong to these words change too,
  /// and some options stay.
  private func reopen(
    _ game: any SessionGame, _ words: [Argument], keeping options: [String]
  ) throws(CommandError) -> CommandResult {
    let last = lastOrigin(game.kind, words) ?? GameOrigin(kind: game.kind, arguments: words)
    var origin = last.renewed(seed: seed())
    origin.take(options, from: game.origin)
    return try open(origin)
  }

  /// How a game with the same first word was opened last: in this session, otherwise among the
  /// games finished last.
  private func lastOrigin(_ kind: GameKind, _ words: [Argument]) -> GameOrigin? {
    let key = Self.key(kind, words)
    if let origin = lastOrigins[key] { return origin }
    guard let archive else { return nil }
    for number in 1...Self.mostSearched {
      guard let entry = try? archive.find(number),
        let line = entry.bytes.split(separator: 0x0A).first(where: { $0.starts(with: "new ".utf8) }
        ),
        let origin = try? kind.origin(of: line), Self.key(kind, origin.arguments) == key
      else { continue }
      return origin
    }
    return nil
  }

  /// How many finished games are searched for the last one of a mode.
  private static let mostSearched = 20

  /// A game at its beginning, not yet among the open ones.
  func start(_ origin: GameOrigin) throws(CommandError) -> any SessionGame {
    var origin = origin
    origin.houseRules = rules.name(of: origin)
    origin.guardsSeed = environment.hidesSeeds
    do throws(GameError) {
      return try origin.kind.open(games.nextNumber, origin, environment)
    } catch {
      throw .refused(error)
    }
  }

  /// Begins to note a game that was opened, if games are kept.
  func beginJournal(of game: any LoggedGame, exclusion: UnrankedReason?) {
    let traits = game.kind.definition.traits
    let isTimed =
      clock.kind == .virtual && traits.contains(.readsClock) && !traits.contains(.endless)
    journals.begin(game, at: clock.now, exclusion: exclusion ?? (isTimed ? .timed : nil))
  }

  /// Begins to note a game that was opened from a file. A finished game with a recorded result can
  /// be corrected; others do not count.
  func beginJournal(ofLoaded game: any LoggedGame, _ result: RecordedGame?) {
    if let result, game.status.isOver, sourceDepth == 0,
      journals.correct(game, result)
    {
      return
    }
    beginJournal(of: game, exclusion: .loaded)
    journals.noteOpened(game)
  }

  /// Why a game with this beginning does not count: the line states an outcome.
  private func exclusion(of origin: GameOrigin) -> UnrankedReason? {
    let isGiven = origin.kind.definition.options.contains {
      $0.isSecret && origin.given[$0.name] != nil
    }
    return isGiven ? .given : nil
  }

  /// Keeps the names of the players for completion, and the options for games of the same kind.
  private func remember(_ game: any SessionGame) {
    let players = game.origin.configuration.names
    lastOrigins[Self.key(game.kind, game.origin.arguments)] = game.origin
    knownPlayers = Array((players + knownPlayers.filter { !players.contains($0) }).prefix(100))
  }

  /// The kind, and the first word after it if that is one of a few.
  private static func key(_ kind: GameKind, _ words: [Argument]) -> String {
    let name = kind.definition.name
    guard case .choice? = kind.definition.setup.first?.kind, case .word(let word)? = words.first
    else { return name }
    return "\(name) \(word)"
  }

  /// Opens a copy of a game and makes it the current one.
  func copy(_ game: any LoggedGame, drawsAfresh: Bool) throws(CommandError) -> any LoggedGame {
    let copy = game.copy(number: games.nextNumber, drawsAfresh: drawsAfresh)
    try games.resume(copy)
    beginJournal(of: copy, exclusion: .copied)
    return copy
  }

  // MARK: - Closed games

  /// Closes a game. One that is unfinished can be opened again.
  func close(_ number: Int) throws(CommandError) -> any SessionGame {
    let game = try games.close(number)
    if let game = game.logged, game.moveCount > 0, !game.status.isOver {
      closedGames.insert(game, at: 0)
      if closedGames.count > Self.closedLimit { closedGames.removeLast() }
    }
    return game
  }

  /// Reopens a game that was closed in this session, by its number from the last one on.
  func reopen(closed number: Int) throws(CommandError) -> any LoggedGame {
    guard closedGames.indices.contains(number - 1) else {
      throw .unknownClosedGame(number, closed: closedGames.count)
    }
    let game = closedGames[number - 1]
    try games.resume(game)
    closedGames.remove(at: number - 1)
    journals.reopen(game)
    return game
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

  /// The log of a finished game, by its number from the last one on.
  func finishedGame(
    _ number: Int
  ) throws(CommandError) -> (any LoggedGame, path: String, result: RecordedGame) {
    let entry: GameArchive.Entry?
    do throws(FileError) {
      entry = try archive?.find(number)
    } catch {
      throw .io(error)
    }
    guard let entry else { throw .unknownFinishedGame(number) }
    let log = try LogReplayer(self).replay(entry.bytes, path: entry.path)
    return (log.game, entry.path, entry.result)
  }

  /// Resumes a game where its journal ends.
  ///
  /// - Parameters:
  ///   - bytes: the whole lines of the journal.
  ///   - path: the path in errors.
  ///   - fileTime: the time of the file.
  /// - Returns: its journal from now on. A game that is over does not become an open game.
  package func takeUp(
    _ bytes: [UInt8], path: String, fileTime: Timestamp
  ) throws(CommandError) -> GameJournal {
    // A file from the future says nothing about the time.
    let log = try LogReplayer(self).replay(
      bytes, path: path, fileTime: min(fileTime, SystemClock.now))
    let journal = GameJournal(log, at: clock.now)
    guard !log.game.status.isOver else { return journal }
    try games.resume(log.game)
    journals.adopt(journal)
    remember(log.game)
    do throws(GameError) {
      try log.game.resume()
    } catch {
      throw .refused(error)
    }
    return journal
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

  /// Moves the virtual clock. In a saved game that runs on a real clock, the time passes for its game
  /// alone.
  ///
  /// - Returns: what happened meanwhile in games that are played elsewhere.
  func advanceClock(milliseconds: Int) throws(CommandError) -> [any Event] {
    if clock.kind == .real, let firstSourced, let game = games.current?.logged,
      game.number >= firstSourced
    {
      game.advanceClock(milliseconds: Int64(milliseconds))
      game.journal?.noteTime()
      return []
    }
    try clock.advance(milliseconds: milliseconds)
    journals.noteTime()
    guard library.mayHaveNews else { return [] }
    return games.remote.flatMap { $0.connection.advance() }
  }

  /// Hands what a line has changed to the journals.
  ///
  /// - Returns: what the player should know of it.
  func keepChanges() -> [any Event] {
    guard journals.areKept else { return [] }
    return journals.keep(games, at: clock.now, syncs: preferences.syncs)
  }
}
