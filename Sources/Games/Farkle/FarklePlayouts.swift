package import ParlorKit

/// Whole games between bots `bank=POINTS` and `best`: their turns without their moves.
extension Farkle: PlayoutGame {
  package func playouts(
    _ configuration: GameConfiguration<FarkleRules>, bots: [String], limit: Int
  ) -> Playouts? {
    let players = bots.compactMap(PlayoutBot.init)
    guard players.count == bots.count, !configuration.options.isPhysical,
      !configuration.options.duplicate, var start = try? start(configuration)
    else { return nil }
    let policies = players.contains(.best) ? TurnPolicies(start) : nil
    if policies == nil, players.contains(.best) { return nil }
    start.history.isKept = false
    let seated = start.seats.indices.map { players[$0 % players.count] }
    let turns = BankTurns(start.match)
    return { [start] seed throws(GameError) in
      var (state, dice, moves, nobody) = (start, DiceDraws(seed: seed), 0, Reporter.none)
      while !state.isOver {
        switch seated[state.player] {
        case .bank(let goal): moves += state.playTurn(to: goal, &dice, turns, &nobody)
        case .best:
          guard let policies, let made = state.playTurn(by: policies, &dice, &nobody)
          else { return nil }
          moves += made
        }
        guard moves <= limit else { return nil }
      }
      var digest = Digest()
      state.combine(into: &digest)
      return Playout(
        status: state.status, moves: moves, metrics: state.metrics, digest: digest.full)
    }
  }
}

/// A bot whose turns can be played at once.
private enum PlayoutBot: Equatable {
  case bank(Int)
  case best

  /// - Parameter typed: the bot as it is typed; `nil` for others.
  init?(_ typed: String) {
    if let points = BankBot.points(of: typed) {
      self = .bank(points)
    } else if typed == FarkleAdviser.bestBot.name {
      self = .best
    } else {
      return nil
    }
  }
}

extension FarkleState {
  /// Plays a turn as ``BankBot`` does.
  ///
  /// - Parameter goal: the points of the bot.
  /// - Returns: the number of moves.
  fileprivate mutating func playTurn(
    to goal: Int, _ dice: inout DiceDraws, _ turns: borrowing BankTurns, _ nobody: inout Reporter
  ) -> Int {
    let least = seats[player].isOnBoard ? turns.least : turns.opening
    let goal = max(BankBot.goal(goal, of: player, seats, phase), least)
    var (moves, points, count) = (0, 0, 6)
    while true {
      let hold = turns[Dice(bits: dice.next(count))]
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

  /// Plays a turn as the bot `best` does.
  ///
  /// - Returns: the number of moves; `nil` if the bot has to be asked for each.
  fileprivate mutating func playTurn(
    by policies: TurnPolicies, _ dice: inout DiceDraws, _ nobody: inout Reporter
  ) -> Int? {
    let before = dice
    for isLong in [false, true] {
      dice = before
      if let policy = policies.policy(of: self, isLong: isLong),
        let moves = playTurn(by: policy, policies.holds, &dice, &nobody)
      {
        return moves
      }
    }
    return nil
  }

  /// Holds the first of the best holds, then banks if that is better than a roll, and so on.
  ///
  /// - Returns: the number of moves; `nil` if the turn may have more points than the policy covers.
  private mutating func playTurn(
    by policy: TurnPolicy, _ table: borrowing HoldTable, _ dice: inout DiceDraws,
    _ nobody: inout Reporter
  ) -> Int? {
    var (moves, units, count) = (0, 0, 6)
    while true {
      let holds = table[Dice(bits: dice.next(count)).counts]
      moves += 2
      guard !holds.isEmpty else {
        farkle(fromDice: true, report: &nobody)
        return moves - 1
      }
      var (best, chosen) = (UInt16(0), holds.lowerBound)
      for index in holds {
        let hold = table.holds[index]
        if units + hold.points > policy.mostUnits { return nil }
        let place = policy.place(units + hold.points, dice: hold.dice)
        if place > best { (best, chosen) = (place, index) }
      }
      units += table.holds[chosen].points
      count = table.holds[chosen].dice
      if policy.isBank(units, dice: count) {
        bank(units * table.unit, fromDice: true, report: &nobody)
        return moves + 1
      }
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
  /// The counts of the faces of three dice, by their bits: those of a roll are the sum of both halves.
  private let halves: [UInt32]
  private let ranks = DiceCounts.rankTables
  private let entries: [(points: Int32, dice: Int32)]

  init(_ match: FarkleMatch) {
    least = match.rules.leastBank(isOnBoard: true)
    opening = match.rules.leastBank(isOnBoard: false)
    mustRollHot = match.rules.mustRollHot
    halves = (0...0xFFF).map { Dice(bits: $0).counts.bits }
    var entries = [(points: Int32, dice: Int32)](repeating: (0, 0), count: DiceCounts.ranks)
    for dice in DiceCounts.all {
      guard let best = match.scoring.bestHold(of: dice) else { continue }
      entries[dice.rank(ranks)] = (Int32(best.score), Int32(best.dice.count))
    }
    self.entries = entries
  }

  /// The best hold of a roll.
  subscript(roll: Dice) -> (points: Int, dice: Int) {
    let counts = halves[Int(roll.bits & 0xFFF)] &+ halves[Int(roll.bits &>> 12)]
    let entry = entries[DiceCounts(bits: counts).rank(ranks)]
    return (Int(entry.points), Int(entry.dice))
  }
}
