import ParlorKit

/// A game in progress: its log, and the state that is the fold of it.
final class TypedGame<Rules: Game>: OpenGame {
  let rules: Rules
  let number: Int
  private(set) var origin: GameOrigin
  let clock: SessionClock
  var epoch: UInt32 = 0
  var seats: [String: Seat] = [:]
  var journal: GameJournal?

  /// The state after the moves in force.
  private(set) var state: Rules.State
  /// The moves, those taken back and not yet replaced included.
  private(set) var log = MoveLog<Rules.Move>()
  /// For each move the milliseconds since the one before; empty in a game that reads no clock.
  private(set) var stamps = MoveLog<Int64>()
  /// How many moves of the log are in force.
  private(set) var moveCount = 0
  /// How many of them had an outcome of chance.
  private(set) var draws = 0

  /// The game's time at the last move in force, and the session's time that goes with it.
  private var lastMoveTime: Int64 = 0
  private var anchor: Int64
  /// Later times count as this one, so that no sum of times is too large.
  private static var latest: Int64 { 1 << 60 }
  /// The time since the last move during a replay.
  private var stillTime: Int64?
  private var checkpoints: Checkpoints<Rules.State>

  /// Opens a game.
  init(
    _ rules: Rules, number: Int, origin: GameOrigin, clock: SessionClock
  ) throws(GameError) {
    self.rules = rules
    self.number = number
    self.origin = origin
    self.clock = clock
    var chance = Chance(seed: origin.seed, draw: 0)
    let given = origin.setup
    let setup = try rules.prepare(given, chance: &chance)
    if setup.options != given.options { self.origin.note(drawn: setup.options, given.options) }
    let state = try rules.start(setup)
    let draws = origin.kind.definition.traits.contains(.drawsAtStart) ? 1 : 0
    self.draws = draws
    self.state = state
    anchor = clock.milliseconds
    checkpoints = Checkpoints(start: state, draws: draws)
  }

  var kind: GameKind { origin.kind }
  var status: GameStatus { rules.status(of: state) }
  var view: any GameView { rules.view(of: state, at: time) }
  func writeSituation(to text: inout TextWriter) {
    rules.view(of: state, at: time).writeSituation(to: &text)
  }
  func renewed(seed: Int) -> GameOrigin {
    var renewed = origin.renewed(seed: seed)
    if let words = rules.renewal(of: state) { renewed.arguments = words }
    return renewed
  }
  var opening: [any Event] { rules.opening(of: state) }
  var digest: UInt32 { digest(of: state) }
  var openingDigest: UInt32 {
    var digest = Digest()
    digest.combine(Int(truncatingIfNeeded: origin.seed))
    if let start = try? rules.start(origin.setup) { rules.digest(start, into: &digest) }
    return digest.folded
  }

  func run(_ call: Call) throws(GameError) -> MoveReport {
    switch try rules.command(call, in: state, at: time) {
    case .answer(let events): MoveReport(events: events, isMove: false)
    case .reopen(let words): MoveReport(events: [], isMove: false, reopens: words)
    case .move(let move): try play(move)
    }
  }

  func resign() throws(GameError) -> MoveReport {
    try play(rules.resignation(in: state))
  }

  func legalMoves() -> LegalLines {
    let legal = rules.legalMoves(in: state)
    return LegalLines(
      moves: legal.moves.map {
        LegalLines.Entry(line: line(of: $0), detail: rules.describe($0, in: state))
      }, forms: legal.forms)
  }

  func replay(_ body: () throws(CommandError) -> Void) throws(CommandError) {
    stillTime = 0
    defer {
      // The log may end with time that has passed since its last move.
      anchor = clock.milliseconds - (stillTime ?? 0)
      stillTime = nil
    }
    try body()
  }

  func advanceClock(milliseconds: Int64) {
    stillTime = min((stillTime ?? 0) + milliseconds, Int64(Span.limit))
  }

  /// The time of the game's own clock.
  var time: GameTime {
    guard kind.readsClock else { return .zero }
    let time = lastMoveTime + (stillTime ?? clock.milliseconds - anchor)
    return GameTime(milliseconds: min(time, Self.latest))
  }

