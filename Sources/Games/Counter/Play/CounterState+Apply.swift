import ParlorKit

extension CounterState {
  /// Makes a move that ``resolve(_:chance:)`` returned.
  mutating func apply(_ move: CounterMove, at time: GameTime, emit: (CounterEvent) -> Void) {
    switch move {
    case .add(let points): add(points, at: time, emit: emit)
    case .next: pass(to: index(after: 1), at: time, emit: emit)
    case .previous: pass(to: index(after: -1), at: time, emit: emit)
    case .roll(let face): emit(.rolled(playerOnTurn, face: Int(face ?? 0)))
    case .pause:
      timer.pause(at: time)
      emit(.paused(timer.reading(at: time)))
    case .resume:
      timer.resume(at: time)
      emit(.resumed(timer.reading(at: time)))
    case .join(let names):
      let joined = names.map { roster.join($0).number }
      emit(.joined(joined.map { CountedPlayer($0, in: roster) }))
    case .leave(let number): leave(Int(number), at: time, emit: emit)
    case .place(let number, let position):
      place(Int(number), at: Int(position) - 1, emit: emit)
    case .start:
      hasStarted = true
      pass(to: 0, at: time, emit: emit)
    }
  }

  private mutating func add(
    _ points: Int32, at time: GameTime, emit: (CounterEvent) -> Void
  ) {
    roster.players[current].score += Int(points)
    let player = roster.players[current]
    turns.append(.init(player: UInt16(truncatingIfNeeded: player.number), points: points))
    emit(.scored(playerOnTurn, points: Int(points)))
    pass(to: index(after: 1), at: time, emit: emit)
  }

  /// Makes it the turn of the player at an index, even if it was before.
  private mutating func pass(
    to index: Int, at time: GameTime, emit: (CounterEvent) -> Void
  ) {
    current = index
    timer.restart(at: time)
    emit(.turn(playerOnTurn))
  }

  private mutating func leave(_ number: Int, at time: GameTime, emit: (CounterEvent) -> Void) {
    guard let index = roster.index(of: number) else {
      preconditionFailure("a move is resolved, then applied")
    }
    let player = CountedPlayer(number, in: roster)
    roster.players.remove(at: index)
    emit(.left(player))
    if index < current {
      current -= 1
    } else if hasStarted, index == current {
      pass(to: current % roster.players.count, at: time, emit: emit)
    }
  }

  private mutating func place(_ number: Int, at index: Int, emit: (CounterEvent) -> Void) {
    guard let before = roster.index(of: number) else {
      preconditionFailure("a move is resolved, then applied")
    }
    let turn = player?.number
    roster.players.insert(roster.players.remove(at: before), at: index)
    current = turn.flatMap { roster.index(of: $0) } ?? 0
    emit(.moved(CountedPlayer(number, in: roster), position: index + 1))
  }

  private var playerOnTurn: CountedPlayer {
    CountedPlayer(roster.players[current].number, in: roster)
  }
}
