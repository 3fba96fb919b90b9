import ParlorKit

extension CounterState {
  /// Checks a move and rolls the die.
  func resolve(
    _ move: CounterMove, chance: inout Chance
  ) throws(CounterRefusal) -> Resolution<CounterMove> {
    switch move {
    case .join(let names): try checkJoining(names)
    case .leave(let number): try checkLeaving(Int(number))
    case .place(let number, let position):
      let index = try index(of: Int(number))
      guard 1...roster.players.count ~= Int(position) else {
        throw .noPosition(of: roster.players.count)
      }
      if index == Int(position) - 1 {
        return .ignore("\(roster.label(of: Int(number))) is at position \(position)")
      }
    case .start:
      if hasStarted { throw .alreadyStarted }
      if roster.players.isEmpty { throw .nobody }
    default: return try resolvePlay(move, chance: &chance)
    }
    return .play(move)
  }

  /// The same for the moves of a game that has begun.
  private func resolvePlay(
    _ move: CounterMove, chance: inout Chance
  ) throws(CounterRefusal) -> Resolution<CounterMove> {
    guard hasStarted else { throw roster.players.isEmpty ? .nobody : .notStarted }
    switch move {
    case .add(let points):
      guard points.magnitude <= CounterMove.mostPoints.magnitude else { throw .tooManyPoints }
    case .roll(nil): return .play(.roll(UInt8(truncatingIfNeeded: chance.die())))
    case .roll(let face?):
      guard 1...6 ~= face else { throw .noFace(Int(face)) }
    case .pause: if timer.isPaused { return .ignore("the timer is paused") }
    case .resume: if !timer.isPaused { return .ignore("the timer is running") }
    default: break
    }
    return .play(move)
  }

  private func checkJoining(_ names: [String]) throws(CounterRefusal) {
    if names.isEmpty { throw .emptyName(0) }
    if let index = names.firstIndex(of: "") { throw .emptyName(index) }
    guard roster.players.count + names.count <= Roster.most else { throw .tooMany }
    guard roster.names.count + names.count <= Roster.mostNumbers else { throw .noNumbers }
  }

  private func checkLeaving(_ number: Int) throws(CounterRefusal) {
    let index = try index(of: number)
    if hasStarted, roster.players.count == 1 {
      throw .lastPlayer(roster.label(of: roster.players[index].number))
    }
  }

  private func index(of number: Int) throws(CounterRefusal) -> Int {
    if roster.players.isEmpty { throw .nobody }
    guard let index = roster.index(of: number) else {
      throw .unknownNumber(String(number), roster)
    }
    return index
  }
}