  func play(_ move: Rules.Move) throws(GameError) -> MoveReport {
    var chance = Chance(seed: origin.seed, draw: draws, epoch: epoch)
    switch try rules.resolve(move, in: state, chance: &chance) {
    case .ignore(let reason):
      return MoveReport(events: [HostEvent.ignored(reason)], isMove: false)
    case .play(let resolved):
      var events: [any Event] = []
      let now = time
      log.truncate(to: moveCount)
      if kind.readsClock {
        stamps.truncate(to: moveCount)
        stamps.append(now.milliseconds - lastMoveTime)
      }
      log.append(resolved)
      let before = journal?.keepsLines == true ? digest : 0
      let earlier = lastMoveTime
      make(resolved, at: now) { events.append($0) }
      if let journal {
        let span = now.milliseconds - earlier
        if span > 0 {
          journal.note("clock \(Span.written(milliseconds: span))", before)
        }
        journal.note(move: line(of: resolved), digest)
        if rules.traits(of: resolved).contains(.draws), !chance.hasDrawn,
          !rules.countsGivenOutcomes(origin.setup)
        {
          journal.exclude(.given)
        }
      }
      return MoveReport(events: events, isMove: true, hasDrawn: chance.hasDrawn)
    }
  }

  /// Applies a move that stands in the log at `moveCount`.
  private func make(
    _ move: Rules.Move, at time: GameTime, emit: (Rules.Happening) -> Void
  ) {
    rules.apply(move, to: &state, at: time, emit: emit)
    moveCount += 1
    if rules.traits(of: move).contains(.draws) { draws += 1 }
    anchor += time.milliseconds - lastMoveTime
    lastMoveTime = time.milliseconds
    if stillTime != nil { stillTime = 0 }
    if checkpoints.isDue(after: moveCount) {
      checkpoints.note(state, moves: moveCount, draws: draws, time: lastMoveTime)
    }
  }

  /// What is no step goes with the step that follows it.
  func undo(_ steps: Int, policy: UndoPolicy) throws(CommandError) -> [String] {
    var target = moveCount
    var found = 0
    while target > 0, found < steps || !isStep(at: target - 1) {
      target -= 1
      if isStep(at: target) { found += 1 }
    }
    guard found == steps else { throw .nothingToUndo(asked: steps, possible: found) }
    let moves = (target..<moveCount).map { log[$0] }
    if policy == .forbid, moves.contains(where: { rules.traits(of: $0).contains(.draws) }) {
      throw .undoForbidden
    }
    let undone = moves.map(visibleLine(of:))
    takeBack(to: target, policy: policy)
    journal?.note(steps == 1 ? "undo" : "undo \(steps)", digest)
    return undone
  }

  /// Takes moves back; the journal learns what that means for the game.
  private func takeBack(to target: Int, policy: UndoPolicy) {
    if let journal {
      if status.isOver { journal.exclude(.reopened) }
      let hasShown = (target..<moveCount).contains {
        !rules.traits(of: log[$0]).isDisjoint(with: [.draws, .reveals])
      }
      if hasShown { journal.exclude(.undone) }
    }
    rewind(to: target)
    if policy == .fresh {
      epoch &+= 1
      journal?.note(.epoch(epoch))
    }
  }

  func redo(_ steps: Int) throws(CommandError) -> [String] {
    var target = moveCount
    var found = 0
    while found < steps, let step = (target..<log.count).first(where: isStep(at:)) {
      target = step + 1
      found += 1
    }
    guard found == steps else { throw .nothingToRedo(asked: steps, possible: found) }
    // Behind the last step there may be moves that are none.
    if !(target..<log.count).contains(where: isStep(at:)) { target = log.count }
    let redone = (moveCount..<target).map { visibleLine(of: log[$0]) }
    replay(to: target)
    journal?.note(steps == 1 ? "redo" : "redo \(steps)", digest)
    return redone
  }

  var loggedCount: Int { log.count }

  func go(to target: Int, policy: UndoPolicy) throws(CommandError) {
    guard target <= log.count else { throw .noSuchMove(target, moves: log.count) }
    if target < moveCount {
      let moves = (target..<moveCount).map { log[$0] }
      if policy == .forbid, moves.contains(where: { rules.traits(of: $0).contains(.draws) }) {
        throw .undoForbidden
      }
      takeBack(to: target, policy: policy)
    } else {
      replay(to: target)
    }
    noteWhereabouts()
  }

