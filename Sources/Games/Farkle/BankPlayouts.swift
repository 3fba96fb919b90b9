package import ParlorKit

/// Whole games between bots `bank=POINTS`: the turns of ``BankBot`` without their moves.
extension Farkle: PlayoutGame {
  package func playouts(
    _ configuration: GameConfiguration<FarkleRules>, bots: [String], limit: Int
  ) -> Playouts? {
    let goals = bots.compactMap { BankBot.points(of: $0) }
    guard goals.count == bots.count, !configuration.options.isPhysical,
      let start = try? start(configuration)
    else { return nil }
    return { seed throws(GameError) in
      var (state, dice, moves) = (start, DiceDraws(seed: seed), 0)
      while !state.isOver {
        moves += state.playTurn(to: goals[state.player % goals.count], &dice)
        guard moves <= limit else { return nil }
      }
      var digest = Digest()
      state.combine(into: &digest)
      return Playout(
        status: state.status, moves: moves, metrics: state.metrics, digest: digest.full)
    }
  }
}

extension FarkleState {
  /// Plays a turn as ``BankBot`` does.
  ///
  /// - Parameter goal: the points of the bot.
  /// - Returns: the number of moves.
  fileprivate mutating func playTurn(to goal: Int, _ dice: inout DiceDraws) -> Int {
    let goal = max(BankBot.goal(in: self, points: goal), leastBank)
    var (moves, points, count, nobody) = (0, 0, 6, Reporter.none)
    while true {
      moves += 1
      guard let best = match.scoring.bestHold(of: Dice(bits: dice.next(count)).counts) else {
        farkle(fromDice: true, report: &nobody)
        return moves
      }
      moves += 1
      points += best.score
      count -= best.dice.count
      if points >= goal, count > 0 || !match.rules.mustRollHot {
        bank(points, fromDice: true, report: &nobody)
        return moves + 1
      }
      if count == 0 { count = 6 }
    }
  }
}
