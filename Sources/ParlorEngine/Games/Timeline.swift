import ParlorKit

/// A game along its log: the moves in force, which led to the state, and after them the moves that
/// were undone and not yet replaced.
///
/// A timeline is a value: a copy is another course of the same game. It knows no clock, no journal
/// and no bots.
struct Timeline<Rules: Game> {
  // Copies of what the driver says: a property of a generic type is read by copying all of it.
  private(set) var moveCount: Int
  private(set) var status: GameStatus
  /// Whether there are amendments, done or undone. Asking the lists would look up their types at
  /// every move.
  private var isAmended = false
  /// How often an undo has asked for other draws.
  var epoch: UInt32 = 0
  /// Plays the moves in force.
  private(set) var driver: GameDriver<Rules>
  private(set) var log: MoveRecord<Rules.Move>
  private(set) var checkpoints: Checkpoints<GameDriver<Rules>>
  /// What `amend` has changed, oldest first.
  private var amendments: [Amendment] = [] { didSet { noteAmendments() } }
  /// The amendments that were undone, the next one last.
  private var undoneAmendments: [Amendment] = [] { didSet { noteAmendments() } }
  /// The players, where the state does not name them.
  private let namedPlayers: [String]

  /// A change of a log by `amend`: a step of `undo` that replaces the log as a whole.
  fileprivate struct Amendment {
    /// The places in the log of the moves that were replaced.
    var places: Range<Int>
    /// The move that took their place, with its outcome, if any: its line may have to be masked.
    var move: Rules.Move?
    /// How many moves were in force after the change.
    var place: Int
    /// How many moves were in force before it.
    var left: Int
    /// The log on the other side of the change.
    var log: MoveRecord<Rules.Move>
  }

  /// A game before its first move.
  init(
    _ rules: Rules, _ configuration: GameConfiguration<Rules.Options>, namedPlayers: [String],
    readsClock: Bool
  ) throws(GameError) {
    driver = try GameDriver(rules, configuration)
    log = MoveRecord(readsClock: readsClock)
    checkpoints = Checkpoints(start: driver)
    self.namedPlayers = namedPlayers
    moveCount = driver.moveCount
    status = driver.status
  }

  /// Another course of a game, from a place of its log on, without its later moves and amendments.
  init(_ other: Timeline, upTo place: Int) {
    self = other
    amendments = []
    undoneAmendments = []
    log = MoveRecord(log, upTo: place)
    driver = checkpoints.nearest(before: place)
    Rules.replay(log, to: place, in: &driver)
    readDriver()
  }

  var rules: Rules { driver.rules }
  var state: Rules.State { _read { yield driver.state } }
  var players: [String] { driver.state.players ?? namedPlayers }

  /// The game before its first move.
  var start: GameDriver<Rules> { checkpoints.start }

  /// Brings the copies of what the driver says up to date.
  private mutating func readDriver() {
    moveCount = driver.moveCount
    status = driver.status
  }

  private mutating func keepCheckpoint() {
    if checkpoints.isDue(after: moveCount) { checkpoints.add(driver, after: moveCount) }
  }

  // MARK: - Moves

  /// Runs a call of one of the game's commands, and logs the move that it makes.
  ///
  /// - Parameter isReplay: whether the move was made before, so that its outcome is not given now.
  mutating func run(
    _ call: Call, at time: GameTime, isReplay: Bool, report: inout Reporter
  ) throws(GameError) -> CallOutcome {
    let outcome = try Rules.run(
      call, in: &driver, log: &log, at: time, epoch: epoch, report: &report)
    note(outcome, isReplay: isReplay)
    return outcome
  }

  /// Makes a move and logs it.
  mutating func make(
    _ move: Rules.Move, at time: GameTime, isReplay: Bool, report: inout Reporter
  ) throws(GameError) -> CallOutcome {
    let outcome = try driver.make(move, log: &log, at: time, epoch: epoch, report: &report)
    note(outcome, isReplay: isReplay)
    return outcome
  }

  private mutating func note(_ outcome: CallOutcome, isReplay: Bool) {
    guard case .moved(_, let isGiven, let status) = outcome else { return }
    if isGiven, !isReplay { log.noteGiven() }
    if isAmended { dropReplacedAmendments(before: moveCount) }
    moveCount += 1
    self.status = status
    if moveCount.isMultiple(of: leastCheckpointSpacing) { keepCheckpoint() }
  }

