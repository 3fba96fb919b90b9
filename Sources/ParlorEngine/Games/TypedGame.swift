import LineSyntax
import ParlorKit

/// A game in progress that is played here: its log, and the state that follows from it.
final class TypedGame<Rules: Game>: LoggedGame {
  let number: Int
  let kind: GameKind
  private(set) var origin: GameOrigin
  var epoch: UInt32 = 0
  var seats: [String: Seat] = [:]
  var journal: GameJournal?
  var isAssisted = false
  private(set) var advisedPlayers: Set<String> = []

  /// Plays the moves in force.
  var driver: GameDriver<Rules>
  /// The moves, with those that were undone and not yet replaced.
  var log: MoveRecord<Rules.Move>
  /// What `amend` has changed, oldest first, each with the log before it.
  var amendments: [Amendment<Rules.Move>] = []
  /// Whether there ever was an amendment.
  var hasAmended = false
  /// The amendments that were undone, the next one last, each with the log after it.
  var undoneAmendments: [Amendment<Rules.Move>] = []
  /// The position that a file holds.
  private var saved: (moves: Int, digest: UInt32)?
  var checkpoints: Checkpoints<GameDriver<Rules>>

  /// The players, where the state does not name them.
  private let namedPlayers: [String]
  let environment: SessionEnvironment
  /// The session's time at the last move in force.
  var anchor: Int64
  /// The time since the last move during a replay.
  var replayedTime: Int64?
  /// The latest time, so that sums of times do not overflow.
  private static var latest: Int64 { 1 << 60 }

  /// Opens a game.
  init(
    _ rules: Rules, number: Int, origin: GameOrigin, in environment: SessionEnvironment
  ) throws(GameError) {
    self.number = number
    kind = origin.kind
    self.origin = origin
    self.environment = environment
    let takesNames = kind.definition.setup.contains { $0.kind == .name }
    namedPlayers = takesNames ? origin.names : ["1"]
    log = MoveRecord(readsClock: kind.readsClock)
    driver = try GameDriver(rules, origin.configuration(of: rules))
    status = driver.status
    checkpoints = Checkpoints(start: driver)
    anchor = environment.clock.milliseconds
    if kind.definition.traits.contains(.drawsAtStart) {
      self.origin.note(drawn: rules.values(of: driver.configuration.options), origin.values)
    }
  }

  /// A position of another game, with the log that leads to it.
  ///
  /// - Parameter place: how many moves of the log were made.
  init(_ game: TypedGame, at place: Int, number: Int) {
    self.number = number
    kind = game.kind
    origin = game.origin
    epoch = game.epoch
    seats = game.seats
    isAssisted = game.isAssisted
    environment = game.environment
    namedPlayers = game.namedPlayers
    log = MoveRecord(game.log, upTo: place)
    driver = game.checkpoints.nearest(before: place)
    Rules.replay(log, to: place, in: &driver)
    checkpoints = game.checkpoints
    anchor = environment.clock.milliseconds
    status = driver.status
    readDriver()
  }

  func actions() -> [String] { state.actions.map { driver.line(of: $0) } }

  func outcomes(of call: Call) throws(GameError) -> MoveOutcomes {
    let move = try driver.move(call)
    var chance = driver.chance(epoch: epoch)
    _ = try driver.resolve(move, chance: &chance)
    return outcomes(of: move)
  }

  func outcomes() -> [MoveOutcomes] {
    shownMoves.moves.map(outcomes).filter { !$0.outcomes.isEmpty }
  }

  private func outcomes(of move: Rules.Move) -> MoveOutcomes {
    MoveOutcomes(
      line: driver.line(of: move),
      outcomes: state.outcomes(of: move).map { (driver.line(of: $0.move), $0.weight) })
  }

  func copy(number: Int, drawsAfresh: Bool) -> any LoggedGame {
    let copy = TypedGame(self, at: moveCount, number: number)
    copy.anchor = anchor
    if drawsAfresh { copy.epoch &+= UInt32(truncatingIfNeeded: number) }
    return copy
  }

