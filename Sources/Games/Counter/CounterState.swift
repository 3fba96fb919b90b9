public import ParlorKit

/// A game that is being counted. Nothing in it is hidden.
public struct CounterState: GameState {
  /// The players.
  public internal(set) var roster = Roster()
  /// Whether the game has begun.
  public internal(set) var hasStarted = false
  /// Whether the game was ended.
  public internal(set) var isFinished = false
  /// The index in the order of play of the current player; 0 before the game begins.
  public internal(set) var current = 0
  /// The time of the turn.
  public internal(set) var timer = TurnTimer()
  /// Every change of a score.
  public internal(set) var turns = TurnList()

  /// A game with these players, which begins at once if there are any.
  init(_ names: [String]) {
    for name in names { _ = roster.join(name) }
    hasStarted = !names.isEmpty
  }

  /// The current player; `nil` before the game begins.
  public var player: Player? { hasStarted ? roster.players[current] : nil }

  /// The index of the player this many places after the current one, round the table.
  func index(after steps: Int) -> Int {
    let count = roster.players.count
    return count == 0 ? 0 : ((current + steps) % count + count) % count
  }

  /// Whose turn it is. Whether points are good or bad depends on the game at the table, so a
  /// finished game has a ranking and no winner.
  public var status: GameStatus { isFinished ? .over(winners: []) : .playing(turn: current) }

  public func view(for player: Int?, at time: GameTime) -> CounterView {
    CounterView(self, at: time)
  }

  /// The players in the order of play, with their numbers where names alone are not distinct.
  public var players: [String]? { roster.presentLabels }

  /// The names in the order of play, including players who joined later.
  public var rematch: [Argument]? { roster.present.map { .word($0) } }

  public var resignation: CounterMove {
    get throws(GameError) {
      if isFinished { throw .gameOver }
      throw .notNow(
        "a counter has no winner",
        help: ["`player remove` takes a player out, `finish` ends the game"])
    }
  }

  /// Lets a paused timer run on.
  public var resumption: CounterMove? {
    hasStarted && !isFinished && timer.isPaused ? .resume : nil
  }
}

// MARK: - Legal moves

extension CounterState {
  /// The buttons, passing the turn, the die and the timer; the other moves as forms. The end is not
  /// listed.
  public var legalMoves: LegalMoves<CounterMove> {
    if isFinished { return LegalMoves() }
    let joining = "player add NAME…"
    guard hasStarted else {
      return LegalMoves(moves: roster.players.isEmpty ? [] : [.start], forms: [joining])
    }
    let moves = CounterMove.buttons.map(CounterMove.add)
    return LegalMoves(
      moves: moves + [.next, .previous, .roll(nil), timer.isPaused ? .resume : .pause],
      forms: ["add POINTS [PLAYER]", "turn PLAYER", joining])
  }

  /// The faces of a die that is rolled.
  public func outcomes(of move: CounterMove) -> [(move: CounterMove, weight: Int)] {
    guard case .roll(nil) = move, hasStarted, !isFinished else { return [] }
    return (1...6).map { (.roll($0), 1) }
  }

  public func resolve(
    _ move: CounterMove, chance: inout Chance
  ) throws(GameError) -> Resolution<CounterMove> {
    if isFinished { throw .gameOver }
    switch move {
    case .join(let names): try checkJoining(names)
    case .leave(let number):
      _ = try index(of: Int(number))
      if hasStarted, roster.players.count == 1 {
        throw .illegal("\(roster.label(of: Int(number))) is the only player: add another first")
      }
    case .place(let number, let position):
      let index = try index(of: Int(number))
      let count = roster.players.count
      guard 1...count ~= Int(position) else {
        throw .badArgument(
          count == 1 ? "there is only position 1" : "the positions are 1 to \(count)",
          at: .argument(1))
      }
      if index == Int(position) - 1 {
        return .ignore("\(roster.label(of: Int(number))) is already at position \(position)")
      }
    case .rename(let number, let name):
      _ = try index(of: Int(number))
      if roster.name(of: Int(number)) == name {
        return .ignore("\(roster.label(of: Int(number))) already has this name")
      }
    case .start:
      if hasStarted { throw .notNow("the game has already begun") }
      if roster.players.isEmpty { throw Roster.nobody }
    default: return try resolvePlay(move, chance: &chance)
    }
    return .play(move)
  }

  /// Resolves the moves of a game that has begun.
  private func resolvePlay(
    _ move: CounterMove, chance: inout Chance
  ) throws(GameError) -> Resolution<CounterMove> {
    guard hasStarted else { throw roster.players.isEmpty ? Roster.nobody : Self.notStarted }
    switch move {
    case .add(let points): try check(points)
    case .give(let points, let number):
      try check(points)
      _ = try index(of: Int(number), at: 1)
    case .turn(let number):
      if try index(of: Int(number)) == current {
        return .ignore("it is already the turn of \(roster.label(of: Int(number)))")
      }
    case .roll(nil): return .play(.roll(UInt8(truncatingIfNeeded: chance.die())))
    case .roll(let face?):
      guard 1...6 ~= face else {
        throw .badArgument("a die has the faces 1 to 6, not \(face)", at: .argument(0))
      }
    case .pause: if timer.isPaused { return .ignore("the timer is already paused") }
    case .resume: if !timer.isPaused { return .ignore("the timer is already running") }
    default: break
    }
    return .play(move)
  }

