public import ParlorKit

extension FarkleView {
  /// The whole game as data.
  public var fields: Fields {
    let rounds = state.rules.rounds
    return [
      "phase": .string(state.phase.rawValue),
      "round": .integer(state.round),
      "rounds": rounds > 0 ? .integer(rounds) : .null,
      "target": rounds > 0 ? .null : .integer(state.rules.target),
      "overtimes": .integer(state.overtimes),
      "players": .array(state.seats.indices.map(player)),
      "turn": state.isOver ? .null : turn,
      "queue": names(state.queue.seats),
      "leader": state.phase == .finalRound ? name(state.leader) : .null,
      "winners": state.outcome.map { names($0.winners.seats) } ?? .null,
      "reason": state.outcome.map { .string($0.reason.rawValue) } ?? .null,
      "rules": .object(rules),
      "seed": .integer(Int(truncatingIfNeeded: state.match.seed)),
    ]
  }

  private func player(_ index: Int) -> Value {
    let seat = state.seats[index]
    return .object([
      "name": name(index), "score": .integer(seat.score), "onBoard": .bool(seat.isOnBoard),
      "highestTurn": .integer(seat.highestTurn), "farklesInRow": .integer(seat.farklesInRow),
      "resigned": .bool(seat.hasLeft),
    ])
  }

  private var turn: Value {
    let turn = state.turn
    return .object([
      "player": name(state.player), "points": .integer(turn.points),
      "roll": turn.roll.value, "held": turn.held.value, "heldPoints": .integer(turn.heldScore),
      "diceToRoll": turn.mustHold ? .integer(0) : .integer(turn.diceToRoll),
      "leastBank": .integer(state.leastBank),
    ])
  }

  /// The preset that is nearest, then every option as `new` takes it.
  private var rules: Fields {
    var fields: Fields = ["preset": .string(state.match.preset)]
    for option in Farkle.options {
      fields[option.name] = state.match.options[option.name].data
    }
    return fields
  }

  private func name(_ seat: Int) -> Value { .string(state.match.names[seat]) }

  private func names(_ seats: some Sequence<Int>) -> Value { .array(seats.map(name)) }
}
