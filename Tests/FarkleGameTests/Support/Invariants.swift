@testable import FarkleGame

extension FarkleState {
  /// What must hold in every state that play can reach.
  ///
  /// - Returns: what does not, in words; empty in a sound state.
  func checkInvariants() -> [String] {
    let laws: [(String, Bool)] = [
      ("every player has a seat", seats.count == match.names.count && 1...8 ~= seats.count),
      ("the turn is somebody's", seats.indices.contains(player)),
      ("the player has not left", isOver || active[player]),
      ("the queue names those who still play, once each", isQueueSound),
      ("an outcome is there at the end only", isOver == (outcome != nil)),
      ("winners have not left", active.isSuperset(of: outcome?.winners ?? [])),
      ("a game for one is not won", !match.isSolo || outcome?.winners.isEmpty ?? true),
      ("a game for several is won", match.isSolo || outcome.map { !$0.winners.isEmpty } ?? true),
      ("a score is below 0 after a penalty only", rules.farklePenalty > 0 || lowestScore >= 0),
      ("equals play on five times at most", 0...FarkleRules.maxOvertimes ~= overtimes),
      ("the number of rounds is kept", isRoundSound),
      ("the leader leads", phase != .finalRound || seats[leader].score == highestScore),
      ("three farkles in a row are penalized", seats.allSatisfy { 0..<3 ~= $0.farklesInRow }),
      ("the turn is sound", isTurnSound),
    ]
    return laws.filter { !$0.1 }.map(\.0)
  }

  private var lowestScore: Int { seats.map(\.score).min() ?? 0 }

  private var isRoundSound: Bool {
    rules.rounds == 0 || phase == .finalRound || round <= rules.rounds + overtimes
  }

  private var isQueueSound: Bool {
    let seats = queue.seats
    return Set(seats).count == seats.count
      && seats.allSatisfy { active[$0] && $0 != player }
  }

  private var isTurnSound: Bool {
    if isOver { return turn == Turn() }
    if turn.roll.isEmpty { return turn.held.isEmpty && turn.points == 0 }
    let score = turn.held.isEmpty ? 0 : match.scoring.score(of: turn.held)
    return turn.roll.counts.contains(turn.held) && turn.heldScore == score
      && match.scoring.scores(anyOf: turn.roll.counts)
  }
}