  var clock: SessionClock { environment.clock }
  var rules: Rules { driver.rules }
  var state: Rules.State { _read { yield driver.state } }

  // Copies of what the driver says: a property of a generic type is read by copying all of it.
  var moveCount = 0
  var status: GameStatus
  /// The game's own time at the last move in force, in milliseconds.
  var lastTime: Int64 = 0
  /// What the player sees whose turn it is: the players share one table.
  var view: any GameView { driver.state.view(for: hiddenBot == nil ? status.turn : nil, at: time) }

  var hiddenBot: String? {
    guard kind.definition.traits.contains(.hidesDraws), let turn = status.turn,
      let player = seat(of: turn)?.player
    else { return nil }
    return driver.state.view(for: turn, at: time).fields == publicView.fields ? nil : player
  }
  var publicView: any GameView { driver.state.view(for: nil, at: time) }
  var opening: [any Event] {
    var report = Reporter(environment.detail)
    state.reportOpening(to: &report)
    return report.events
  }
  var digest: UInt32 { driver.digest.folded }

  /// The legal moves as they may be shown: those of a hidden hand tell what it has.
  private var shownMoves: LegalMoves<Rules.Move> {
    let legal = state.legalMoves
    return hiddenBot == nil ? legal : LegalMoves(forms: legal.forms)
  }

  func legalMoves() -> LegalLines { lines(of: shownMoves) }

  private func lines(of legal: LegalMoves<Rules.Move>) -> LegalLines {
    LegalLines(
      moves: legal.moves.map {
        LegalLines.Entry(line: driver.line(of: $0), detail: state.describe($0))
      }, forms: legal.forms)
  }

  func moveIndex() -> MoveIndex {
    let state = state
    let legal = shownMoves
    var lines = TextWriter()
    var ends: [Int] = []
    for move in legal.moves {
      state.write(move, to: &lines)
      ends.append(lines.bytes.count)
    }
    return MoveIndex(lines.bytes, ends: ends, forms: legal.forms) {
      state.describe(legal.moves[$0])
    }
  }

  func check(_ call: Call, _ moves: MoveIndex) throws(GameError) {
    guard hiddenBot == nil, case .move(let move) = try driver.intent(of: call, at: time),
      !moves.contains(driver.line(of: move))
    else { return }
    var chance = driver.chance(epoch: epoch)
    _ = try driver.resolve(move, chance: &chance)
  }

  func renewed(seed: Int) -> GameOrigin {
    var renewed = origin.renewed(seed: seed)
    if let words = state.rematch { renewed.arguments = words }
    return renewed
  }

  var isSaved: Bool { saved.map { $0 == (moveCount, digest) } ?? false }
  func noteSaved() { saved = (moveCount, digest) }

  // MARK: - Moves

  func run(_ call: Call) throws(GameError) -> MoveReport {
    if environment.guardsChance { try refuseGivenOutcome(of: call) }
    return try perform { driver, log, time, report throws(GameError) in
      try Rules.run(call, in: &driver, log: &log, at: time, epoch: epoch, report: &report)
    }
  }

  func misreading(of verb: String, _ words: [String]) -> GameError? {
    state.misreading(of: verb, words)
  }

  func resign() throws(GameError) -> MoveReport { try play(state.resignation) }

  var canResign: Bool { !status.isOver && (try? state.resignation) != nil }

  func resume() throws(GameError) {
    if let move = state.resumption { _ = try play(move) }
  }

  private func play(_ move: Rules.Move) throws(GameError) -> MoveReport {
    try perform { driver, log, time, report throws(GameError) in
      try driver.make(move, log: &log, at: time, epoch: epoch, report: &report)
    }
  }

  /// Makes the move of a program at a seat. The program decides what to do, not how a draw comes
  /// out.
  private func playWithoutOutcome(_ move: Rules.Move) throws(GameError) -> MoveReport {
    if try givesOutcome(move) {
      throw .illegal("a program cannot give the outcome of `\(driver.line(of: move))`")
    }
    return try play(move)
  }

