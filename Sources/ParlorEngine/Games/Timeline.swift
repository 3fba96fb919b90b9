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
  private(set) var isAmended = false
  /// How often an undo has asked for other draws.
  var epoch: UInt32 = 0
  /// Plays the moves in force.
  var driver: GameDriver<Rules>
  var log: MoveRecord<Rules.Move>
  var checkpoints: Checkpoints<GameDriver<Rules>>
  /// What `amend` has changed, oldest first.
  var amendments: [Amendment] = [] { didSet { noteAmendments() } }
  /// The amendments that were undone, the next one last.
  var undoneAmendments: [Amendment] = [] { didSet { noteAmendments() } }
  /// The players, where the state does not name them.
  let namedPlayers: [String]

  /// A change of a log by `amend`: a step of `undo` that replaces the log as a whole.
  struct Amendment {
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
  var players: [String] { players(in: driver.state) }

  /// The players of a position, which can be fewer than later.
  func players(in state: Rules.State) -> [String] { state.players ?? namedPlayers }

  /// The game before its first move.
  var start: GameDriver<Rules> { checkpoints.start }

  /// Brings the copies of what the driver says up to date.
  mutating func readDriver() {
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
  mutating func appendMoves(
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
  func isStop(_ move: Rules.Move) -> Bool { state.traits(of: move).contains(.undoStop) }

  /// Whether the outcome of a move was drawn, rather than given by the players.
  func isDraw(at place: Int) -> Bool {
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
