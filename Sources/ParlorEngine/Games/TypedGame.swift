import LineSyntax
import ParlorKit

/// A game in progress that is played here: its log, and what the session knows of it besides.
final class TypedGame<Rules: Game>: LoggedGame {
  let number: Int
  var origin: GameOrigin
  let environment: SessionEnvironment
  /// Whether the game hides what is drawn, so that players may have hands.
  private let hidesHands: Bool
  private var storedTimeline: Timeline<Rules>
  var clock: GameClock
  var table = GameTable()
  var journal: GameJournal?
  var saved: (moves: Int, digest: UInt32, path: String?)?
  /// The draw for which the share of the other side is missing, in a fair game of two sides.
  var pendingDraw: (call: Call, line: String)?

  /// Opens a game.
  init(
    _ rules: Rules, number: Int, origin: GameOrigin, in environment: SessionEnvironment
  ) throws(GameError) {
    self.number = number
    self.origin = origin
    self.environment = environment
    hidesHands = origin.kind.definition.traits.contains(.hidesDraws)
    storedTimeline = try Self.opened(rules, &self.origin)
    clock = GameClock(environment.clock, isRead: origin.kind.readsClock)
    if origin.fair != nil, rules.countsGivenOutcomes(timeline.driver.configuration) {
      throw .badOption("fair", "`fair` cannot bind real dice: their outcomes come from your table")
    }
    if origin.fair != nil, rules.isDuplicate(timeline.driver.configuration) {
      throw .badOption("fair", "the draws of a duplicate game follow the seats, not the secret")
    }
  }

  /// A game before its first move, with what it draws noted in its origin.
  static func opened(
    _ rules: Rules, _ origin: inout GameOrigin
  ) throws(GameError) -> Timeline<Rules> {
    let timeline = try Timeline(
      rules, origin.configuration(of: rules), namedPlayers: origin.players,
      readsClock: origin.kind.readsClock)
    if origin.kind.definition.traits.contains(.drawsAtStart) {
      origin.note(drawn: timeline.options, origin.values)
    }
    return timeline
  }

  /// A position of another game, with the log that leads to it.
  private init(_ game: TypedGame, after place: Int, number: Int) {
    self.number = number
    origin = game.origin
    environment = game.environment
    hidesHands = game.hidesHands
    storedTimeline = Timeline(game.timeline, upTo: place)
    clock = GameClock(environment.clock, isRead: origin.kind.readsClock)
    table = GameTable(seats: game.table.seats, isAssisted: game.table.isAssisted)
    clock.resume(after: timeline.driver.time, at: timeline.driver.time)
  }

  /// The game along its log. To pass a property of a generic type copies it; to change it does not, so functions that
  /// every line calls are `mutating`.
  var timeline: Timeline<Rules> {
    _read { yield storedTimeline }
    _modify { yield &storedTimeline }
  }

  /// What a player saw and did.
  func decisions(of player: String) -> [(view: Rules.View, move: Rules.Move)] {
    var replayed = timeline.start
    var decisions: [(view: Rules.View, move: Rules.Move)] = []
    for index in 0..<timeline.moveCount {
      if let turn = replayed.status.turn, players[turn].utf8.elementsEqual(player.utf8) {
        decisions.append(
          (replayed.state.view(for: turn, at: replayed.time), timeline.log.moves[index]))
      }
      Rules.replay(timeline.log, to: index + 1, in: &replayed)
    }
    return decisions
  }

  func copy(after place: Int, number: Int) -> any LoggedGame {
    TypedGame(self, after: place, number: number)
  }

  var kind: GameKind { origin.kind }
  var rules: Rules { timeline.rules }
  var state: Rules.State { _read { yield timeline.driver.state } }
  var players: [String] { state.players ?? storedTimeline.namedPlayers }
  var moveCount: Int { timeline.moveCount }
  var status: GameStatus { timeline.status }
  var digest: UInt32 { timeline.driver.digest.folded }
  var log: any GameLog { timeline }
  var isAtEnd: Bool { timeline.moveCount == timeline.count }
  var epoch: UInt32 {
    get { timeline.epoch }
    set { timeline.epoch = newValue }
  }

