import ParlorKit

extension FarkleState {
  /// Mixes in all that matters for play.
  func combine(into digest: inout Digest) {
    digest.combine(match.digest)
    digest.combine(phaseNumber << 32 | player << 24 | overtimes << 16 | leader << 8)
    digest.combine(Int(queue.bits) << 8 | Int(contenders.rawValue))
    digest.combine(round)
    digest.combine(turns)
    digest.combine(Int(turn.roll.bits) << 24 | Int(turn.held.bits))
    digest.combine(turn.points)
    for seat in seats {
      digest.combine(seat.score)
      digest.combine(seat.highestTurn)
      digest.combine(seat.scoredAt)
      digest.combine(
        seat.farklesInRow << 2 | (seat.isOnBoard ? 2 : 0) | (seat.hasLeft ? 1 : 0))
    }
    if let outcome { digest.combine(outcome.reason.rawValue) }
    digest.combine(Int(outcome?.winners.rawValue ?? 0))
  }

  private var phaseNumber: Int {
    switch phase {
    case .playing: 0
    case .finalRound: 1
    case .overtime: 2
    case .over: 3
    }
  }
}