  func noteWhereabouts() { journal?.note("goto \(moveCount)", digest) }

  var nextSpan: Int64?? {
    guard moveCount < log.count else { return nil }
    return .some(kind.readsClock ? stamps[moveCount] : nil)
  }

  func stepForward() -> (line: String, events: [any Event])? {
    guard moveCount < log.count else { return nil }
    let move = log[moveCount]
    var events: [any Event] = []
    make(move, at: GameTime(milliseconds: lastMoveTime + stamp(at: moveCount))) {
      events.append($0)
    }
    anchor = clock.milliseconds
    return (visibleLine(of: move), events)
  }

  func takeUp() throws(GameError) {
    if let move = rules.resumption(in: state) { _ = try play(move) }
  }

  var restTime: Int64 { time.milliseconds - lastMoveTime }
  var sessionTime: Int64 { clock.milliseconds }

  private func isStep(at index: Int) -> Bool { rules.traits(of: log[index]).contains(.step) }

  /// Goes back to a prefix of the log.
  private func rewind(to target: Int) {
    let checkpoint = checkpoints.last(before: target)
    state = checkpoint.state
    moveCount = checkpoint.moves
    draws = checkpoint.draws
    lastMoveTime = checkpoint.time
    replay(to: target)
  }

  private func replay(to target: Int) {
    while moveCount < target {
      let time = GameTime(milliseconds: lastMoveTime + stamp(at: moveCount))
      make(log[moveCount], at: time) { _ in }
    }
    anchor = clock.milliseconds
    if stillTime != nil { stillTime = 0 }
  }

  func record() throws(GameError) -> GameRecord {
    var time: Int64 = 0
    var steps: [GameHistory<Rules>.Step] = []
    for index in 0..<moveCount {
      time += stamp(at: index)
      steps.append(.init(log[index], at: GameTime(milliseconds: time)))
    }
    return rules.record(of: try GameHistory(rules, origin.setup, steps: steps))
  }

  func forEachVisibleLine(_ body: (String) -> Void) {
    body(origin.line(masked: !status.isOver))
    for index in 0..<moveCount {
      if stamp(at: index) > 0 { body("clock \(Span.written(milliseconds: stamp(at: index)))") }
      body(visibleLine(of: log[index]))
    }
  }

  func forEachLine(untilNow: Bool, _ body: (String, UInt32) -> Void) {
    guard var folded = try? rules.start(origin.setup) else { return }
    body(origin.line(masked: false), openingDigest)
    var time: Int64 = 0
    for index in 0..<moveCount {
      let stamp = stamp(at: index)
      if stamp > 0 {
        time += stamp
        body("clock \(Span.written(milliseconds: stamp))", digest(of: folded))
      }
      rules.apply(log[index], to: &folded, at: GameTime(milliseconds: time)) { _ in }
      body(line(of: log[index]), digest(of: folded))
    }
    let rest = restTime
    if untilNow, rest > 0, !status.isOver {
      body("clock \(Span.written(milliseconds: rest))", digest(of: folded))
    }
  }

  /// The milliseconds between a move and the one before.
  private func stamp(at index: Int) -> Int64 { kind.readsClock ? stamps[index] : 0 }

  /// The line of a move as the players may see it.
  private func visibleLine(of move: Rules.Move) -> String {
    guard !status.isOver else { return line(of: move) }
    var text = TextWriter()
    rules.writeMasked(move, to: &text)
    return text.string
  }

  private func line(of move: Rules.Move) -> String {
    var text = TextWriter()
    rules.write(move, to: &text)
    return text.string
  }

  private func digest(of state: Rules.State) -> UInt32 {
    var digest = Digest()
    rules.digest(state, into: &digest)
    return digest.folded
  }
}

extension Game {
  /// Opens a game of this kind.
  func open(
    number: Int, origin: GameOrigin, clock: SessionClock
  ) throws(GameError) -> any OpenGame {
    try TypedGame(self, number: number, origin: origin, clock: clock)
  }
}