  /// Refuses a line that states an outcome that Parlor draws, except at a real table. In a function
  /// of its own: its generic types would cost every line a twentieth of its time.
  private func refuseGivenOutcome(of call: Call) throws(GameError) {
    guard !rules.countsGivenOutcomes(driver.configuration),
      case .move(let move) = try driver.intent(of: call, at: time), try givesOutcome(move)
    else { return }
    throw .illegal("the outcome of `\(driver.line(of: move))` is drawn, and cannot be given")
  }

  /// Whether a move states an outcome that Parlor draws.
  private func givesOutcome(_ move: Rules.Move) throws(GameError) -> Bool {
    var chance = driver.chance(epoch: epoch)
    guard case .play(let resolved) = try driver.resolve(move, chance: &chance) else { return false }
    return !chance.hasDrawn && state.traits(of: resolved).contains(.draws)
  }

  /// Runs something that may make a move and log it.
  private func perform(
    _ body: (
      inout GameDriver<Rules>, inout MoveRecord<Rules.Move>, GameTime, inout Reporter
    ) throws(GameError) -> CallOutcome
  ) throws(GameError) -> MoveReport {
    var report = Reporter(environment.detail)
    let now = time
    let before = journal?.keepsLines == true ? digest : 0
    switch try body(&driver, &log, now, &report) {
    case .moved(let hasDrawn, let isGiven, let status):
      noteMove(at: now, isGiven: isGiven && replayedTime == nil, status, digestBefore: before)
      return MoveReport(events: report.events, isMove: true, hasDrawn: hasDrawn)
    case .ignored(let reason):
      return MoveReport(events: [HostEvent.ignored(reason)], isMove: false)
    case .answered: return MoveReport(events: report.events, isMove: false)
    case .newGame(let words, let options):
      return MoveReport(events: [], isMove: false, reopens: (words, keeping: options))
    }
  }

  /// Notes what follows from a move that was made and logged.
  ///
  /// - Parameters:
  ///   - isGiven: whether a person said what the outcome was.
  ///   - digestBefore: the digest before the move, if the journal keeps lines.
  private func noteMove(
    at now: GameTime, isGiven: Bool, _ status: GameStatus, digestBefore: UInt32
  ) {
    let pause = now.milliseconds - lastTime
    if isGiven { log.noteGiven() }
    if hasAmended { dropReplacedAmendments() }
    anchor += pause
    moveCount += 1
    self.status = status
    lastTime = now.milliseconds
    if replayedTime != nil { replayedTime = 0 }
    if moveCount.isMultiple(of: leastCheckpointSpacing) { keepCheckpoint() }
    if let journal { note(in: journal, pause: pause, digestBefore, isGiven: isGiven) }
  }

  /// Drops the amendments that can no longer be undone or made again, since a move was made.
  private func dropReplacedAmendments() {
    amendments.removeAll { $0.place > moveCount }
    undoneAmendments = []
  }

  private func note(
    in journal: GameJournal, pause: Int64, _ digestBefore: UInt32, isGiven: Bool
  ) {
    if pause > 0 { journal.note("clock \(Span.written(milliseconds: pause))", digestBefore) }
    journal.note(move: driver.line(of: log.moves[moveCount - 1]), digest)
    journal.note(chanceShown(by: (moveCount - 1)..<moveCount))
    if isGiven, !rules.countsGivenOutcomes(driver.configuration) { journal.exclude(.given) }
  }

  /// Brings the copies of what the driver says up to date.
  func readDriver() {
    moveCount = driver.moveCount
    status = driver.status
    lastTime = driver.time.milliseconds
  }

  func keepCheckpoint() {
    if checkpoints.isDue(after: moveCount) { checkpoints.add(driver, after: moveCount) }
  }

  var options: OptionValues { rules.values(of: driver.configuration.options) }

  // MARK: - Bots

  var players: [String] { driver.state.players ?? namedPlayers }

  var botNames: [Suggestion] { rules.seatSuggestions }

  func makeSeat(bot name: String, value: String?) throws(GameError) -> Seat {
    try Seat(bot: name, value: value, in: rules)
  }

