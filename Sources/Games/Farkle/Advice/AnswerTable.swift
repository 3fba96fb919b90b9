import ParlorKit

/// The chance to win a game of two to a target for a player who plays best against ``BankBot``, for every
/// pair of scores.
///
/// The bot's turns do not depend on the player, so only a farkle of both leads back to a pair of scores; each
/// pair is computed again and again until it does not change.
struct AnswerTable {
  private let rules: DuelRules
  private let table: RollTable
  private let lastTurns: LastTurns
  /// The chance of each total of the bot's turn in units, 0 for a farkle: on the board and before.
  private let turns: (onBoard: [Double], opening: [Double])
  /// The bot's chance to take the lead in its last turn, by the units that it is behind.
  private let passes: (onBoard: [Double], opening: [Double])
  /// By the player's units and then the bot's: before the player's turn and before the bot's.
  private var moving: [Double]
  private var waiting: [Double]

  /// Leads that the bot makes up more rarely count as safe.
  private static let none = 1e-9

  /// Solves all pairs.
  ///
  /// - Parameters:
  ///   - points: the points at which the bot banks.
  ///   - progress: takes the share that is done; throws to stop.
  /// - Returns: `nil` for rules of the last turns that it does not know.
  init?(
    _ table: RollTable, _ rules: DuelRules, _ lastTurns: LastTurns, _ scoring: ScoringRules,
    points: Int, progress: (Double) throws(GameError) -> Void
  ) throws(GameError) {
    guard rules.target > 0, !rules.mustRollHot, !rules.defends, rules.tie != .overtime else {
      return nil
    }
    (self.table, self.rules, self.lastTurns) = (table, rules, lastTurns)
    let pace = BotPace(scoring, unit: table.unit)
    let goal = table.units(points)
    func turn(least: Int) -> [Double] { pace.totals(goal: max(goal, least)) }
    func passes(least: Int) -> [Double] {
      var passes: [Double] = []
      while rules.hasFinalRound, passes.last ?? 1 > Self.none {
        passes.append(1 - pace.totals(goal: max(passes.count + 1, least))[0])
      }
      return passes
    }
    turns = (turn(least: rules.least), turn(least: rules.opening))
    self.passes = (passes(least: rules.least), passes(least: rules.opening))
    let count = rules.target * rules.target
    moving = [Double](repeating: 0, count: count)
    waiting = moving
    let sweep = TurnSweep(table, mustRollHot: false)
    for own in (0..<rules.target).reversed() {
      for other in (0..<rules.target).reversed() {
        try progress(1 - Double(own * rules.target + other) / Double(count))
        solve(own, other, sweep)
      }
    }
  }

  /// The chance before the player's turn, and before the bot's.
  func chances(own: Int, other: Int) -> (moving: Double, waiting: Double) {
    (moving[own * rules.target + other], waiting[own * rules.target + other])
  }

  /// The player's best turn.
  func turn(own: Int, other: Int) -> TurnTable {
    let banked = banks(own, other)
    return TurnTable(
      table, least: own == 0 ? rules.opening : rules.least, mustRollHot: false, banked: banked,
      last: banked.count - 1 - table.most, slope: 0,
      farkle: waiting[own * rules.target + other])
  }

  private mutating func solve(_ own: Int, _ other: Int, _ sweep: TurnSweep) {
    let totals = other == 0 ? turns.opening : turns.onBoard
    var rest = 0.0
    for (units, chance) in totals.enumerated().dropFirst() where chance > 0 {
      rest += chance * afterBank(own, other + units)
    }
    let banked = banks(own, other)
    let least = own == 0 ? rules.opening : rules.least
    // The best roll wins unless it is a farkle, so from here banking is better.
    let enough = 1 - table.leastRisk * (1 - totals[0] - rest)
    var last = banked.count - 1 - table.most
    while last > least, banked[last - 1] >= enough { last -= 1 }
    var (chance, waiting) = (0.5, 0.0)
    for _ in 0..<200 {
      waiting = totals[0] * chance + rest
      let found = sweep.firstRoll(banked, last: last, least: least, farkle: waiting)
      let change = abs(found - chance)
      chance = found
      if change < 1e-13 { break }
    }
    let place = own * rules.target + other
    (moving[place], self.waiting[place]) = (chance, totals[0] * chance + rest)
  }

  /// The player's chance once the bot has banked.
  private func afterBank(_ own: Int, _ other: Int) -> Double {
    if other < rules.target { return moving[own * rules.target + other] }
    guard rules.hasFinalRound else { return 0 }
    return lastTurns.chance(behind: other - own, seat: 0, isOnBoard: own > 0)
  }

  /// The values of banks by their units, up to a lead that is safe, and as many further ones as a hold has.
  private func banks(_ own: Int, _ other: Int) -> [Double] {
    let passes = other == 0 ? passes.opening : passes.onBoard
    let safe = max(rules.target, other + passes.count, own + rules.opening) - own
    return (0...(safe + table.most)).map { units in
      if units == 0 { return 0 }
      if own + units < rules.target { return waiting[(own + units) * rules.target + other] }
      let lead = own + units - other
      return lead < passes.count ? 1 - passes[lead] : 1
    }
  }
}

/// The turns of ``BankBot``: it holds the dice that score most.
private struct BotPace {
  /// By the number of dice: the chance of a farkle, and of each best hold with the dice left to roll.
  private var farkles = [Double](repeating: 0, count: 7)
  private var holds = [[(units: Int, dice: Int, chance: Double)]](repeating: [], count: 7)

  init(_ scoring: ScoringRules, unit: Int) {
    var chances = [[RollTable.Held: Int]](repeating: [:], count: 7)
    var ways = [Int](repeating: 0, count: 7)
    for roll in DiceCounts.all.dropFirst() {
      let (count, own) = (roll.count, RollTable.ways(of: roll))
      guard let best = scoring.bestHold(of: roll) else {
        ways[count] += own
        continue
      }
      let left = count - best.dice.count
      let held = RollTable.Held(points: best.score / unit, dice: left == 0 ? 6 : left)
      chances[count][held, default: 0] += own
    }
    for count in 1...6 {
      let all = Double((0..<count).reduce(1) { all, _ in all * 6 })
      farkles[count] = Double(ways[count]) / all
      holds[count] = chances[count].sorted {
        ($0.key.points, $0.key.dice) < ($1.key.points, $1.key.dice)
      }
      .map { ($0.key.points, $0.key.dice, Double($0.value) / all) }
    }
  }

  /// The chance of each total in units of a turn that ends at a goal, 0 for a farkle.
  func totals(goal: Int) -> [Double] {
    let most = holds.flatMap { $0.map(\.units) }.max() ?? 0
    var totals = [Double](repeating: 0, count: goal + most)
    // The chance to roll so many dice, by the units before.
    var rolls = [[Double]](repeating: [Double](repeating: 0, count: 7), count: max(goal, 1))
    rolls[0][6] = 1
    for units in 0..<max(goal, 1) {
      for dice in 1...6 where rolls[units][dice] > 0 {
        totals[0] += rolls[units][dice] * farkles[dice]
        for hold in holds[dice] {
          let (next, chance) = (units + hold.units, rolls[units][dice] * hold.chance)
          if next >= goal { totals[next] += chance } else { rolls[next][hold.dice] += chance }
        }
      }
    }
    return totals
  }
}