  /// What the player sees whose turn it is: the players share one table.
  var view: any GameView {
    state.view(for: hidesHands && hiddenBot != nil ? nil : status.turn, at: clock.time)
  }
  var onlookerView: (any GameView)? { state.view(for: nil, at: clock.time) }

  /// The sides of a fair game without a keeper, if one of them plays here.
  var sides: FairSides? { origin.fair?.sides.flatMap { $0.own == nil ? nil : $0 } }

  // Passing the timeline copies it.
  var hiddenBot: String? { hidesHands ? hiddenBot(in: timeline) : nil }

  var shownHand: Int? {
    guard hidesHands, let turn = status.turn, players.count > 1, seat(of: turn) == nil,
      seesMore(turn, in: state)
    else { return nil }
    return turn
  }

  private func hiddenBot(in timeline: Timeline<Rules>) -> String? {
    guard hidesHands, let turn = timeline.status.turn,
      let player = seat(of: turn)?.player, seesMore(turn, in: timeline.state)
    else { return nil }
    return player
  }

  /// Whether a player sees more than onlookers do. In a function of its own, since its types are
  /// looked up at every call.
  private func seesMore(_ player: Int, in state: Rules.State) -> Bool {
    let (own, others) = (
      state.view(for: player, at: clock.time), state.view(for: nil, at: clock.time)
    )
    return own.fields != others.fields
  }

  var opening: [any Event] {
    var report = Reporter(environment.detail)
    state.reportOpening(to: &report)
    return report.events
  }

  var adviser: (any GameAdviser)? {
    rules.adviser.map {
      TypedAdviser(
        adviser: $0, timeline: timeline, kind: kind, time: clock.time,
        isBotHidden: hiddenBot != nil, detail: environment.detail)
    }
  }

  func driver<Other: Game>(of kind: Other.Type) -> GameDriver<Other>? {
    timeline.driver as? GameDriver<Other>
  }

  func renewed(seed: Int) -> GameOrigin {
    var renewed = origin.renewed(seed: seed)
    if let words = state.rematch { renewed.arguments = words }
    return renewed
  }

  // MARK: - Legal moves

  /// The legal moves as they may be shown: those of a hidden hand tell what it has.
  private var shownMoves: LegalMoves<Rules.Move> {
    let legal = state.legalMoves
    return hiddenBot == nil ? legal : LegalMoves(forms: legal.forms)
  }

  func legalMoves() -> LegalLines { lines(of: shownMoves) }