  func playBots(isInterrupted: () -> Bool, observer: BotObserver?) -> [any Event] {
    if seats.isEmpty { return [] }
    var events: [any Event] = []
    var count = 0
    while case .playing(let turn) = status, let (player, seat) = seat(of: turn) {
      guard count < Seat.moveLimit, !isInterrupted() else {
        events.append(HostEvent.botsPaused(moves: count))
        break
      }
      do throws(GameError) {
        if seat.program != nil { observer?.thinks(player) }
        guard let move = try choose(for: seat, player: player) else { break }
        // A bot that was stopped has not chosen its best move.
        if seat.isAdvised, isInterrupted() || AdviceContext.current.isStopped() {
          events.append(HostEvent.botsPaused(moves: count))
          break
        }
        if let line = try lineOfTable(for: move) {
          events.append(HostEvent.botWaits(seat.caption, player: player, line: line))
          break
        }
        events += try (seat.program == nil ? play(move) : playWithoutOutcome(move)).events
        if seat.isAdvised { advisedPlayers.insert(player) }
        if let observer {
          observer.moved(events)
          events = []
        }
      } catch {
        // The user did not want to wait, and keeps the bot.
        if isInterrupted() {
          events.append(HostEvent.botsPaused(moves: count))
          break
        }
        // The moves made so far are kept; the player goes on without the bot.
        seats[player] = nil
        // Of a program, its last words help.
        let help = error.code == .plugin ? error.help : []
        events.append(
          HostEvent.botFailed(
            seat.caption, reason: ([error.message] + help).joined(separator: "; ")))
        break
      }
      count += 1
    }
    return events
  }

  /// How the outcome of a bot's move is typed in a game with real dice; `nil` if the bot can make
  /// the move itself.
  private func lineOfTable(for move: Rules.Move) throws(GameError) -> String? {
    guard rules.countsGivenOutcomes(driver.configuration) else { return nil }
    var chance = driver.chance(epoch: epoch)
    guard case .play(let resolved) = try driver.resolve(move, chance: &chance) else { return nil }
    let legal = state.legalMoves
    guard !legal.moves.contains(move), !legal.moves.contains(resolved) else { return nil }
    let line = driver.line(of: resolved)
    let verb = line.prefix { $0 != " " }
    return legal.forms.first { $0.hasPrefix(verb) } ?? line
  }

  /// The bot that decides for the player at an index, and the player's name.
  private func seat(of turn: Int) -> (player: String, seat: Seat)? {
    let players = players
    guard players.indices.contains(turn), let seat = seats[players[turn]] else { return nil }
    return (players[turn], seat)
  }

  /// The move of a bot. It has draws of its own, so the game's are the same whoever plays.
  private func choose(for seat: Seat, player: String) throws(GameError) -> Rules.Move? {
    if let program = seat.program {
      let chance = Chance.forProgram(
        seed: clock.kind == .real ? nil : origin.seed, moves: moveCount, epoch: epoch)
      let line = try program.choose(
        game: kind.definition.name, player: player,
        view: driver.state.view(for: status.turn, at: time).fields,
        legal: lines(of: state.legalMoves),
        chance: chance)
      let call = try kind.call(of: Array(line.utf8)[...])
      return try driver.move(call)
    }
    var chance = Chance.forBot(seed: origin.seed, moves: moveCount, epoch: epoch)
    guard let bot = rules.bots.first(where: { $0.name == seat.bot }) else {
      return state.sampleMove(chance: &chance)
    }
    return bot.choose(state.view(for: status.turn, at: time), seat.value, &chance)
  }

  // MARK: - Advice

  var hasAdviser: Bool { rules.adviser != nil }

  func advise(isInterrupted: () -> Bool) throws(GameError) -> Advice<String>? {
    guard let adviser = rules.adviser else { return nil }
    let advice = try adviser.advise(state.view(for: status.turn, at: time), nil, isInterrupted)
    return advice.map { driver.line(of: $0) }
  }