  private mutating func noteAmendments() {
    isAmended = !amendments.isEmpty || !undoneAmendments.isEmpty
  }

  /// Drops the amendments that can no longer be undone or made again, since a move is made at a
  /// place.
  private mutating func dropReplacedAmendments(before place: Int) {
    var reachable = place
    while let last = amendments.last, last.place > reachable {
      amendments.removeLast()
      // What was amended before it counted the moves otherwise.
      if last.place != last.left { reachable = min(reachable, last.places.lowerBound) }
    }
    undoneAmendments = []
  }

  /// The next move of the log, with the time before it; nil at the end.
  var next: (move: Rules.Move, pause: Int64)? {
    moveCount < log.moves.count ? (log.moves[moveCount], log.pause(before: moveCount)) : nil
  }

  /// Makes the next move of the log again.
  ///
  /// - Returns: the move; nil at the end.
  mutating func step(report: inout Reporter) -> Rules.Move? {
    guard let (move, pause) = next else { return nil }
    apply(move, after: pause, &report)
    return move
  }

  /// Makes a move that is in the log.
  private mutating func apply(_ move: Rules.Move, after pause: Int64, _ report: inout Reporter) {
    driver.apply(
      move, at: GameTime(milliseconds: driver.time.milliseconds + pause), report: &report)
    readDriver()
    keepCheckpoint()
  }

  // MARK: - Jumps

  /// Makes moves of the log again, up to a place.
  mutating func advance(to target: Int) {
    while moveCount < target {
      let next = (moveCount / leastCheckpointSpacing + 1) * leastCheckpointSpacing
      Rules.replay(log, to: min(next, target), in: &driver)
      readDriver()
      if moveCount == next { keepCheckpoint() }
    }
  }

  /// Goes back to the beginning, as far as the moves in force are concerned.
  mutating func rewind() {
    driver = checkpoints.last(before: 0)
    readDriver()
  }

  /// Undoes moves.
  mutating func goBack(to target: Int, policy: UndoPolicy) {
    driver = checkpoints.last(before: target)
    readDriver()
    for distance in Checkpoints<GameDriver<Rules>>.trailDistances
    where moveCount < target - distance {
      advance(to: target - distance)
      checkpoints.addToTrail(driver, after: moveCount)
    }
    advance(to: target)
    if policy == .fresh { epoch &+= 1 }
  }

  /// Refuses what takes back draws from a place on, if they cannot be undone.
  func check(_ policy: UndoPolicy, from place: Int) throws(CommandError) {
    guard policy == .forbid else { return }
    if (place..<moveCount).contains(where: isDraw(at:)) { throw .undoForbidden }
  }

  // MARK: - Undo and redo

  /// The way along the log that an `undo` or a `redo` takes.
  struct Way {
    /// The log that it leads to.
    fileprivate var log: MoveRecord<Rules.Move>
    /// How many moves are in force at its end.
    fileprivate var place: Int
    /// The amendments on it.
    private(set) var amended = 0
    /// The moves on it that `undo` stops at, and the amendments.
    fileprivate(set) var stops = 0
    /// The moves on it, in the order of the log; those up to ``edge`` are still to be added.
    fileprivate(set) var moves: [LoggedMove] = []
    fileprivate var edge: Int
    /// The place of the first move that it takes back.
    fileprivate(set) var first: Int
    /// Where the log ended before the last amendment that is undone, if nothing else is undone
    /// before.
    fileprivate(set) var endOfLog: Int?

    fileprivate init(_ log: MoveRecord<Rules.Move>, from place: Int) {
      self.log = log
      self.place = place
      edge = place
      first = place
    }

    /// Goes over to the log on the other side of an amendment.
    fileprivate mutating func cross(_ amendment: Amendment) {
      log = amendment.log
      place = amendment.left
      edge = place
      amended += 1
      stops += 1
    }
  }