  func lines(of legal: LegalMoves<Rules.Move>) -> LegalLines {
    LegalLines(
      moves: legal.moves.map {
        LegalLines.Entry(line: timeline.driver.line(of: $0), detail: state.describe($0))
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
    guard hiddenBot == nil,
      case .move(let move) = try timeline.driver.intent(of: call, at: clock.time),
      !moves.contains(timeline.driver.line(of: move))
    else { return }
    try check(move)
  }

  func misreading(of verb: String, _ words: [String]) -> GameError? {
    state.misreading(of: verb, words)
  }

  func outcomes(of call: Call) throws(GameError) -> MoveOutcomes {
    try refuseHand()
    return try timeline.outcomes(of: call)
  }

  // MARK: - Moves

  func run(_ call: Call) throws(GameError) -> MoveReport {
    if let sides, !clock.isReplaying { return try run(call, between: sides) }
    return try makeMove(call)
  }

  /// Runs a call of which nobody else has to hear.
  func makeMove(_ call: Call) throws(GameError) -> MoveReport {
    if hidesHands { try refuseHand() }
    if let fair = origin.fair, fair.sides?.own == nil || clock.isReplaying {
      try checkFairness(of: call)
    } else if environment.guardsChance {
      try refuseGivenOutcome(of: call)
    }
    var report = Reporter(environment.detail)
    let (now, before, replacesShown) = (clock.time, digestToNote, replacesShown)
    let outcome = try timeline.run(
      call, at: now, isReplay: clock.isReplaying, report: &report)
    return self.report(
      outcome, report.events, at: now, digestBefore: before, replacesShown: replacesShown)
  }

  func refuseHand() throws(GameError) {
    if hidesHands, !table.seats.isEmpty { try refuseHand(in: timeline) }
  }

  /// Refuses what a person types in place of a bot with a hidden hand: whether it is legal tells
  /// what the bot has. At a real table the players make the draws of bots.
  private func refuseHand(in timeline: Timeline<Rules>) throws(GameError) {
    guard !clock.isReplaying, !rules.countsGivenOutcomes(timeline.driver.configuration),
      let bot = hiddenBot(in: timeline)
    else { return }
    let name = Word.written(bot)
    let seat = table.seats[bot]?.caption ?? Seat.random
    throw .notNow(
      "it is the turn of \(bot), a bot with a hidden hand",
      help: [
        "`seat \(name) \(seat)` lets it play on",
        "`seat \(name) human` takes its place; the game then does not count",
      ])
  }

  func make(_ move: AmendingMove) throws(GameError) -> MoveReport {
    if !clock.isReplaying { try refuseLeaving(move) }
    if let sides, !clock.isReplaying {
      try checkTurn(between: sides)
      try checkShares(of: sides)
    }
    var report = try play(timeline.move(move, at: clock.time))
    if sides != nil, !clock.isReplaying { tellOtherSide(&report) }
    return report
  }

  func check(_ move: AmendingMove) throws(CommandError) {
    do throws(GameError) {
      try refuseLeaving(move)
      // The prompt asks for a score that is missing.
      if case .joining(let name, nil) = move {
        return try check(state.joining(name, score: state.joiningScore))
      }
      try check(timeline.move(move, at: clock.time))
    } catch {
      throw .refused(error)
    }
  }

  private func check(_ move: Rules.Move) throws(GameError) {
    var chance = timeline.driver.chance(epoch: epoch)
    _ = try timeline.driver.resolve(move, chance: &chance)
  }

  /// Refuses that a bot leaves the game while a person plays.
  private func refuseLeaving(_ move: AmendingMove) throws(GameError) {
    switch move {
    case .resignation:
      guard let bot = botToMove else { return }
      throw .notNow(
        "it is the turn of \(bot), a bot: only a person can resign",
        help: [
          "`seat \(Word.written(bot)) \(table.seats[bot]?.caption ?? Seat.random)` lets it play on"
        ])
    case .leaving(let index):
      guard players.indices.contains(index), table.seats[players[index]] != nil,
        table.hasPeople(among: players)
      else { return }
      throw .notNow(
        "\(players[index]) is a bot: only a person can leave",
        help: ["`seat \(Word.written(players[index])) human` takes its place"])
    case .call, .joining: return
    }
  }

  var joiningScore: Int { get throws(GameError) { try state.joiningScore } }

  /// The player to move, if a bot decides while a person plays, too.
  private var botToMove: String? {
    guard let turn = status.turn, let bot = seat(of: turn)?.player,
      table.hasPeople(among: players)
    else { return nil }
    return bot
  }

  func resume() throws(GameError) {
    if !origin.isRevealed, let move = state.resumption { _ = try play(move) }
  }

  func play(_ move: Rules.Move) throws(GameError) -> MoveReport {
    if origin.isRevealed, !clock.isReplaying { throw .revealed }
    var report = Reporter(environment.detail)
    let (now, before, replacesShown) = (clock.time, digestToNote, replacesShown)
    let outcome = try timeline.make(
      move, at: now, isReplay: clock.isReplaying, report: &report)
    return self.report(
      outcome, report.events, at: now, digestBefore: before, replacesShown: replacesShown)
  }

  /// Makes the move of a program at a seat. The program decides what to do, not how a draw comes
  /// out.
  func playWithoutOutcome(_ move: Rules.Move) throws(GameError) -> MoveReport {
    if try givesOutcome(move) {
      throw .illegal(
        "a program cannot give the outcome of `\(timeline.driver.line(of: move))`")
    }
    return try play(move)
  }

  /// Refuses a line that states an outcome that Parlor draws, except at a real table. In a function
  /// of its own: its generic types would cost every line a twentieth of its time.
  func refuseGivenOutcome(of call: Call) throws(GameError) {
    guard !rules.countsGivenOutcomes(timeline.driver.configuration),
      case .move(let move) = try timeline.driver.intent(of: call, at: clock.time),
      try givesOutcome(move)
    else { return }
    throw .illegal(
      "the outcome of `\(timeline.driver.line(of: move))` is drawn, and cannot be given")
  }

  /// Whether a move states an outcome that Parlor draws.
  func givesOutcome(_ move: Rules.Move) throws(GameError) -> Bool {
    var chance = timeline.driver.chance(epoch: epoch)
    guard case .play(let resolved) = try timeline.driver.resolve(move, chance: &chance) else {
      return false
    }
    return !chance.hasDrawn && state.traits(of: resolved).contains(.draws)
  }

  /// The digest before a move, if the journal keeps lines.
  private var digestToNote: UInt32 { journal?.keepsLines == true ? digest : 0 }

  /// What became of a move or a question, noted if it was a move.
  private func report(
    _ outcome: CallOutcome, _ events: [any Event], at now: GameTime, digestBefore: UInt32,
    replacesShown: Bool
  ) -> MoveReport {
    switch outcome {
    case .moved(let hasDrawn, let isGiven, _):
      let pause = clock.noteMove(at: now)
      if let journal {
        note(in: journal, pause: pause, digestBefore, isGiven: isGiven && !clock.isReplaying)
        if replacesShown { journal.exclude(.undone) }
      }
      return MoveReport(
        events: origin.fair != nil && status.isOver ? events + reveal() : events, isMove: true,
        hasDrawn: hasDrawn)
    case .ignored(let reason):
      return MoveReport(events: [HostEvent.ignored(reason)], isMove: false)
    case .answered: return MoveReport(events: events, isMove: false)
    case .newGame(let words, let options):
      return MoveReport(events: [], isMove: false, reopens: (words, keeping: options))
    }
  }

  /// Notes the move that was just made.
  private func note(
    in journal: GameJournal, pause: Int64, _ digestBefore: UInt32, isGiven: Bool
  ) {
    if pause > 0 { journal.note("clock \(Span.written(milliseconds: pause))", digestBefore) }
    journal.note(
      move: timeline.driver.line(of: timeline.log.moves[moveCount - 1]), digest)
    journal.note(chanceShown(by: (moveCount - 1)..<moveCount))
    if isGiven { noteGiven(in: journal, at: moveCount - 1) }
  }

  private func noteGiven(in journal: GameJournal, at place: Int) {
    guard !rules.countsGivenOutcomes(timeline.driver.configuration) else { return }
    journal.note(.given(place))
    journal.exclude(.given)
  }

  var givenPlaces: [Int] {
    guard !rules.countsGivenOutcomes(timeline.driver.configuration) else { return [] }
    return (0..<timeline.count).filter { timeline.log.isGiven(at: $0) }
  }

  func noteGiven(at place: Int) {
    if place < timeline.count { timeline.log.noteGiven(at: place) }
  }

  var chanceShown: ShownChance { chanceShown(by: 0..<timeline.count) }

  /// What moves of the log have shown, the last of which was just made: the end tells all. A seed means nothing where
  /// outcomes may be entered.
  private func chanceShown(by places: Range<Int>) -> ShownChance {
    let shown = timeline.chanceShown(by: places)
    guard status.isOver else { return shown }
    let tellsDraws = origin.hidesSeed && !rules.countsGivenOutcomes(timeline.driver.configuration)
    return hidesHands || tellsDraws ? shown.union(.secrets) : shown
  }

  func lineOfDraw(at place: Int) -> String? {
    guard timeline.isDraw(at: place) else { return nil }
    let driver = Timeline(timeline, upTo: place).driver
    let time = driver.time.milliseconds + timeline.log.pause(before: place)
    let line = driver.line(of: timeline.log.moves[place])
    let words = line.split(separator: " ")
    for count in 1..<words.count {
      let short = words.prefix(count).joined(separator: " ")
      guard let call = try? kind.call(of: Array(short.utf8)[...]),
        case .move(let move)? = try? driver.intent(of: call, at: GameTime(milliseconds: time))
      else { continue }
      var chance = driver.chance(of: move, epoch: 0)
      if case .play(let resolved)? = try? driver.resolve(move, chance: &chance), chance.hasDrawn,
        driver.line(of: resolved) == line
      {
        return short
      }
    }
    return nil
  }

  // MARK: - Moves taken back, made again, and made otherwise

  func hasSharedChance(from place: Int) -> Bool {
    // Real dice are typed: what is taken back is a slip.
    table.hasSeveralPeople(among: players) && !chanceShown(by: place..<moveCount).isEmpty
      && !rules.countsGivenOutcomes(timeline.driver.configuration)
  }

  func undo(
    _ steps: Int, policy: UndoPolicy, passingBots: Bool
  ) throws(CommandError) -> [LoggedMove] {
    let way = try timeline.wayBack(steps, passing: passingBots ? table.seats : [:])
    try check(policy, from: way.first)
    let policy = origin.fair == nil ? policy : .same
    let now = played
    noteGoingBack(to: way.first)
    let undone = timeline.undo(way, policy: policy)
    resumeClock(at: now)
    noteEpoch(policy)
    journal?.note(way: way.stops == 1 ? "undo" : "undo \(way.stops)", digest)
    // In a journal `undo` goes back to a stop, as in those of earlier versions; `goto` says the
    // rest.
    if let end = way.endOfLog, moveCount < end, !clock.isReplaying {
      timeline.advance(to: end)
      resumeClock(at: now)
      notePosition()
    }
    return undone
  }

  func undoExcludes(_ policy: UndoPolicy) -> Bool {
    guard let journal, journal.exclusion == nil, !hasRecordedEnd,
      let way = try? timeline.wayBack(1, passing: table.seats),
      (try? check(policy, from: way.first)) != nil
    else { return false }
    return !timeline.chanceShown(by: way.first..<moveCount).isEmpty
  }

  func redo(_ steps: Int, passingBots: Bool) throws(CommandError) -> [LoggedMove] {
    let way = try timeline.wayForward(steps, passing: passingBots ? table.seats : [:])
    let now = played
    if way.amended > 0 { journal?.noteCorrection() }
    timeline.redo(way)
    resumeClock(at: now)
    journal?.note(way: way.stops == 1 ? "redo" : "redo \(way.stops)", digest)
    return way.moves
  }

  func go(to target: Int, policy: UndoPolicy) throws(CommandError) {
    guard target <= timeline.count else { throw .noSuchMove(target, moves: timeline.count) }
    let now = played
    if target < moveCount {
      try check(policy, from: target)
      let policy = origin.fair == nil ? policy : .same
      noteGoingBack(to: target)
      timeline.goBack(to: target, policy: policy)
      resumeClock(at: now)
      noteEpoch(policy)
    } else {
      timeline.advance(to: target)
      resumeClock(at: now)
    }
    notePosition()
  }

  func amend(
    _ places: AmendedPlaces, by words: AmendingMove?, policy: UndoPolicy
  ) throws(CommandError) -> Amended {
    if origin.fair != nil, !clock.isReplaying { throw .fairAmended }
    let first = places.range.lowerBound
    if policy == .ask, first <= moveCount, hasSharedChance(from: first) { throw .needsConsent }
    if !table.seats.isEmpty, !status.isOver, first <= moveCount {
      do throws(GameError) {
        try refuseHand(in: Timeline(timeline, upTo: first))
      } catch {
        throw .refused(error)
      }
    }
    let replacement: Timeline<Rules>.Replacement
    do throws(Timeline<Rules>.AmendingError) {
      replacement = try timeline.amending(
        places, by: words, policy: policy, isReplay: clock.isReplaying,
        detail: environment.detail)
    } catch {
      throw refusal(error)
    }
    let now = played
    // Undone moves after them are dropped.
    noteTakenBack(first..<timeline.count)
    timeline = replacement.timeline
    clock.resume(after: timeline.driver.time, at: now)
    journal?.note(move: replacement.line, digest)
    if replacement.isGiven, let journal { noteGiven(in: journal, at: first) }
    // What the later moves drew anew, they drew as before.
    noteEpoch(policy)
    journal?.note(chanceShown(by: first..<moveCount))
    return replacement.amended
  }

  /// Why a move cannot be replaced. Even that something does not fit may tell what is hidden.
  func refusal(_ error: Timeline<Rules>.AmendingError) -> CommandError {
    switch error {
    case .refused(let error): return error
    case .misfit(let number, let line, let error):
      let tells = hidesHands && !status.isOver
      if tells, let journal {
        journal.note(.secrets)
        // The refusal itself says that the game does not count.
        if journal.exclusion == nil { journal.hasSaidExclusion = true }
        journal.exclude(.undone)
      }
      return .movesNoLongerFit(number, line: line, error, excludes: tells)
    }
  }

  func rewind() {
    timeline.rewind()
    clock.resume(after: timeline.driver.time, at: timeline.driver.time)
  }

  func stepForward() -> (line: String, events: [any Event])? {
    var report = Reporter(environment.detail)
    guard let move = timeline.step(report: &report) else { return nil }
    clock.resume(after: timeline.driver.time, at: timeline.driver.time)
    return (timeline.visibleLine(of: move), report.events)
  }

  /// The time that counts as played: it stops at the end.
  private var played: GameTime { status.isOver ? timeline.driver.time : clock.time }

  /// Lets the clock go on after a jump. The time that was played is kept, whatever was undone,
  /// except in a game without an end, which is not played for time.
  private func resumeClock(at time: GameTime) {
    let last = timeline.driver.time
    clock.resume(after: last, at: kind.definition.traits.contains(.endless) ? last : time)
  }

  /// Notes in the journal that other draws come.
  private func noteEpoch(_ policy: UndoPolicy) {
    if policy == .fresh { journal?.note(.epoch(epoch)) }
  }

  /// Notes in the journal what it means for the game that moves are undone or made otherwise.
  private func noteTakenBack(_ places: Range<Int>) {
    guard let journal else { return }
    journal.noteCorrection()
    if !timeline.chanceShown(by: places).isEmpty { journal.exclude(.undone) }
  }

  /// Notes in the journal that moves from a place on are undone.
  private func noteGoingBack(to place: Int) {
    if hasRecordedEnd { journal?.noteCorrection() } else { noteTakenBack(place..<moveCount) }
  }

  var hasRecordedEnd: Bool {
    guard journal?.recordedID != nil else { return false }
    return isAtEnd ? status.isOver : Timeline(timeline, upTo: timeline.count).status.isOver
  }

  /// Whether a move would take the place of undone ones that have shown something, in a game whose end is recorded.
  private var replacesShown: Bool {
    journal?.recordedID != nil && !isAtEnd && hasRecordedEnd
      && !timeline.chanceShown(by: moveCount..<timeline.count).isEmpty
  }
}
