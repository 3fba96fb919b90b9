import ParlorKit
import Platform

/// A game in progress that is played here: its log, and the state that the log leads to.
final class TypedGame<Rules: Game>: LoggedGame {
  let number: Int
  let kind: GameKind
  private(set) var origin: GameOrigin
  var epoch: UInt32 = 0
  var seats: [String: Seat] = [:]
  var journal: GameJournal?

  /// Plays the moves in force.
  private var driver: GameDriver<Rules>
  /// The moves, with those that were undone and not yet replaced.
  private var log = MoveRecord<Rules.Move>()
  /// What `amend` has changed, oldest first, each with the log before it.
  private var amendments: [Amendment<Rules.Move>] = []
  /// The amendments that were undone, the next one last, each with the log after it.
  private var undoneAmendments: [Amendment<Rules.Move>] = []
  /// The position that a file holds.
  private var saved: (moves: Int, digest: UInt32)?
  private var checkpoints: Checkpoints<GameDriver<Rules>>

  private let environment: SessionEnvironment
  /// The session's time at the last move in force.
  private var anchor: Int64
  /// The time since the last move during a replay.
  private var replayedTime: Int64?
  /// Later times count as this one, so that no sum of times is too large.
  private static var latest: Int64 { 1 << 60 }

  /// Opens a game.
  init(
    _ rules: Rules, number: Int, origin: GameOrigin, in environment: SessionEnvironment
  ) throws(GameError) {
    self.number = number
    kind = origin.kind
    self.origin = origin
    self.environment = environment
    driver = try GameDriver(rules, origin.configuration(of: rules))
    status = driver.status
    checkpoints = Checkpoints(start: driver)
    anchor = environment.clock.milliseconds
    if kind.definition.traits.contains(.drawsAtStart) {
      self.origin.note(drawn: rules.values(of: driver.configuration.options), origin.values)
    }
  }

  /// The position of a game in which a move was made.
  private init(_ game: TypedGame, at place: Int) {
    number = game.number
    kind = game.kind
    origin = game.origin
    epoch = game.epoch
    seats = game.seats
    environment = game.environment
    log = MoveRecord(game.log, upTo: place)
    driver = game.checkpoints.nearest(before: place)
    while driver.moveCount < place {
      let stamp = kind.readsClock ? log.stamps[driver.moveCount] : 0
      driver.apply(
        log.moves[driver.moveCount],
        at: GameTime(milliseconds: driver.time.milliseconds + stamp))
    }
    checkpoints = Checkpoints(start: driver)
    anchor = environment.clock.milliseconds
    status = driver.status
    readDriver()
  }

  private var clock: SessionClock { environment.clock }
  private var rules: Rules { driver.rules }
  private var state: Rules.State { driver.state }

  // Copies of what the driver says: a property of a generic type is read by copying all of it.
  private(set) var moveCount = 0
  private(set) var status: GameStatus
  /// The game's own time at the last move in force, in milliseconds.
  private var lastTime: Int64 = 0
  /// What the player sees whose turn it is: the players share one table.
  var view: any GameView { driver.state.view(for: status.turn, at: time) }
  var opening: [any Event] {
    var report = Reporter(environment.detail)
    state.reportOpening(to: &report)
    return report.events
  }
  var digest: UInt32 { driver.digest.folded }

  func legalMoves() -> LegalLines {
    let legal = state.legalMoves
    return LegalLines(
      moves: legal.moves.map {
        LegalLines.Entry(line: driver.line(of: $0), detail: state.describe($0))
      }, forms: legal.forms)
  }