  func odds(_ words: [Int], isInterrupted: () -> Bool) throws(GameError) -> [any Event]? {
    guard let odds = rules.adviser?.odds else { return nil }
    var report = Reporter(environment.detail)
    try odds(state.view(for: status.turn, at: time), words, isInterrupted, &report)
    return report.events
  }

  // MARK: - Time

  /// The time of the game's own clock.
  var time: GameTime {
    guard kind.readsClock else { return .zero }
    let time = lastTime + (replayedTime ?? clock.milliseconds - anchor)
    return GameTime(milliseconds: min(time, Self.latest))
  }

  /// The time of the game's own clock that counts as played: it stops at the end.
  var timeNow: Int64 { status.isOver ? lastTime : time.milliseconds }

  /// Keeps the time that was played, whatever was undone. A replay sets its time itself, and a game
  /// without an end is not timed.
  func keep(_ now: Int64) {
    guard replayedTime == nil, !kind.definition.traits.contains(.endless) else { return }
    anchor = clock.milliseconds - max(0, now - lastTime)
  }

  var restTime: Int64 { time.milliseconds - lastTime }
  var sessionTime: Int64 { clock.milliseconds }

  func replay(_ body: () throws(CommandError) -> Void) throws(CommandError) {
    replayedTime = 0
    defer {
      // The log may end with time that has passed since its last move.
      anchor = clock.milliseconds - (replayedTime ?? 0)
      replayedTime = nil
    }
    try body()
  }

  func advanceClock(milliseconds: Int64) {
    if let replayedTime {
      self.replayedTime = min(replayedTime + milliseconds, Int64(Span.limit))
    } else {
      anchor = max(anchor - milliseconds, clock.milliseconds - Int64(Span.limit))
    }
  }

  // MARK: - Lines and records

  func forEachVisibleLine(_ body: (String) -> Void) {
    body(origin.line(masked: !status.isOver))
    for index in 0..<moveCount {
      let pause = log.pause(before: index)
      if pause > 0 { body("clock \(Span.written(milliseconds: pause))") }
      body(visibleLine(of: log.moves[index]))
    }
  }

  func forEachLine(untilNow: Bool, _ body: (String, UInt32) -> Void) {
    guard var replayed = start else { return }
    body(origin.line(masked: false), openingDigest)
    for index in 0..<moveCount {
      let pause = log.pause(before: index)
      if pause > 0 {
        body("clock \(Span.written(milliseconds: pause))", replayed.digest.folded)
      }
      Rules.replay(log, to: index + 1, in: &replayed)
      body(driver.line(of: log.moves[index]), replayed.digest.folded)
    }
    let rest = restTime
    if untilNow, rest > 0, !status.isOver {
      body("clock \(Span.written(milliseconds: rest))", replayed.digest.folded)
    }
  }

  var openingDigest: UInt32 {
    var digest = Digest()
    digest.combine(Int(truncatingIfNeeded: origin.seed))
    start?.state.combine(into: &digest)
    return digest.folded
  }

  /// The game before its first move.
  var start: GameDriver<Rules>? {
    try? GameDriver(rules, prepared: driver.configuration)
  }

  func record() throws(GameError) -> GameRecord {
    var time: Int64 = 0
    var steps: [GameHistory<Rules>.Step] = []
    for index in 0..<moveCount {
      time += log.pause(before: index)
      steps.append(.init(log.moves[index], at: GameTime(milliseconds: time)))
    }
    return rules.record(of: try GameHistory(rules, driver.configuration, steps: steps))
  }

  /// The line of a move as the players may see it.
  ///
  /// - Parameter isInForce: whether the move is in the log that led to this state. What this state
  ///   reveals says nothing about moves of another log, which are masked as at the beginning.
  func visibleLine(of move: Rules.Move, isInForce: Bool = true) -> String {
    let state = isInForce ? state : checkpoints.nearest(before: 0).state
    guard !state.status.isOver else { return state.line(of: move) }
    var text = TextWriter()
    state.writeMasked(move, to: &text)
    return text.string
  }
}
