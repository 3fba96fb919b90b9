import ParlorKit

/// The chance to win a game of two to a target, for every pair of scores, if both play best.
///
/// Scores never fall, so pairs are solved from the highest sum of scores down. A farkle keeps the
/// scores and passes the turn, which couples a pair with its mirror image: two unknowns, each a
/// convex piecewise linear function of the other, found by the secant method. No hold is left out:
/// before a final round, more points with as many dice can be worse.
struct DuelTable: Sendable {
  private let rules: DuelRules
  private let table: RollTable
  private let lastTurns: LastTurns
  /// The chance of the player to move, by the seat if seats differ, that player's units and the
  /// opponent's.
  private(set) var chances: [Double]
  /// The largest difference between a chance and that of the best turn, if all other chances are
  /// right.
  private(set) var residual = 0.0

  private var target: Int { rules.target }
  /// Whether it matters who played first: in overtime the first seat begins.
  private var seatsDiffer: Bool { rules.hasFinalRound && rules.tie == .overtime }

  /// The table of known chances.
  ///
  /// - Parameter numbers: see ``numbers``.
  /// - Returns: `nil` if their count does not fit the rules.
  init?(_ table: RollTable, _ rules: DuelRules, _ lastTurns: LastTurns, numbers: [Double]) {
    self.init(table, rules, lastTurns)
    guard numbers.count == chances.count + 1 else { return nil }
    residual = numbers[chances.count]
    chances = numbers.dropLast()
  }

  /// The chances and the residual, as they are stored.
  var numbers: [Double] { chances + [residual] }

  /// The numbers of a game to a lower target, from those of one to a higher target. They are the
  /// chances of the highest scores, and the residual of all.
  ///
  /// - Returns: `nil` if seats differ, so that there are more numbers.
  static func numbers(_ numbers: [Double], of target: Int, downTo lower: Int) -> [Double]? {
    guard numbers.count == target * target + 1, lower <= target else { return nil }
    let rest = target - lower
    return (rest..<target).flatMap { own in
      numbers[(own * target + rest)..<((own + 1) * target)]
    } + numbers.suffix(1)
  }