  /// The way back over steps. Moves that are no undo stop are undone with the stop before them. An
  /// amendment that is undone leaves the log as it was before, with such moves at its end.
  ///
  /// - Parameter seats: the bots, whose moves are no steps as long as a person plays.
  func wayBack(_ steps: Int, passing seats: [String: Seat]) throws(CommandError) -> Way {
    var way = Way(log, from: moveCount)
    var found = 0
    var decisions = decisions(in: log, seats)
    func leave() {
      let places = way.place..<way.edge
      way.moves = moves(places, of: way.amended == 0 ? nil : way.log) + way.moves
      way.edge = way.place
    }
    while found < steps || way.place > 0 && !isStop(way.log.moves[way.place - 1]) {
      if let amendment = amendments.dropLast(way.amended).last, amendment.place == way.place {
        guard found < steps else { break }
        leave()
        let line = line(of: amendment, isInForce: way.amended == 0)
        way.moves.insert(LoggedMove(line: line), at: 0)
        way.cross(amendment)
        found += 1
        if found == steps { way.endOfLog = way.place }
        decisions = self.decisions(in: way.log, seats)
        continue
      }
      guard way.place > 0 else { break }
      way.place -= 1
      guard isStop(way.log.moves[way.place]) else { continue }
      way.stops += 1
      if decisions?[way.place] ?? true { found += 1 }
    }
    guard found == steps else { throw .nothingToUndo(possible: found) }
    if way.amended == 0, way.edge == way.place + 1 {
      way.moves = [LoggedMove(number: way.edge, line: visibleLine(of: log.moves[way.place]))]
    } else if way.endOfLog == nil {
      leave()
    }
    way.first = amendments.suffix(way.amended).reduce(way.endOfLog ?? way.place) {
      min($0, $1.places.lowerBound)
    }
    return way
  }

  /// The way forward over undone steps.
  func wayForward(_ steps: Int, passing seats: [String: Seat]) throws(CommandError) -> Way {
    var way = Way(log, from: moveCount)
    var found = 0
    var decisions = decisions(in: log, seats)
    func nextStop() -> Int? {
      (way.place..<way.log.moves.count).first { isStop(way.log.moves[$0]) }
    }
    func arrive() {
      way.moves += moves(way.edge..<way.place, of: way.amended == 0 ? nil : way.log)
    }
    while found < steps {
      if let stop = nextStop() {
        way.place = stop + 1
        way.stops += 1
        // What bots did after a move comes with it.
        while let next = nextStop(), !(decisions?[next] ?? true) {
          way.place = next + 1
          way.stops += 1
        }
      } else if let amendment = undoneAmendments.dropLast(way.amended).last {
        arrive()
        way.moves.append(LoggedMove(line: line(of: amendment, isInForce: false)))
        way.cross(amendment)
        decisions = self.decisions(in: way.log, seats)
      } else {
        break
      }
      found += 1
    }
    guard found == steps else { throw .nothingToRedo(possible: found) }
    // Moves after the last stop go with it.
    if nextStop() == nil { way.place = way.log.moves.count }
    arrive()
    return way
  }

  /// Goes a way back.
  ///
  /// - Returns: the undone moves in the order in which they were made.
  mutating func undo(_ way: Way, policy: UndoPolicy) -> [LoggedMove] {
    for _ in 0..<way.amended {
      guard let amendment = amendments.popLast() else { break }
      let undone = cross(amendment)
      undoneAmendments.append(undone)
    }
    goBack(to: way.place, policy: policy)
    var undone = way.moves
    // Who made a single move is known without a replay.
    if way.amended == 0, undone.count == 1 {
      undone[0].player = player(of: log.moves[way.place])
    }
    return undone
  }

  /// Goes a way forward.
  mutating func redo(_ way: Way) {
    for _ in 0..<way.amended {
      guard let amendment = undoneAmendments.popLast() else { break }
      let redone = cross(amendment)
      amendments.append(redone)
    }
    advance(to: way.place)
  }

  /// Puts the log on the other side of an amendment in place of this one.
  ///
  /// - Returns: the amendment with the log that was left.
  private mutating func cross(_ amendment: Amendment) -> Amendment {
    var other = amendment
    other.log = log
    log = amendment.log
    driver = checkpoints.last(before: amendment.places.lowerBound)
    readDriver()
    swap(&other.place, &other.left)
    advance(to: other.place)
    return other
  }

  /// The name of the player whose move it would be now, if several play and it is part of a turn.
  private func player(of move: Rules.Move) -> String? {
    state.traits(of: move).contains(.changesPlayers) ? nil : player(toMoveIn: driver)
  }