  private func check(_ points: Int32) throws(GameError) {
    guard points.magnitude <= CounterMove.maxPoints.magnitude else {
      let limit = Int(CounterMove.maxPoints).grouped
      throw .badArgument("a turn changes a score by at most \(limit) points", at: .argument(0))
    }
  }

  private func checkJoining(_ names: [String]) throws(GameError) {
    if let index = names.isEmpty ? 0 : names.firstIndex(of: "") {
      throw .badArgument("a name is needed", at: .argument(index))
    }
    guard roster.players.count + names.count <= Roster.maxPlayers else {
      throw GameError(.limit, "a game has at most \(Roster.maxPlayers) players")
    }
    guard roster.names.count + names.count <= Roster.maxNumbers else {
      throw GameError(
        .limit, "no more players can join: \(Roster.maxNumbers.grouped) have joined so far")
    }
  }

  private func index(of number: Int, at argument: Int = 0) throws(GameError) -> Int {
    if roster.players.isEmpty { throw Roster.nobody }
    guard let index = roster.index(of: number) else {
      throw roster.unknown("has the number \(number)", at: argument)
    }
    return index
  }

  private static var notStarted: GameError {
    .notNow("the game has not begun", help: ["`start` begins it, once there are players"])
  }

  /// Throws if the game has not begun.
  func checkStart() throws(GameError) {
    guard hasStarted else { throw Self.notStarted }
  }

  /// Reports the timer.
  ///
  /// - Throws: `not-now` before the game begins.
  func reportTimer(at time: GameTime, _ report: inout Reporter) throws(GameError) {
    try checkStart()
    let reading = TimerReading(self, at: time)
    report("timer", fields: reading.data) { reading.write(to: &$0) }
  }
}

// MARK: - Making moves

extension CounterState {
  public func reportOpening(to report: inout Reporter) {
    let players = roster.players.map { CountedPlayer($0.number, in: roster) }
    report("opened", ["players": players]) { text in
      text.write(Styled(.strong, "Counter"))
      if !players.isEmpty {
        text.write(": ")
        text.write(players.map(\.label), separator: ", ")
      }
      text.write(".")
    }
  }

  public mutating func apply(_ move: CounterMove, at time: GameTime, report: inout Reporter) {
    switch move {
    case .add(let points):
      add(points, to: current, report: &report)
      pass(to: index(after: 1), at: time, report: &report)
    case .give(let points, let number):
      guard let index = roster.index(of: Int(number)) else {
        return unreachable("a resolved move names a player", ())
      }
      add(points, to: index, report: &report)
    case .turn(let number):
      let index =
        roster.index(of: Int(number)) ?? unreachable("a resolved move names a player", current)
      pass(to: index, at: time, report: &report)
    case .rename(let number, let name):
      let before = roster.label(of: Int(number))
      roster.rename(Int(number), name)
      let renamed = CountedPlayer(Int(number), in: roster)
      report("renamed", fields: renamed.data + ["before": before]) {
        $0.write(before, " is now ", renamed.label, ".")
      }
    case .next: pass(to: index(after: 1), at: time, report: &report)
    case .previous: pass(to: index(after: -1), at: time, report: &report)
    case .roll(let face):
      let player = playerOnTurn
      let rolled = Int(face ?? unreachable("a resolved roll has its face", 1))
      report("rolled", fields: player.data + ["face": rolled], bells: 1) {
        $0.write(player.label, " rolls ", Styled(.strong, rolled), ".")
      }
    case .pause:
      timer.pause(at: time)
      let reading = TimerReading(self, at: time)
      report("paused", fields: reading.data) { $0.write("Paused at ", reading.time, ".") }
    case .resume:
      timer.resume(at: time)
      let reading = TimerReading(self, at: time)
      report("resumed", fields: reading.data) { $0.write("Running from ", reading.time, ".") }
    case .join(let names):
      let numbers = names.map { roster.join($0).number }
      let joined = numbers.map { CountedPlayer($0, in: roster) }
      report("joined", ["players": joined]) { text in
        text.write(joined.map(\.label), separator: ", ")
        text.write(joined.count == 1 ? " joins." : " join.")
      }
    case .leave(let number): leave(Int(number), at: time, report: &report)
    case .place(let number, let position):
      place(Int(number), at: Int(position) - 1, report: &report)
    case .start:
      hasStarted = true
      pass(to: 0, at: time, report: &report)
    case .finish:
      isFinished = true
      timer.pause(at: time)
      Results(self).report(as: "finished", to: &report)
    }
  }

