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
    // The bot holds the dice that score most, and banks as soon as it may.
    let held = RollTable(scoring, .highest)
    func turn(reaching units: Int, least: Int) -> TurnTable {
      TurnTable(
        reaching: max(units, least) * held.unit, held, least: least, mustRollHot: false)
    }
    func totals(least: Int) -> [Double] {
      turn(reaching: table.units(points), least: least).totals(held)
    }
    func passes(least: Int) -> [Double] {
      var passes: [Double] = []
      while rules.hasFinalRound, passes.last ?? 1 > Self.none {
        passes.append(turn(reaching: passes.count + 1, least: least).rolling(6, units: 0))
      }
      return passes
    }
    turns = (totals(least: rules.least), totals(least: rules.opening))
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
    let last = table.worthRolling(
      banked, last: banked.count - 1 - table.most, least: least, farkle: totals[0] + rest)
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