  /// The line of `amend` that did it.
  private func line(of amendment: Amendment, isInForce: Bool) -> String {
    AmendedPlaces(amendment.places).line(
      amendment.move.map { visibleLine(of: $0, isInForce: isInForce) })
  }

  /// For each move of a log whether a person made it, as the seats are now; nil if that makes no
  /// difference.
  private func decisions(
    in log: MoveRecord<Rules.Move>, _ seats: [String: Seat]
  ) -> [Bool]? {
    guard !seats.isEmpty else { return nil }
    let players = players
    guard players.contains(where: { seats[$0] == nil }) else { return nil }
    var replayed = start
    return (0..<log.moves.count).map { place in
      let turn = replayed.status.turn
      let names = replayed.state.players ?? players
      Rules.replay(log, to: place + 1, in: &replayed)
      guard let turn, names.indices.contains(turn) else { return true }
      return seats[names[turn]] == nil
    }
  }

  // MARK: - Amending

  /// What `amend` makes of a timeline.
  struct Replacement {
    var timeline: Timeline
    var amended: Amended
    /// The canonical line of the change, with the outcome of the new move.
    var line: String
    /// Whether a person said what the outcome was.
    var isGiven: Bool
  }

  /// Why a move cannot be replaced.
  enum AmendingError: Error {
    case refused(CommandError)
    /// A later move no longer fits, for a reason.
    case misfit(number: Int, line: String, GameError)
  }

  /// The timeline with moves in force replaced by one or none, and those after them made again,
  /// their outcomes as they are.
  ///
  /// - Parameters:
  ///   - places: the places of the moves; empty if the new move is inserted.
  ///   - words: the new move; nil to delete moves.
  ///   - isReplay: whether this was done before, so that no outcome is given now.
  func amending(
    _ amended: AmendedPlaces, by words: AmendingMove?, policy: UndoPolicy, isReplay: Bool,
    detail: Reporter.Detail
  ) throws(AmendingError) -> Replacement {
    let places = amended.range
    guard places.lowerBound < moveCount, places.upperBound <= moveCount else {
      throw .refused(.noSuchMove(max(amended.number, places.upperBound), moves: moveCount))
    }
    let place = places.lowerBound
    do throws(CommandError) { try check(policy, from: place) } catch { throw .refused(error) }
    var other = self
    other.driver = other.checkpoints.last(before: place)
    other.readDriver()
    other.advance(to: place)
    other.log = MoveRecord(log, upTo: place)
    if policy == .fresh { other.epoch &+= 1 }
    var chance = other.driver.chance(epoch: other.epoch)
    var report = Reporter(detail)
    var (isGiven, change) = (false, Amended(before: moves(places)))
    var move: Rules.Move?
    if let words {
      // A move that is inserted takes no time.
      let pause = places.isEmpty ? 0 : log.pause(before: place)
      let resolved: Rules.Move
      do throws(GameError) {
        let time = GameTime(milliseconds: other.driver.time.milliseconds + pause)
        resolved = try other.resolve(try other.move(words, at: time), &chance)
      } catch {
        throw .refused(.refused(error))
      }
      let player = other.player(of: resolved)
      other.append(resolved, after: pause, &report)
      isGiven = !chance.hasDrawn && !isReplay && other.state.traits(of: resolved).contains(.draws)
      if isGiven { other.log.noteGiven() }
      change.move = LoggedMove(
        number: place + 1, line: other.visibleLine(of: resolved), player: player)
      move = resolved
    }
    try other.appendMoves(of: self, places.upperBound..<moveCount, detail, &report)
    var left = log
    left.truncate(to: moveCount)
    other.dropReplacedAmendments(before: moveCount)
    other.amendments.append(
      Amendment(
        places: places, move: move, place: other.moveCount, left: moveCount, log: left))
    if other.status.isOver || places.upperBound == moveCount { change.events = report.events }
    change.hasDrawn = chance.hasDrawn
    return Replacement(
      timeline: other, amended: change, line: amended.line(move.map(other.driver.line)),
      isGiven: isGiven)
  }