  private init(_ table: RollTable, _ rules: DuelRules, _ lastTurns: LastTurns) {
    self.table = table
    self.rules = rules
    self.lastTurns = lastTurns
    chances = []
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

  private func leastBank(own: Int) -> Int { own == 0 ? rules.opening : rules.least }

  /// The values of a turn at given scores. Once it is over, scores below 0 count as 0.
  ///
  /// - Parameters:
  ///   - least: the fewest units of a bank.
  ///   - units: units that must be among the values.
  ///   - penalty: the penalty for a farkle, in units.
  ///   - forBestMove: whether the best move alone is asked for, and no value of a roll with so many units that banking
  ///     is better than any roll can be.
  func turn(
    seat: Int, own: Int, other: Int, least: Int, atLeast units: Int, penalty: Int,
    forBestMove: Bool = false
  ) -> TurnTable {
    let last = max(safe(own, other), units, least)
    let their = max(0, other)
    let lastChances =
      rules.hasFinalRound ? lastTurns.chances(seat: 1 - seat, isOnBoard: their > 0) : []
    let banked = (0...(last + table.most)).map { units in
      let score = max(0, own + units)
      if score < target { return 1 - chances[place(1 - seat, their, score)] }
      return score - their < lastChances.count ? 1 - lastChances[score - their] : 1
    }
    let farkle = 1 - chance(seat: 1 - seat, own: max(0, other), other: max(0, own - penalty))
    return TurnTable(
      table, least: least, mustRollHot: rules.mustRollHot, banked: banked,
      last: forBestMove ? worthRolling(banked, last, least, farkle: farkle) : last, slope: 0,
      farkle: farkle)
  }

  /// The possible error of the values of a turn at given scores.
  func error(seat: Int, own: Int, other: Int) -> Double {
    switch (own < 0, other < 0) {
    case (false, false): lastTurns.error
    case (true, false): max(lastTurns.error, chance(seat: seat, own: 0, other: other))
    case (false, true): max(lastTurns.error, chance(seat: 1 - seat, own: 0, other: own))
    case (true, true): .infinity
    }
  }

  /// The units of a turn at which a bank certainly wins.
  private func safe(_ own: Int, _ other: Int) -> Int {
    max(target, rules.hasFinalRound ? other + lastTurns.safeLead : 0) - own
  }

  /// The values of banks, and the units from which they are better than any roll can be.
  ///
  /// - Parameter farkle: the maximum value of a farkle.
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
      let chances = lastTurns.chances(seat: 1 - seat, isOnBoard: other > 0)
      let lead = own - other
      for units in (target - own)..<max(safe, target - own) where lead + units < chances.count {
        banked[units] = 1 - chances[lead + units]
      }
    }
    banked[0] = 0
    return (banked, worthRolling(banked, safe, least, farkle: farkle), least)
  }

  /// The units, at most `last`, from which banks are better than any roll can be.
  private func worthRolling(
    _ banked: [Double], _ last: Int, _ least: Int, farkle: Double
  ) -> Int {
    rules.mustRollHot
      ? last : table.worthRolling(banked, last: last, least: least, farkle: farkle)
  }

  /// Solves a pair of scores and its mirror image.
  ///
  /// A turn is computed up to the point where a bank is better than any roll can be. That depends
  /// on the value of a farkle, which is not known yet: a limit is set, and raised if the solution
  /// exceeds it.
  private mutating func solve(_ own: Int, _ other: Int, _ sweep: TurnSweep) {
    let (first, mirror) = (place(0, own, other), place(1, other, own))
    var chance = guess(0, own, other)
    var limit = Self.limit(above: 1 - guess(1, other, own))
    var mirroredLimit = Self.limit(above: 1 - chance)
    while true {
      let one = side(0, own, other, farkle: limit)
      let two = side(1, other, own, farkle: mirroredLimit)
      let (result, error) = Self.fixedPoint(near: chance) { chance in
        let mirrored = sweep.firstRoll(
          two.banked, last: two.last, least: two.least, farkle: 1 - chance)
        return (
          sweep.firstRoll(
            one.banked, last: one.last, least: one.least, farkle: 1 - mirrored), mirrored
        )
      }
      chance = result.chance
      if 1 - result.mirrored > limit || 1 - chance > mirroredLimit {
        limit = max(limit, Self.limit(above: 1 - result.mirrored))
        mirroredLimit = max(mirroredLimit, Self.limit(above: 1 - chance))
        continue
      }
      chances[first] = chance
      chances[mirror] = first == mirror ? chance : result.mirrored
      residual = max(residual, error)
      return
    }
  }

  /// A probable upper bound of a chance, from a guess.
  private static func limit(above guess: Double) -> Double { min(1, guess + 0.02) }

  /// A guess of a chance, from known chances a little further on.
  private func guess(_ seat: Int, _ own: Int, _ other: Int) -> Double {
    guard max(own, other) + 1 < target else { return 0.6 }
    let near = chance(seat: seat, own: own + 1, other: other + 1)
    guard max(own, other) + 2 < target else { return near }
    return min(1, max(0, 2 * near - chance(seat: seat, own: own + 2, other: other + 2)))
  }

  /// The fixed point of a step, found by secants between bounds.
  ///
  /// A step changes its result by less than its argument: if few dice score, by hardly less. So the
  /// secants may be almost level; one that leaves the bounds is replaced by their middle.
  ///
  /// - Parameter step: from a chance of the player to that chance and that of the mirror image.
  /// - Returns: both chances, and by how much the last step changed the chance.
  private static func fixedPoint(
    near guess: Double, _ step: (Double) -> (chance: Double, mirrored: Double)
  ) -> (result: (chance: Double, mirrored: Double), error: Double) {
    var chance = guess
    var slope = -0.9
    var bounds = 0.0...1.0
    var result = step(chance)
    for _ in 0..<100 {
      let error = result.chance - chance
      // The rest is the error of the chance itself.
      if abs(error / slope) < 1e-11 || error == 0 { break }
      if error > 0 {
        bounds = chance...max(chance, bounds.upperBound)
      } else {
        bounds = min(chance, bounds.lowerBound)...chance
      }
      var next = chance - error / slope
      if !bounds.contains(next) { next = (bounds.lowerBound + bounds.upperBound) / 2 }
      if next == chance { break }
      let stepped = step(next)
      let found = (stepped.chance - next - error) / (next - chance)
      if found < -1e-9, found >= -1 { slope = found }
      (chance, result) = (next, stepped)
    }
    return (result, abs(result.chance - chance))
  }
}