  func moveIndex() -> MoveIndex {
    let state = state
    let legal = state.legalMoves
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
    guard case .move(let move) = try driver.intent(of: call, at: time),
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
    try perform { driver, time, report throws(GameError) in
      try Rules.run(call, in: &driver, at: time, epoch: epoch, report: &report)
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
    try perform { driver, time, report throws(GameError) in
      try driver.make(move, at: time, epoch: epoch, report: &report)
    }
  }

  /// Makes the move of a program at a seat, which decides what to do, not what comes of it.
  private func playWithoutOutcome(_ move: Rules.Move) throws(GameError) -> MoveReport {
    try perform { driver, time, report throws(GameError) in
      var next = driver
      let outcome = try next.make(move, at: time, epoch: epoch, report: &report)
      if case .moved(_, _, isGiven: true, _) = outcome {
        throw .illegal("a program cannot give the outcome of `\(driver.line(of: move))`")
      }
      driver = next
      return outcome
    }
  }

  /// Runs something that may make a move, and logs the move.
  private func perform(
    _ body: (inout GameDriver<Rules>, GameTime, inout Reporter) throws(GameError)
      -> CallOutcome<Rules.Move>
  ) throws(GameError) -> MoveReport {
    var report = Reporter(environment.detail)
    let now = time
    let before = journal?.keepsLines == true ? digest : 0
    switch try body(&driver, now, &report) {
    case .moved(let move, let hasDrawn, let isGiven, let status):
      log(move, at: now, before: before, isGiven: isGiven && replayedTime == nil, status)
      return MoveReport(events: report.events, isMove: true, hasDrawn: hasDrawn)
    case .ignored(let reason):
      return MoveReport(events: [HostEvent.ignored(reason)], isMove: false)
    case .answered: return MoveReport(events: report.events, isMove: false)
    case .newGame(let words, let options):
      return MoveReport(events: [], isMove: false, reopens: (words, keeping: options))
    }
  }

  /// Logs a move that the driver has made, in place of moves that were undone.
  ///
  /// - Parameters:
  ///   - before: the digest before the move, if the journal keeps lines.
  ///   - isGiven: whether a person said what the outcome was.
  private func log(
    _ move: Rules.Move, at now: GameTime, before: UInt32, isGiven: Bool, _ status: GameStatus
  ) {
    let rest = now.milliseconds - lastTime
    if log.moves.count > moveCount {
      log.truncate(to: moveCount)
      amendments.removeAll { $0.place > moveCount }
    }
    if !undoneAmendments.isEmpty { undoneAmendments = [] }
    log.append(move, stamp: kind.readsClock ? rest : nil)
    if isGiven { log.noteGiven() }
    anchor += rest
    moveCount += 1
    self.status = status
    lastTime = now.milliseconds
    if replayedTime != nil { replayedTime = 0 }
    keepCheckpoint()
    guard let journal else { return }
    if rest > 0 { journal.note("clock \(Span.written(milliseconds: rest))", before) }
    journal.note(move: driver.line(of: move), digest)
    if isGiven, !rules.countsGivenOutcomes(driver.configuration) { journal.exclude(.given) }
  }

  /// Brings the copies of what the driver says up to date.
  private func readDriver() {
    moveCount = driver.moveCount
    status = driver.status
    lastTime = driver.time.milliseconds
  }

  private func keepCheckpoint() {
    guard moveCount % leastCheckpointSpacing == 0 else { return }
    if checkpoints.isDue(after: moveCount) { checkpoints.add(driver, after: moveCount) }
  }

  var options: OptionValues { rules.values(of: driver.configuration.options) }

  // MARK: - Bots

  var players: [String] {
    if let players = state.players { return players }
    let takesNames = kind.definition.setup.contains { $0.kind == .name }
    return takesNames ? origin.names : ["1"]
  }

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
        if let line = try lineOfTable(for: move) {
          events.append(HostEvent.botWaits(seat.caption, player: player, line: line))
          break
        }
        events += try (seat.program == nil ? play(move) : playWithoutOutcome(move)).events
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
        events.append(HostEvent.botFailed(seat.caption, reason: error.message))
        break
      }
      count += 1
    }
    return events
  }

  /// How the outcome of a bot's move is typed, where outcomes come from the table, as with real
  /// dice; nothing if the bot can make the move itself.
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

  /// The bot that decides for the player of an index, and the player's name.
  private func seat(of turn: Int) -> (player: String, seat: Seat)? {
    let players = players
    guard players.indices.contains(turn), let seat = seats[players[turn]] else { return nil }
    return (players[turn], seat)
  }

  /// What a bot does. It has draws of its own, so the game's are the same whoever plays.
  private func choose(for seat: Seat, player: String) throws(GameError) -> Rules.Move? {
    if let program = seat.program {
      let chance = Chance.forProgram(
        seed: clock.kind == .real ? nil : origin.seed, moves: moveCount, epoch: epoch)
      let line = try program.choose(
        game: kind.definition.name, player: player, view: view.fields, legal: legalMoves(),
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

  // MARK: - Undo

  var loggedCount: Int { log.moves.count }
  var canUndo: Bool {
    !amendments.isEmpty || (0..<moveCount).reversed().contains { isStop(log.moves[$0]) }
  }

  /// Moves that are no undo stop are undone with the stop before them.
  func undo(
    _ steps: Int, policy: UndoPolicy, passingBots: Bool
  ) throws(CommandError) -> [LoggedMove] {
    var target = moveCount
    var found = 0
    var stops = 0
    var log = log
    var amended = 0
    var undone: [LoggedMove] = []
    var decisions = passingBots ? decisions(in: log) : nil
    // The moves from the target on, as they are in the log that is left behind.
    var end = moveCount
    func leave() {
      undone = moves(target..<end, of: amended == 0 ? nil : log) + undone
      end = target
    }
    while found < steps || target > 0 && !isStop(log.moves[target - 1]) {
      if amended < amendments.count, amendments[amendments.count - 1 - amended].place == target {
        guard found < steps else { break }
        leave()
        let amendment = amendments[amendments.count - 1 - amended]
        undone.insert(LoggedMove(line: amendment.line), at: 0)
        log = amendment.log
        amended += 1
        found += 1
        stops += 1
        decisions = passingBots ? self.decisions(in: log) : nil
        continue
      }
      guard target > 0 else { break }
      target -= 1
      if isStop(log.moves[target]) {
        stops += 1
        if decisions?[target] ?? true { found += 1 }
      }
    }
    guard found == steps else { throw .nothingToUndo(asked: steps, possible: found) }
    leave()
    let first = amendments.suffix(amended).reduce(target) { min($0, $1.number - 1) }
    try check(policy, from: first)
    let now = timeNow
    noteTakenBack(from: first)
    for _ in 0..<amended { swapLog(&amendments, &undoneAmendments) }
    goBack(to: target, policy: policy, now)
    journal?.note(stops == 1 ? "undo" : "undo \(stops)", digest)
    return undone
  }

  func redo(_ steps: Int, passingBots: Bool) throws(CommandError) -> [LoggedMove] {
    var target = moveCount
    var found = 0
    var stops = 0
    var log = log
    var amended = 0
    var redone: [LoggedMove] = []
    var begin = moveCount
    var decisions = passingBots ? decisions(in: log) : nil
    func nextStop() -> Int? { (target..<log.moves.count).first { isStop(log.moves[$0]) } }
    func isBot(_ place: Int) -> Bool { !(decisions?[place] ?? true) }
    while found < steps {
      if let stop = nextStop() {
        target = stop + 1
        stops += 1
        // What bots did after a move comes with it.
        while let next = nextStop(), isBot(next) {
          target = next + 1
          stops += 1
        }
      } else if amended < undoneAmendments.count {
        let amendment = undoneAmendments[undoneAmendments.count - 1 - amended]
        redone += moves(begin..<target, of: log)
        redone.append(LoggedMove(line: amendment.line))
        log = amendment.log
        target = amendment.place
        begin = target
        amended += 1
        stops += 1
        decisions = passingBots ? self.decisions(in: log) : nil
      } else {
        break
      }
      found += 1
    }
    guard found == steps else { throw .nothingToRedo(asked: steps, possible: found) }
    // Moves after the last stop go with it.
    if nextStop() == nil { target = log.moves.count }
    redone += moves(begin..<target, of: log)
    let now = timeNow
    if amended > 0 { noteTakenBack(from: moveCount) }
    for _ in 0..<amended { swapLog(&undoneAmendments, &amendments) }
    advance(to: target)
    keep(now)
    journal?.note(stops == 1 ? "redo" : "redo \(stops)", digest)
    return redone
  }

  func go(to target: Int, policy: UndoPolicy) throws(CommandError) {
    guard target <= log.moves.count else {
      throw .noSuchMove(target, moves: log.moves.count)
    }
    let now = timeNow
    if target < moveCount {
      try check(policy, from: target)
      noteTakenBack(from: target)
      goBack(to: target, policy: policy, now)
    } else {
      advance(to: target)
      keep(now)
    }
    notePosition()
  }

  func rewind() {
    driver = checkpoints.last(before: 0)
    readDriver()
    anchor = clock.milliseconds
  }

  func notePosition() { journal?.note("goto \(moveCount)", digest) }

  private func check(_ policy: UndoPolicy, from place: Int) throws(CommandError) {
    guard policy == .forbid else { return }
    if (place..<moveCount).contains(where: isDraw(at:)) { throw .undoForbidden }
  }

  /// Undoes moves; the clock goes on from a time.
  private func goBack(to target: Int, policy: UndoPolicy, _ now: Int64) {
    driver = checkpoints.last(before: target)
    readDriver()
    advance(to: target)
    keep(now)
    renewDraws(policy)
  }

  private func renewDraws(_ policy: UndoPolicy) {
    guard policy == .fresh else { return }
    epoch &+= 1
    journal?.note(.epoch(epoch))
  }

  /// Notes in the journal what it means for the game that the moves from a place on are undone or
  /// made otherwise.
  private func noteTakenBack(from place: Int) {
    guard let journal else { return }
    journal.noteCorrection()
    let hasShown = (place..<moveCount).contains {
      isDraw(at: $0) || state.traits(of: log.moves[$0]).contains(.reveals)
    }
    if hasShown { journal.exclude(.undone) }
  }

  /// Whether the outcome of a move was drawn, rather than given by the players.
  private func isDraw(at place: Int) -> Bool {
    !log.isGiven(at: place) && state.traits(of: log.moves[place]).contains(.draws)
      && !rules.countsGivenOutcomes(driver.configuration)
  }

  /// Makes moves of the log again, up to a place.
  private func advance(to target: Int) {
    while moveCount < target {
      lastTime += stamp(at: moveCount)
      Rules.apply(log.moves[moveCount], to: &driver, at: GameTime(milliseconds: lastTime))
      moveCount += 1
      keepCheckpoint()
    }
    status = driver.status
    anchor = clock.milliseconds
    if replayedTime != nil { replayedTime = 0 }
  }

  private func isStop(_ move: Rules.Move) -> Bool { state.traits(of: move).contains(.undoStop) }

  // MARK: - Amending

  func amend(
    _ number: Int, by words: AmendingMove, policy: UndoPolicy
  ) throws(CommandError) -> Amended {
    guard 1...max(moveCount, 1) ~= number, moveCount > 0 else {
      throw .noSuchMove(number, moves: moveCount)
    }
    let place = number - 1
    try check(policy, from: place)
    let before = visibleLine(of: log.moves[place])
    var checkpoints = checkpoints
    var replayed = checkpoints.last(before: place)
    var amended = MoveRecord<Rules.Move>(log, upTo: place)
    func apply(_ move: Rules.Move, _ report: inout Reporter) {
      let time = replayed.time.milliseconds + stamp(at: replayed.moveCount)
      replayed.apply(move, at: GameTime(milliseconds: time), report: &report)
      if checkpoints.isDue(after: replayed.moveCount) {
        checkpoints.add(replayed, after: replayed.moveCount)
      }
    }
    var none = Reporter.none
    while replayed.moveCount < place { apply(log.moves[replayed.moveCount], &none) }
    var chance = replayed.chance(epoch: policy == .fresh ? epoch &+ 1 : epoch)
    var report = Reporter(environment.detail)
    let move: Rules.Move
    do throws(GameError) {
      let time = GameTime(
        milliseconds: replayed.time.milliseconds + stamp(at: place))
      move = try resolve(try self.move(words, in: replayed, at: time), in: replayed, &chance)
    } catch {
      throw .refused(error)
    }
    let player = self.player(toMoveIn: replayed)
    amended.append(move, stamp: kind.readsClock ? stamp(at: place) : nil)
    apply(move, &report)
    let isGiven =
      !chance.hasDrawn && replayedTime == nil
      && replayed.state.traits(of: move).contains(.draws)
    if isGiven { amended.noteGiven() }
    for next in number..<moveCount {
      let move = log.moves[next]
      report = Reporter(environment.detail)
      do throws(GameError) {
        var unused = replayed.chance(epoch: epoch)
        let resolved = try resolve(move, in: replayed, &unused)
        amended.append(resolved, stamp: kind.readsClock ? stamp(at: next) : nil)
        if log.isGiven(at: next) { amended.noteGiven() }
        apply(resolved, &report)
      } catch {
        // Even that something does not fit may tell what is hidden.
        if kind.definition.traits.contains(.hidesDraws) { noteTakenBack(from: place) }
        throw .movesNoLongerFit(next + 1, line: visibleLine(of: move), error)
      }
    }
    let now = timeNow
    noteTakenBack(from: place)
    if isGiven, !rules.countsGivenOutcomes(driver.configuration) { journal?.exclude(.given) }
    let line = "amend \(number) \(replayed.line(of: move))"
    amendments.removeAll { $0.place > moveCount }
    log.truncate(to: moveCount)
    amendments.append(
      Amendment(number: number, line: line, place: moveCount, log: log))
    undoneAmendments = []
    log = amended
    driver = replayed
    readDriver()
    self.checkpoints = checkpoints
    anchor = clock.milliseconds - max(0, now - lastTime)
    if replayedTime != nil { replayedTime = 0 }
    renewDraws(policy)
    journal?.note(move: line, digest)
    return Amended(
      move: LoggedMove(number: number, line: visibleLine(of: move), player: player),
      before: before, events: status.isOver || number == moveCount ? report.events : [],
      hasDrawn: chance.hasDrawn)
  }

  /// The move that is meant in a position.
  private func move(
    _ words: AmendingMove, in driver: GameDriver<Rules>, at time: GameTime
  ) throws(GameError) -> Rules.Move {
    switch words {
    case .resignation: return try driver.state.resignation
    case .call(let call):
      guard case .move(let move) = try driver.intent(of: call, at: time) else {
        throw .badArgument("`\(call.verb)` is not a move")
      }
      return move
    }
  }

  /// A move with its outcome; one without an effect is an error.
  private func resolve(
    _ move: Rules.Move, in driver: GameDriver<Rules>, _ chance: inout Chance
  ) throws(GameError) -> Rules.Move {
    switch try driver.resolve(move, chance: &chance) {
    case .play(let move): return move
    case .ignore(let reason): throw .illegal(reason)
    }
  }

  /// Replaces the log by that of the last amendment of a list, which goes to the other list.
  private func swapLog(
    _ source: inout [Amendment<Rules.Move>], _ target: inout [Amendment<Rules.Move>]
  ) {
    guard let amendment = source.popLast() else { return }
    var other = amendment
    other.log = log
    target.append(other)
    log = amendment.log
    driver = checkpoints.last(before: amendment.number - 1)
    readDriver()
    advance(to: amendment.place)
  }

  func position(before number: Int) -> (any LoggedGame)? {
    1 <= number && number <= moveCount ? TypedGame(self, at: number - 1) : nil
  }

  // MARK: - The moves one by one

  func moves(from number: Int) -> [LoggedMove] {
    guard 1...max(moveCount, 1) ~= number else { return [] }
    return moves((number - 1)..<moveCount, withRounds: true)
  }

  /// Moves of the log, or of another one, with who made them, if several play, and in which round.
  private func moves(
    _ range: Range<Int>, of other: MoveRecord<Rules.Move>? = nil, withRounds: Bool = false
  ) -> [LoggedMove] {
    if range.isEmpty { return [] }
    let log = other ?? self.log
    let isForSeveral = players.count > 1
    guard isForSeveral || withRounds else {
      return range.map { LoggedMove(number: $0 + 1, line: visibleLine(of: log.moves[$0])) }
    }
    var moves: [LoggedMove] = []
    var replayed = checkpoints.nearest(before: other == nil ? range.lowerBound : 0)
    for place in replayed.moveCount..<range.upperBound {
      let move = log.moves[place]
      if range.contains(place) {
        let round =
          withRounds
          ? replayed.state.view(for: nil, at: replayed.time).fields["round"]?.integer : nil
        moves.append(
          LoggedMove(
            number: place + 1, line: visibleLine(of: move),
            player: isForSeveral ? player(toMoveIn: replayed) : nil, round: round))
      }
      let stamp = kind.readsClock ? log.stamps[place] : 0
      replayed.apply(move, at: GameTime(milliseconds: replayed.time.milliseconds + stamp))
    }
    return moves
  }

  /// The name of the player whose turn it is in a state.
  private func player(toMoveIn driver: GameDriver<Rules>) -> String? {
    guard let turn = driver.status.turn else { return nil }
    let players = driver.state.players ?? players
    return players.count > 1 && players.indices.contains(turn) ? players[turn] : nil
  }

  /// For each move of a log whether a person made it, as the seats are now; nothing if that makes no
  /// difference.
  private func decisions(in log: MoveRecord<Rules.Move>) -> [Bool]? {
    let players = players
    guard !seats.isEmpty, players.contains(where: { seats[$0] == nil }), var replayed = start
    else { return nil }
    return (0..<log.moves.count).map { place in
      let turn = replayed.status.turn
      let names = replayed.state.players ?? players
      let stamp = kind.readsClock ? log.stamps[place] : 0
      replayed.apply(
        log.moves[place], at: GameTime(milliseconds: replayed.time.milliseconds + stamp))
      guard let turn, names.indices.contains(turn) else { return true }
      return seats[names[turn]] == nil
    }
  }

  func pauseBeforeNextMove(or pause: Int64) -> Int64? {
    guard moveCount < log.moves.count else { return nil }
    return kind.readsClock ? log.stamps[moveCount] : pause
  }

  func stepForward() -> (line: String, events: [any Event])? {
    guard moveCount < log.moves.count else { return nil }
    let move = log.moves[moveCount]
    var report = Reporter(environment.detail)
    let time = GameTime(milliseconds: lastTime + stamp(at: moveCount))
    driver.apply(move, at: time, report: &report)
    readDriver()
    keepCheckpoint()
    anchor = clock.milliseconds
    if replayedTime != nil { replayedTime = 0 }
    return (visibleLine(of: move), report.events)
  }

  // MARK: - Time

  /// The time of the game's own clock.
  private var time: GameTime {
    guard kind.readsClock else { return .zero }
    let time = lastTime + (replayedTime ?? clock.milliseconds - anchor)
    return GameTime(milliseconds: min(time, Self.latest))
  }

  /// The time of the game's own clock that counts as played: it stops at the end.
  private var timeNow: Int64 { status.isOver ? lastTime : time.milliseconds }

  /// Keeps the time that was played, whatever was undone. A replay says itself how much time passes,
  /// and a game without an end is not played for time.
  private func keep(_ now: Int64) {
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
    replayedTime = min((replayedTime ?? 0) + milliseconds, Int64(Span.limit))
  }

  /// The milliseconds between a move and the one before.
  private func stamp(at index: Int) -> Int64 { kind.readsClock ? log.stamps[index] : 0 }

  // MARK: - Lines and records

  func forEachVisibleLine(_ body: (String) -> Void) {
    body(origin.line(masked: !status.isOver))
    for index in 0..<moveCount {
      if stamp(at: index) > 0 { body("clock \(Span.written(milliseconds: stamp(at: index)))") }
      body(visibleLine(of: log.moves[index]))
    }
  }

  func forEachLine(untilNow: Bool, _ body: (String, UInt32) -> Void) {
    guard var replayed = start else { return }
    body(origin.line(masked: false), openingDigest)
    for index in 0..<moveCount {
      let stamp = stamp(at: index)
      if stamp > 0 {
        body("clock \(Span.written(milliseconds: stamp))", replayed.digest.folded)
      }
      replayed.apply(
        log.moves[index], at: GameTime(milliseconds: replayed.time.milliseconds + stamp))
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
  private var start: GameDriver<Rules>? {
    try? GameDriver(rules, prepared: driver.configuration)
  }

  func record() throws(GameError) -> GameRecord {
    var time: Int64 = 0
    var steps: [GameHistory<Rules>.Step] = []
    for index in 0..<moveCount {
      time += stamp(at: index)
      steps.append(.init(log.moves[index], at: GameTime(milliseconds: time)))
    }
    return rules.record(of: try GameHistory(rules, driver.configuration, steps: steps))
  }

  /// The line of a move as the players may see it.
  private func visibleLine(of move: Rules.Move) -> String {
    guard !status.isOver else { return driver.line(of: move) }
    var text = TextWriter()
    state.writeMasked(move, to: &text)
    return text.string
  }
}
