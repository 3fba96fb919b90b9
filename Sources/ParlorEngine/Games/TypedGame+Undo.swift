import ParlorKit

/// Taking moves back, making them again, and amending them.
extension TypedGame {
  // MARK: - Undo

  var loggedCount: Int { log.moves.count }
  var revealingMoves: [Int] {
    (1..<moveCount + 1).filter { state.traits(of: log.moves[$0 - 1]).contains(.reveals) }
  }
  var canUndo: Bool {
    !amendments.isEmpty || (0..<moveCount).reversed().contains { isStop(log.moves[$0]) }
  }

  /// Moves at which undo does not stop are undone with the stop before them. Undoing an amendment
  /// restores the log before it, with such moves at its end.
  func undo(
    _ steps: Int, policy: UndoPolicy, passingBots: Bool
  ) throws(CommandError) -> [LoggedMove] {
    var target = moveCount
    var found = 0
    var stops = 0
    var log = log
    var amended = 0
    var undone: [LoggedMove] = []
    // Where the log ended before the last amendment that is undone, if nothing else is undone before.
    var endOfLog: Int?
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
        undone.insert(
          LoggedMove(
            line: amendment.line(visibleLine(of: amendment.move, isInForce: amended == 0))),
          at: 0)
        log = amendment.log
        amended += 1
        found += 1
        stops += 1
        if found == steps { endOfLog = target }
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
    guard found == steps else { throw .nothingToUndo(possible: found) }
    let isSingle = amended == 0 && end == target + 1
    if isSingle {
      undone = [LoggedMove(number: end, line: visibleLine(of: log.moves[target]))]
    } else if endOfLog == nil {
      leave()
    }
    let first = amendments.suffix(amended).reduce(endOfLog ?? target) { min($0, $1.number - 1) }
    try check(policy, from: first)
    let now = timeNow
    noteTakenBack(from: first)
    for _ in 0..<amended { swapLog(&amendments, &undoneAmendments) }
    goBack(to: target, policy: policy, now)
    // Who made a single move is known without a replay.
    if isSingle { undone[0].player = player(toMoveIn: driver) }
    journal?.note(stops == 1 ? "undo" : "undo \(stops)", digest)
    // In a journal `undo` goes back to a stop, as in those of earlier versions; `goto` says the rest.
    if let endOfLog, moveCount < endOfLog, replayedTime == nil {
      advance(to: endOfLog)
      keep(now)
      notePosition()
    }
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
        redone += moves(begin..<target, of: amended == 0 ? nil : log)
        redone.append(
          LoggedMove(line: amendment.line(visibleLine(of: amendment.move, isInForce: false))))
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
    guard found == steps else { throw .nothingToRedo(possible: found) }
    // Moves after the last stop go with it.
    if nextStop() == nil { target = log.moves.count }
    redone += moves(begin..<target, of: amended == 0 ? nil : log)
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

  func check(_ policy: UndoPolicy, from place: Int) throws(CommandError) {
    guard policy == .forbid else { return }
    if (place..<moveCount).contains(where: isDraw(at:)) { throw .undoForbidden }
  }

  /// Undoes moves; the clock goes on from a time.
  func goBack(to target: Int, policy: UndoPolicy, _ now: Int64) {
    driver = checkpoints.last(before: target)
    readDriver()
    for distance in Checkpoints<GameDriver<Rules>>.trailDistances
    where moveCount < target - distance {
      advance(to: target - distance)
      checkpoints.addToTrail(driver, after: moveCount)
    }
    advance(to: target)
    keep(now)
    renewDraws(policy)
  }

  func renewDraws(_ policy: UndoPolicy) {
    guard policy == .fresh else { return }
    epoch &+= 1
    journal?.note(.epoch(epoch))
  }

  /// Notes in the journal how undoing or amending the moves from a place on affects whether the
  /// game counts.
  func noteTakenBack(from place: Int) {
    guard let journal else { return }
    journal.noteCorrection()
    if !movesShow(place..<moveCount).isEmpty { journal.exclude(.undone) }
  }

  /// What moves of the log show.
  private func movesShow(_ places: Range<Int>) -> ShownChance {
    var shown: ShownChance = []
    for place in places {
      if isDraw(at: place) { shown.insert(.draws) }
      if state.traits(of: log.moves[place]).contains(.reveals) { shown.insert(.secrets) }
    }
    return shown
  }

  /// What moves of the log have shown, the last of which was just made: the end tells all.
  func chanceShown(by places: Range<Int>) -> ShownChance {
    let shown = movesShow(places)
    let hides = kind.definition.traits.contains(.hidesDraws) || origin.hidesSeed
    return hides && status.isOver ? shown.union(.secrets) : shown
  }

  /// Whether the outcome of a move was drawn, rather than given by the players.
  func isDraw(at place: Int) -> Bool {
    !log.isGiven(at: place) && state.traits(of: log.moves[place]).contains(.draws)
      && !rules.countsGivenOutcomes(driver.configuration)
  }

  /// Makes moves of the log again, up to a place.
  func advance(to target: Int) {
    while moveCount < target {
      let next = (moveCount / leastCheckpointSpacing + 1) * leastCheckpointSpacing
      Rules.replay(log, to: min(next, target), in: &driver)
      readDriver()
      if moveCount == next { keepCheckpoint() }
    }
    anchor = clock.milliseconds
    if replayedTime != nil { replayedTime = 0 }
  }

  func isStop(_ move: Rules.Move) -> Bool { state.traits(of: move).contains(.undoStop) }

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
      let time = replayed.time.milliseconds + log.pause(before: replayed.moveCount)
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
        milliseconds: replayed.time.milliseconds + log.pause(before: place))
      move = try resolve(try self.move(words, in: replayed, at: time), in: replayed, &chance)
    } catch {
      throw .refused(error)
    }
    let player = self.player(toMoveIn: replayed)
    amended.append(move, at: place, after: log.pause(before: place))
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
        amended.append(resolved, at: next, after: log.pause(before: next))
        if log.isGiven(at: next) { amended.noteGiven() }
        apply(resolved, &report)
      } catch {
        // Even the refusal may reveal what is hidden.
        let tells = kind.definition.traits.contains(.hidesDraws) && !status.isOver
        if tells { noteTold() }
        throw .movesNoLongerFit(next + 1, line: visibleLine(of: move), error, excludes: tells)
      }
    }
    let now = timeNow
    noteTakenBack(from: place)
    if isGiven, !rules.countsGivenOutcomes(driver.configuration) { journal?.exclude(.given) }
    amendments.removeAll { $0.place > moveCount }
    log.truncate(to: moveCount)
    amendments.append(
      Amendment(number: number, move: move, place: moveCount, log: log))
    undoneAmendments = []
    hasAmended = true
    log = amended
    driver = replayed
    readDriver()
    self.checkpoints = checkpoints
    anchor = clock.milliseconds - max(0, now - lastTime)
    if replayedTime != nil { replayedTime = 0 }
    renewDraws(policy)
    journal?.note(move: "amend \(number) \(driver.line(of: move))", digest)
    journal?.note(chanceShown(by: place..<moveCount))
    return Amended(
      move: LoggedMove(number: number, line: visibleLine(of: move), player: player),
      before: before, events: status.isOver || number == moveCount ? report.events : [],
      hasDrawn: chance.hasDrawn)
  }

  /// Notes that a refusal may have revealed what is hidden; the refusal itself says that the game
  /// does not count.
  private func noteTold() {
    guard let journal else { return }
    journal.note(.secrets)
    if journal.exclusion == nil { journal.hasSaidExclusion = true }
    journal.exclude(.undone)
  }

  /// The move that is meant in a position.
  func move(
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
  func resolve(
    _ move: Rules.Move, in driver: GameDriver<Rules>, _ chance: inout Chance
  ) throws(GameError) -> Rules.Move {
    switch try driver.resolve(move, chance: &chance) {
    case .play(let move): return move
    case .ignore(let reason): throw .illegal(reason)
    }
  }

  /// Replaces the log by that of the last amendment of a list, which goes to the other list.
  func swapLog(
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
    1 <= number && number <= moveCount ? TypedGame(self, at: number - 1, number: self.number) : nil
  }

  // MARK: - The moves one by one

  func moves(from number: Int) -> [LoggedMove] {
    guard 1...max(moveCount, 1) ~= number else { return [] }
    return moves((number - 1)..<moveCount, withRounds: true)
  }

  /// Moves of the log, or of another one, with who made them, if several play, and in which round.
  func moves(
    _ range: Range<Int>, of other: MoveRecord<Rules.Move>? = nil, withRounds: Bool = false
  ) -> [LoggedMove] {
    if range.isEmpty { return [] }
    let log = other ?? self.log
    let isForSeveral = players.count > 1
    guard isForSeveral || withRounds else {
      return range.map {
        LoggedMove(number: $0 + 1, line: visibleLine(of: log.moves[$0], isInForce: other == nil))
      }
    }
    var moves: [LoggedMove] = []
    var replayed =
      other != nil
      ? checkpoints.nearest(before: 0)
      : range.lowerBound >= moveCount ? driver : checkpoints.nearest(before: range.lowerBound)
    for place in replayed.moveCount..<range.upperBound {
      let move = log.moves[place]
      if range.contains(place) {
        let round =
          withRounds
          ? replayed.state.view(for: nil, at: replayed.time).fields["round"]?.integer : nil
        moves.append(
          LoggedMove(
            number: place + 1, line: visibleLine(of: move, isInForce: other == nil),
            player: isForSeveral ? player(toMoveIn: replayed) : nil, round: round))
      }
      // Replaying would copy a long game: avoid it if nothing follows.
      if place + 1 < range.upperBound { Rules.replay(log, to: place + 1, in: &replayed) }
    }
    return moves
  }

  /// The name of the player whose turn it is in a state.
  func player(toMoveIn driver: GameDriver<Rules>) -> String? {
    guard let turn = driver.status.turn else { return nil }
    let players = driver.state.players ?? players
    return players.count > 1 && players.indices.contains(turn) ? players[turn] : nil
  }

  /// For each move of a log whether a person made it, as the seats are now; `nil` if that makes no
  /// difference.
  func decisions(in log: MoveRecord<Rules.Move>) -> [Bool]? {
    guard !seats.isEmpty else { return nil }
    let players = players
    guard players.contains(where: { seats[$0] == nil }), var replayed = start else { return nil }
    return (0..<log.moves.count).map { place in
      let turn = replayed.status.turn
      let names = replayed.state.players ?? players
      Rules.replay(log, to: place + 1, in: &replayed)
      guard let turn, names.indices.contains(turn) else { return true }
      return seats[names[turn]] == nil
    }
  }

  func pauseBeforeNextMove(or pause: Int64) -> Int64? {
    guard moveCount < log.moves.count else { return nil }
    return kind.readsClock ? log.pause(before: moveCount) : pause
  }

  func stepForward() -> (line: String, events: [any Event])? {
    guard moveCount < log.moves.count else { return nil }
    let move = log.moves[moveCount]
    var report = Reporter(environment.detail)
    let time = GameTime(milliseconds: lastTime + log.pause(before: moveCount))
    driver.apply(move, at: time, report: &report)
    readDriver()
    keepCheckpoint()
    anchor = clock.milliseconds
    if replayedTime != nil { replayedTime = 0 }
    return (visibleLine(of: move), report.events)
  }
}

/// A change of a log by `amend`: a step of `undo` that replaces the log as a whole.
struct Amendment<Move: Sendable> {
  /// The number of the move that was replaced, from 1.
  var number: Int
  /// The move that took its place, with its outcome: its line may have to be masked.
  var move: Move
  /// How many moves had been made then.
  var place: Int
  /// The log on the other side of the change.
  var log: MoveRecord<Move>

  /// The line of `amend` that did it, with a line of the move.
  func line(_ move: String) -> String { "amend \(number) \(move)" }
}