  private mutating func add(_ points: Int32, to index: Int, report: inout Reporter) {
    roster.players[index].score += Int(points)
    let number = roster.players[index].number
    turns.append(.init(player: UInt16(truncatingIfNeeded: number), points: points))
    report(
      "scored", fields: CountedPlayer(number, in: roster).data + ["points": Int(points)]
    ) {
      let player = CountedPlayer(number, in: roster)
      $0.write(
        player.label, " ", Styled(points < 0 ? .bad : .good, Signed(Int(points))), ", ",
        Grouped(player.score), " in all.")
    }
  }

  /// Gives the turn to the player at an index, who may already have it. The text leaves that to the
  /// situation.
  private mutating func pass(to index: Int, at time: GameTime, report: inout Reporter) {
    current = index
    timer.restart(at: time)
    report("turn", fields: playerOnTurn.data) { _ in }
  }

  private mutating func leave(_ number: Int, at time: GameTime, report: inout Reporter) {
    guard let index = roster.index(of: number) else {
      return unreachable("a resolved move names a player", ())
    }
    let player = CountedPlayer(number, in: roster)
    roster.players.remove(at: index)
    report("left", fields: player.data) {
      $0.write(player.label, " leaves with ", Grouped(player.score), ".")
    }
    if index < current {
      current -= 1
    } else if hasStarted, index == current {
      pass(to: current % roster.players.count, at: time, report: &report)
    }
  }

  private mutating func place(_ number: Int, at index: Int, report: inout Reporter) {
    guard let before = roster.index(of: number) else {
      return unreachable("a resolved move names a player", ())
    }
    let turn = player?.number
    roster.players.insert(roster.players.remove(at: before), at: index)
    current = turn.flatMap { roster.index(of: $0) } ?? 0
    let moved = CountedPlayer(number, in: roster)
    report("moved", fields: moved.data + ["position": index + 1]) {
      $0.write(moved.label, " moves to position ", index + 1, ".")
    }
  }

  private var playerOnTurn: CountedPlayer {
    CountedPlayer(roster.players[current].number, in: roster)
  }
}

// MARK: - Requests of the host

extension CounterState {
  /// Writes a move as typed, with players by number.
  public func write(_ move: CounterMove, to line: inout TextWriter) {
    switch move {
    case .add(let points): line.write("add ", Int(points))
    case .give(let points, let number): line.write("add ", Int(points), " ", Int(number))
    case .turn(let number): line.write("turn ", Int(number))
    case .rename(let number, let name):
      line.write("player rename ", Int(number), " ", Word.written(name))
    case .next: line.write("next")
    case .previous: line.write("prev")
    case .roll(nil): line.write("roll")
    case .roll(let face?): line.write("roll ", Int(face))
    case .pause: line.write("pause")
    case .resume: line.write("resume")
    case .join(let names):
      line.write("player add")
      for name in names { line.write(" ", Word.written(name)) }
    case .leave(let number): line.write("player remove ", Int(number))
    case .place(let number, let position):
      line.write("player move ", Int(number), " ", Int(position))
    case .start: line.write("start")
    case .finish: line.write("finish")
    }
  }

  /// Undo stops before changes of scores, turns and players, not before the die and the timer.
  public func traits(of move: CounterMove) -> MoveTraits {
    switch move {
    case .roll: .draws
    case .pause, .resume: []
    default: .undoStop
    }
  }

  /// `Ann to 25`, `turn of Bob`.
  public func describe(_ move: CounterMove) -> String {
    switch move {
    case .add(let points):
      player.map { "\(roster.label(of: $0.number)) to \(($0.score + Int(points)).grouped)" } ?? ""
    case .next: "turn of \(name(after: 1))"
    case .previous: "turn of \(name(after: -1))"
    case .turn(let number): "turn of \(roster.label(of: Int(number)))"
    case .start: "turn of \(name(after: 0))"
    case .roll(nil): "1 die"
    default: ""
    }
  }

  private func name(after steps: Int) -> String {
    guard !roster.players.isEmpty else { return "nobody" }
    return roster.label(of: roster.players[index(after: steps)].number)
  }

  /// Mixes in the players, whose turn it is, the timer and the turns. Saved games of all versions
  /// depend on this.
  public func combine(into digest: inout Digest) {
    digest.combine(roster.names.count)
    for name in roster.names { digest.combine(name) }
    digest.combine(roster.players.count)
    for player in roster.players {
      digest.combine(player.number)
      digest.combine(player.score)
    }
    digest.combine(hasStarted)
    digest.combine(current)
    digest.combine(Int(timer.start))
    digest.combine(Int(timer.paused ?? -1))
    digest.combine(turns.count)
    digest.combine(turns.digest)
    if isFinished { digest.combine(isFinished) }
  }
}
