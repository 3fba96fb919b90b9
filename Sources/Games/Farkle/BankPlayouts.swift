package import ParlorKit

/// Whole games between bots `bank=POINTS`: the turns of ``BankBot`` without their moves.
extension Farkle: PlayoutGame {
  package func playouts(
    _ configuration: GameConfiguration<FarkleRules>, bots: [String], limit: Int
  ) -> Playouts? {
    let goals = bots.compactMap { BankBot.points(of: $0) }
    guard goals.count == bots.count, !configuration.options.isPhysical,
      !configuration.options.duplicate, var start = try? start(configuration)
    else { return nil }
    start.history.isKept = false
    let turns = BankTurns(start.match)
    return { [start] seed throws(GameError) in
      var (state, dice, moves) = (start, DiceDraws(seed: seed), 0)
      while !state.isOver {
        moves += state.playTurn(to: goals[state.player % goals.count], &dice, turns)
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
  fileprivate mutating func playTurn(
    to goal: Int, _ dice: inout DiceDraws, _ turns: borrowing BankTurns
  ) -> Int {
    let least = seats[player].isOnBoard ? turns.least : turns.opening
    let goal = max(BankBot.goal(in: self, points: goal), least)
    var (moves, points, count, nobody) = (0, 0, 6, Reporter.none)
    while true {
      let hold = turns[Dice(bits: dice.next(count)).counts]
      moves += 2
      guard hold.dice > 0 else {
        farkle(fromDice: true, report: &nobody)
        return moves - 1
      }
      points += hold.points
      count -= hold.dice
      if points >= goal, count > 0 || !turns.mustRollHot {
        bank(points, fromDice: true, report: &nobody)
        return moves + 1
      }
      if count == 0 { count = 6 }
    }
  }
}

/// What turns take from the rules, which have a text and take long to copy: the fewest points of a bank,
/// also to get on the board, and the points and the number of dice of the best hold of every roll; no dice
/// for a farkle.
private struct BankTurns: Sendable {
  let least: Int
  let opening: Int
  let mustRollHot: Bool
  private let ranks = DiceCounts.rankTables
  private let entries: [(points: Int32, dice: Int32)]

  init(_ match: FarkleMatch) {
    least = match.rules.leastBank(isOnBoard: true)
    opening = match.rules.leastBank(isOnBoard: false)
    mustRollHot = match.rules.mustRollHot
    var entries = [(points: Int32, dice: Int32)](repeating: (0, 0), count: DiceCounts.ranks)
    for dice in DiceCounts.all {
      guard let best = match.scoring.bestHold(of: dice) else { continue }
      entries[dice.rank(ranks)] = (Int32(best.score), Int32(best.dice.count))
    }
    self.entries = entries
  }

  subscript(dice: DiceCounts) -> (points: Int, dice: Int) {
    let entry = entries[dice.rank(ranks)]
    return (Int(entry.points), Int(entry.dice))
  }
}