  /// Makes the moves of another course again, each in a state that may differ.
  ///
  /// - Parameters:
  ///   - places: which of them.
  ///   - report: becomes what the last of them reports.
  ///   - name: a player's name and the one to write in its place, if any.
  private mutating func appendMoves(
    of other: Timeline, _ places: Range<Int>, _ detail: Reporter.Detail,
    _ report: inout Reporter, renaming name: (old: String, new: String)? = nil
  ) throws(AmendingError) {
    for place in places {
      var move = other.log.moves[place]
      if let name { move = state.renaming(name.old, to: name.new, in: move) }
      report = Reporter(detail)
      do throws(GameError) {
        var unused = driver.chance(epoch: other.epoch)
        let resolved = try resolve(move, &unused)
        append(resolved, after: other.log.pause(before: place), &report)
        if other.log.isGiven(at: place) { log.noteGiven() }
      } catch {
        throw .misfit(number: place + 1, line: other.visibleLine(of: move), error)
      }
    }
  }

  /// The timeline of the same game in which a player has another name.
  ///
  /// - Parameter configuration: that of the game with the other name.
  func renaming(
    _ player: String, to name: String, _ configuration: GameConfiguration<Rules.Options>,
    namedPlayers: [String]
  ) throws(AmendingError) -> Timeline {
    var start: Timeline
    do throws(GameError) {
      start = try Timeline(
        rules, configuration, namedPlayers: namedPlayers, readsClock: log.readsClock)
    } catch {
      throw .refused(.refused(error))
    }
    start.epoch = epoch
    func renamed(_ log: MoveRecord<Rules.Move>) throws(AmendingError) -> Timeline {
      var (old, new) = (self, start)
      old.log = log
      var report = Reporter.none
      try new.appendMoves(
        of: old, 0..<log.moves.count, [], &report, renaming: (player, name))
      return new
    }
    func renamed(_ amendments: [Amendment]) throws(AmendingError) -> [Amendment] {
      var result = amendments
      for index in result.indices {
        result[index].log = try renamed(result[index].log).log
        result[index].move = result[index].move.map {
          start.state.renaming(player, to: name, in: $0)
        }
      }
      return result
    }
    var other = try renamed(log)
    other.amendments = try renamed(amendments)
    other.undoneAmendments = try renamed(undoneAmendments)
    other.goBack(to: moveCount, policy: .same)
    return other
  }

  private mutating func append(_ move: Rules.Move, after pause: Int64, _ report: inout Reporter) {
    log.append(move, at: moveCount, after: pause)
    apply(move, after: pause, &report)
  }

  /// The move that is meant now.
  func move(
    _ words: AmendingMove, at time: GameTime
  ) throws(GameError) -> Rules.Move {
    switch words {
    case .resignation: return try state.resignation
    case .leaving(let player): return try state.leaving(player)
    case .joining(let name, let score?): return try state.joining(name, score: score)
    case .joining(let name, nil):
      throw PlayerChange.scoreIsMissing(of: name, lowest: try state.joiningScore)
    case .call(let call):
      guard case .move(let move) = try driver.intent(of: call, at: time) else {
        throw .badArgument("`\(call.verb)` is not a move")
      }
      return move
    }
  }

  /// A move with its outcome; one without an effect is an error.
  private func resolve(
    _ move: Rules.Move, _ chance: inout Chance
  ) throws(GameError) -> Rules.Move {
    switch try driver.resolve(move, chance: &chance) {
    case .play(let move): return move
    case .ignore(let reason): throw .illegal(reason)
    }
  }

  // MARK: - What moves show

  var canUndo: Bool {
    !amendments.isEmpty || (0..<moveCount).reversed().contains { isStop(log.moves[$0]) }
  }

  /// Whether `undo` stops at a move.
  private func isStop(_ move: Rules.Move) -> Bool { state.traits(of: move).contains(.undoStop) }

  /// Whether the outcome of a move was drawn, rather than given by the players.
  private func isDraw(at place: Int) -> Bool {
    !log.isGiven(at: place) && state.traits(of: log.moves[place]).contains(.draws)
      && !rules.countsGivenOutcomes(driver.configuration)
  }

  /// What moves of the log show.
  func chanceShown(by places: Range<Int>) -> ShownChance {
    var shown: ShownChance = []
    for place in places {
      if isDraw(at: place) { shown.insert(.draws) }
      if state.traits(of: log.moves[place]).contains(.reveals) { shown.insert(.secrets) }
    }
    return shown
  }
}
