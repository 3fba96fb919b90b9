extension FarkleState {
  /// Makes a move that ``resolve(_:chance:)`` returned.
  mutating func apply(_ move: FarkleMove, emit: (FarkleEvent) -> Void) {
    switch move {
    case .roll(let dice?): roll(dice, emit: emit)
    case .hold(let dice): hold(dice, emit: emit)
    case .bank: bank(turn.points, fromDice: true, emit: emit)
    case .points(0): farkle(fromDice: false, emit: emit)
    case .points(let total): bank(Int(total), fromDice: false, emit: emit)
    case .resign: resign(emit: emit)
    case .roll(nil), .holdAll, .holdBest: preconditionFailure("a move is resolved, then applied")
    }
  }

  private mutating func roll(_ dice: Dice, emit: (FarkleEvent) -> Void) {
    turn.roll(dice)
    emit(.rolled(player: playerName, dice: dice))
    if !match.rules.scoring.scores(anyOf: dice.counts) { farkle(fromDice: true, emit: emit) }
  }

  private mutating func hold(_ dice: DiceCounts, emit: (FarkleEvent) -> Void) {
    guard let score = match.rules.scoring.score(of: turn.held + dice) else {
      preconditionFailure("a hold is checked before it is made")
    }
    turn.hold(dice, score: score)
    emit(
      .held(
        player: playerName, dice: dice, all: turn.held, score: score, atStake: turn.points))
    if turn.isHot { emit(.hotDice(player: playerName)) }
  }

  private mutating func farkle(fromDice: Bool, emit: (FarkleEvent) -> Void) {
    emit(.farkled(player: playerName, lost: turn.points, fromDice: fromDice))
    if match.rules.farklePenalty > 0 { countFarkle(emit: emit) }
    endTurn(emit: emit)
  }

  private mutating func countFarkle(emit: (FarkleEvent) -> Void) {
    seats[player].farklesInRow += 1
    guard seats[player].farklesInRow == FarkleRules.penalizedRow else { return }
    let penalty = match.rules.farklePenalty
    seats[player].farklesInRow = 0
    seats[player].score -= penalty
    seats[player].scoredAt = turns
    emit(.penalized(player: playerName, penalty: penalty, score: seats[player].score))
  }

  private mutating func bank(_ points: Int, fromDice: Bool, emit: (FarkleEvent) -> Void) {
    let score = seats[player].bank(points, at: turns)
    emit(.banked(player: playerName, points: points, score: score, fromDice: fromDice))
    switch phase {
    case .playing where match.rules.rounds == 0 && score >= match.rules.target:
      reachTarget(emit: emit)
    case .finalRound where score > seats[leader].score: takeLead(emit: emit)
    default: break
    }
    endTurn(emit: emit)
  }

  private mutating func resign(emit: (FarkleEvent) -> Void) {
    seats[player].hasLeft = true
    emit(.resigned(player: playerName, lost: turn.points))
    let left = active
    if left.isEmpty {
      finish(.init(winners: [], reason: .resigned), emit: emit)
    } else if left.count == 1 {
      finish(.init(winners: left, reason: .lastLeft), emit: emit)
    } else if left.intersection(contenders).count == 1 {
      finish(.init(winners: left.intersection(contenders), reason: .score), emit: emit)
    }
    endTurn(emit: emit)
  }
}

extension Seat {
  /// Adds the points of a turn and returns the score.
  mutating func bank(_ points: Int, at turn: Int) -> Int {
    score += points
    scoredAt = turn
    highestTurn = max(highestTurn, points)
    farklesInRow = 0
    isOnBoard = true
    return score
  }
}
