import ParlorKit

/// The chance to win a game of two to a target, for every pair of scores, if both play best.
///
/// Scores never fall, so pairs are solved from the highest sum of scores down. A farkle leaves the scores
/// and passes the turn, which couples a pair with its mirror image: two unknowns, each a convex function
/// of the other made of straight lines, found by secants. No hold is left out: where a final round
/// follows, more points with as many dice can be worse.
struct DuelTable: Sendable {
  private let rules: DuelRules
  private let table: RollTable
  private let lastTurns: LastTurns
  /// The chance of the player to move, by the seat if seats differ, that player's units and the other's.
  private(set) var chances: [Double]
  /// The least chance of a farkle of any number of dice.
  private let leastRisk: Double

  private var target: Int { rules.target }
  /// Whether it matters who played first: in overtime the first seat begins.
  private var seatsDiffer: Bool { rules.hasFinalRound && rules.tie == .overtime }

  /// The table of known chances.
  ///
  /// - Returns: nothing if there are not as many as the rules ask for.
  init?(_ table: RollTable, _ rules: DuelRules, _ lastTurns: LastTurns, chances: [Double]) {
    self.init(table, rules, lastTurns)
    guard chances.count == self.chances.count else { return nil }
    self.chances = chances
  }

  private init(_ table: RollTable, _ rules: DuelRules, _ lastTurns: LastTurns) {
    self.table = table
    self.rules = rules
    self.lastTurns = lastTurns
    chances = []
    leastRisk = (1...6).map { table.rolls[$0].farkle }.min() ?? 0
    chances = [Double](repeating: 0, count: (seatsDiffer ? 2 : 1) * target * target)
  }

  /// Solves all pairs.
  ///
  /// - Parameter progress: takes the share that is done; throws to stop.
  init(
    _ table: RollTable, _ rules: DuelRules, _ lastTurns: LastTurns,
    progress: (Double) throws(GameError) -> Void
  ) throws(GameError) {
    self.init(table, rules, lastTurns)
    let sweep = TurnSweep(table, mustRollHot: rules.mustRollHot)
    let all = Double(target * target)
    var done = 0
    for sum in stride(from: 2 * (target - 1), through: 0, by: -1) {
      let low = max(0, sum - (target - 1))
      for own in low...(seatsDiffer ? sum - low : sum / 2) {
        try progress(Double(done) / all)
        solve(own, sum - own, sweep)
        done += own == sum - own || seatsDiffer ? 1 : 2
      }
    }
  }

  private func place(_ seat: Int, _ own: Int, _ other: Int) -> Int {
    ((seatsDiffer ? seat : 0) * target + own) * target + other
  }

  /// The chance of the player to move.
  func chance(seat: Int = 0, own: Int, other: Int) -> Double { chances[place(seat, own, other)] }

  /// What a bank is worth that leaves so many units.
  private func banked(_ seat: Int, _ own: Int, _ other: Int) -> Double {
    if own < target { return 1 - chances[place(1 - seat, other, own)] }
    guard rules.hasFinalRound else { return 1 }
    return 1 - lastTurns.chance(behind: own - other, seat: 1 - seat, isOnBoard: other > 0)
  }

  private func leastBank(own: Int) -> Int { own == 0 ? rules.opening : rules.least }

  /// The values of a turn at some scores.
  ///
  /// - Parameters:
  ///   - least: the least units of a bank.
  ///   - units: units that have to be among the values.
  ///   - penalty: the units that a farkle costs.
  func turn(
    seat: Int, own: Int, other: Int, least: Int, atLeast units: Int, penalty: Int
  ) -> TurnTable {
    let last = max(safe(own, other), units, least)
    return TurnTable(
      table, least: least, mustRollHot: rules.mustRollHot,
      banked: (0...(last + table.most)).map { $0 == 0 ? 0 : banked(seat, own + $0, other) },
      last: last, slope: 0,
      farkle: 1 - chance(seat: 1 - seat, own: other, other: max(0, own - penalty)))
  }

  /// The units of a turn from which a bank wins for certain.
  private func safe(_ own: Int, _ other: Int) -> Int {
    max(target, rules.hasFinalRound ? other + lastTurns.safeLead : 0) - own
  }

  /// What banks are worth, and the units from which they are better than any roll can be.
  private func side(
    _ seat: Int, _ own: Int, _ other: Int, farkle: Double
  ) -> (banked: [Double], last: Int, least: Int) {
    let least = leastBank(own: own)
    let safe = max(safe(own, other), least)
    var banked = [Double](repeating: 1, count: safe + table.most + 1)
    banked.withUnsafeMutableBufferPointer { banked in
      chances.withUnsafeBufferPointer { chances in
        var place = self.place(1 - seat, other, own + 1)
        var units = 1
        while units < target - own {
          banked[units] = 1 - chances[place]
          place += 1
          units += 1
        }
      }
    }
    if rules.hasFinalRound {
      for units in (target - own)..<max(safe, target - own) {
        banked[units] = self.banked(seat, own + units, other)
      }
    }
    banked[0] = 0
    if rules.mustRollHot { return (banked, safe, least) }
    // The best roll wins unless it is a farkle.
    let enough = 1 - leastRisk * (1 - min(1, farkle + 0.02))
    var last = safe
    while last > least, banked[last - 1] >= enough { last -= 1 }
    return (banked, last, least)
  }

  /// Solves a pair of scores and its mirror image.
  private mutating func solve(_ own: Int, _ other: Int, _ sweep: TurnSweep) {
    let (first, mirror) = (place(0, own, other), place(1, other, own))
    // As a little further on, where that is known.
    func guess(_ seat: Int, _ own: Int, _ other: Int) -> Double {
      guard max(own, other) + 1 < target else { return 0.6 }
      let near = self.chance(seat: seat, own: own + 1, other: other + 1)
      guard max(own, other) + 2 < target else { return near }
      return min(1, max(0, 2 * near - self.chance(seat: seat, own: own + 2, other: other + 2)))
    }
    var chance = guess(0, own, other)
    let one = side(0, own, other, farkle: 1 - guess(1, other, own))
    let two = side(1, other, own, farkle: 1 - chance)
    func step(_ chance: Double) -> (chance: Double, mirrored: Double) {
      let mirrored = sweep.firstRoll(
        two.banked, last: two.last, least: two.least, farkle: 1 - chance)
      return (
        sweep.firstRoll(
          one.banked, last: one.last, least: one.least, farkle: 1 - mirrored), mirrored
      )
    }
    var slope = -0.9
    var result = step(chance)
    for _ in 0..<40 {
      let error = result.chance - chance
      if abs(error) < 1e-11 { break }
      let next = chance - error / slope
      let stepped = step(next)
      let nextError = stepped.chance - next
      let found = (nextError - error) / (next - chance)
      if found < -0.1, found >= -1 { slope = found }
      (chance, result) = (next, stepped)
    }
    chances[first] = result.chance
    chances[mirror] = first == mirror ? result.chance : result.mirrored
  }
}
