extension FarkleState {
  /// Finds the winner once all turns are played, or lets equals play on.
  mutating func settle(emit: (FarkleEvent) -> Void) {
    if match.isSolo { return finish(.init(winners: [], reason: .solo), emit: emit) }
    // An overtime is between those who were level, whatever becomes of their scores in it.
    let candidates = contenders.isEmpty ? active : active.intersection(contenders)
    let equals = best(of: candidates) { $0.score }
    guard equals.count > 1 else {
      return finish(.init(winners: equals, reason: .score), emit: emit)
    }
    switch match.rules.tie {
    case .shared: finish(.init(winners: equals, reason: .score), emit: emit)
    case .first:
      // Whoever never scored has been at 0 since the start: of these the first to play.
      let first = equals.seats.min { seats[$0].scoredAt < seats[$1].scoredAt }
      finish(
        .init(winners: first.map(SeatSet.init) ?? equals, reason: .reachedFirst), emit: emit)
    case .overtime where overtimes < FarkleRules.maxOvertimes: startOvertime(equals, emit: emit)
    case .overtime:
      let highest = best(of: equals) { $0.highestTurn }
      let reason: Outcome.Reason = highest.count == 1 ? .highestTurn : .score
      finish(.init(winners: highest, reason: reason), emit: emit)
    }
  }

  /// Ends the game.
  mutating func finish(_ outcome: Outcome, emit: (FarkleEvent) -> Void) {
    phase = .over
    queue = TurnQueue()
    self.outcome = outcome
    emit(.finished(FarkleResult(self, outcome)))
  }

  /// The highest score among some seats.
  func highestScore(of set: SeatSet) -> Int { set.seats.map { seats[$0].score }.max() ?? 0 }

  /// The seats of a set that have the highest figure.
  private func best(of set: SeatSet, by figure: (Seat) -> Int) -> SeatSet {
    let highest = set.seats.map { figure(seats[$0]) }.max()
    return SeatSet(
      set.seats.filter { figure(seats[$0]) == highest }.map { SeatSet(seat: $0) })
  }
}
