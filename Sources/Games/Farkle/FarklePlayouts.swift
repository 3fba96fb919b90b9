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
    let turns = PlayoutTurns(start.match, everyHold: players.contains(.best))
    return { [start] seed throws(GameError) in
      var (state, dice, moves) = (start, DiceDraws(seed: seed), 0)
      while !state.isOver {
        switch players[state.player % players.count] {
        case .bank(let goal): moves += state.playTurn(to: goal, &dice, turns)
        case .best:
          guard let policies, let made = state.playTurn(by: policies, &dice, turns)
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
    to goal: Int, _ dice: inout DiceDraws, _ turns: borrowing PlayoutTurns
  ) -> Int {
    let least = seats[player].isOnBoard ? turns.least : turns.opening
    let goal = max(BankBot.goal(in: self, points: goal), least)
    var (moves, points, count, nobody) = (0, 0, 6, Reporter.none)
    while true {
      let hold = turns.bestHold(of: Dice(bits: dice.next(count)).counts)
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
    by policies: TurnPolicies, _ dice: inout DiceDraws, _ turns: borrowing PlayoutTurns
  ) -> Int? {
    let before = dice
    for isLong in [false, true] {
      dice = before
      if let policy = policies.policy(of: self, isLong: isLong),
        let moves = playTurn(by: policy, &dice, turns)
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
    by policy: TurnPolicy, _ dice: inout DiceDraws, _ turns: borrowing PlayoutTurns
  ) -> Int? {
    var (moves, units, count, nobody) = (0, 0, 6, Reporter.none)
    while true {
      let holds = turns.holds(of: Dice(bits: dice.next(count)).counts)
      moves += 2
      guard !holds.isEmpty else {
        farkle(fromDice: true, report: &nobody)
        return moves - 1
      }
      var (best, chosen) = (UInt16(0), holds.lowerBound)
      for index in holds {
        let hold = turns[index]
        if units + hold.points > policy.mostUnits { return nil }
        let place = policy.place(units + hold.points, dice: hold.dice)
        if place > best { (best, chosen) = (place, index) }
      }
      units += turns[chosen].points
      count = turns[chosen].dice
      if policy.isBank(units, dice: count) {
        bank(units * turns.unit, fromDice: true, report: &nobody)
        return moves + 1
      }
    }
  }
}

/// What turns take from the rules, which have a text and take long to copy: the fewest points of a bank,
/// also to get on the board, and the holds of every roll.
private struct PlayoutTurns: Sendable {
  let least: Int
  let opening: Int
  let mustRollHot: Bool
  /// The points of a unit.
  let unit: Int
  private let ranks = DiceCounts.rankTables
  /// By rolls: the points and the number of dice of the best hold; no dice for a farkle.
  private let best: [(points: Int32, dice: Int32)]
  /// Roll by roll, the units of every hold and the dice to roll after it, in the order of ``ScoringRules/holds``; of
  /// equal ones the first.
  private let every: [RollTable.Held]
  /// Where the holds of each roll begin.
  private let starts: [Int]

  init(_ match: FarkleMatch, everyHold: Bool) {
    least = match.rules.leastBank(isOnBoard: true)
    opening = match.rules.leastBank(isOnBoard: false)
    mustRollHot = match.rules.mustRollHot
    unit = TurnValues.of(match.rules.scoring).table.unit
    var best = [(points: Int32, dice: Int32)](repeating: (0, 0), count: DiceCounts.ranks)
    var holds = [[RollTable.Held]](repeating: [], count: DiceCounts.ranks)
    for dice in DiceCounts.all {
      guard let hold = match.scoring.bestHold(of: dice) else { continue }
      let rank = dice.rank(ranks)
      best[rank] = (Int32(hold.score), Int32(hold.dice.count))
      guard everyHold else { continue }
      for hold in match.scoring.holds(of: dice) {
        let left = dice.count - hold.dice.count
        let held = RollTable.Held(points: hold.score / unit, dice: left == 0 ? 6 : left)
        if !holds[rank].contains(held) { holds[rank].append(held) }
      }
    }
    self.best = best
    every = holds.flatMap(\.self)
    starts = holds.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  func bestHold(of dice: DiceCounts) -> (points: Int, dice: Int) {
    let hold = best[dice.rank(ranks)]
    return (Int(hold.points), Int(hold.dice))
  }

  /// The places of the holds of a roll; none for a farkle.
  func holds(of dice: DiceCounts) -> Range<Int> {
    let rank = dice.rank(ranks)
    return starts[rank]..<starts[rank + 1]
  }

  subscript(place: Int) -> RollTable.Held { every[place] }
}
