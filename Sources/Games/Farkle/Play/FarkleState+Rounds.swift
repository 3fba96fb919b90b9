extension FarkleState {
  /// Passes the turn to the next in the queue, or ends the round.
  mutating func endTurn(emit: (FarkleEvent) -> Void) {
    turn = Turn()
    turns += 1
    if !isOver, queue.isEmpty { endRound(emit: emit) }
    guard !isOver, let next = queue.next() else { return }
    player = next
    emit(.turn(player: playerName, round: round))
  }

  private mutating func endRound(emit: (FarkleEvent) -> Void) {
    if phase == .playing, match.rules.rounds == 0 || round < match.rules.rounds {
      startRound(active)
      if match.rules.rounds > 0 { emit(.round(round, of: match.rules.rounds)) }
    } else {
      settle(emit: emit)
    }
  }

  private mutating func startRound(_ seats: SeatSet) {
    round += 1
    queue = TurnQueue(seats.seats)
  }

  /// Begins the final round, or ends a game that has none.
  mutating func reachTarget(emit: (FarkleEvent) -> Void) {
    if match.isSolo {
      return finish(.init(winners: [], reason: .solo), emit: emit)
    }
    guard match.rules.hasFinalRound else {
      return finish(.init(winners: SeatSet(seat: player), reason: .score), emit: emit)
    }
    phase = .finalRound
    leader = player
    round += 1
    let count = match.names.count
    let others = active
    queue = TurnQueue((1..<count).map { (player + $0) % count }.filter { others[$0] })
    emit(
      .finalRound(
        leader: playerName, score: seats[player].score, left: queue.seats.map { match.names[$0] }))
  }

  /// Makes the player the leader of the final round, who was not it.
  mutating func takeLead(emit: (FarkleEvent) -> Void) {
    let defends = match.rules.defend
    let overtaken = match.names[leader]
    if defends { queue.append(leader) }
    leader = player
    emit(
      .tookLead(
        player: playerName, score: seats[player].score, overtaken: overtaken, defends: defends))
  }

  /// Lets equals play on: only they have a turn each, or where rounds are played everybody.
  mutating func startOvertime(_ equals: SeatSet, emit: (FarkleEvent) -> Void) {
    let isRound = match.rules.rounds > 0
    phase = .overtime
    overtimes += 1
    contenders = isRound ? [] : equals
    emit(
      .overtime(
        overtimes, players: equals.seats.map { match.names[$0] }, score: highestScore(of: equals),
        everybody: isRound))
    startRound(isRound ? active : equals)
  }
}
