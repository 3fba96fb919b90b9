import ParlorKit

/// The fewest expected turns of a player alone, by the remaining score.
///
/// A farkle leaves the situation unchanged, so the value of a turn depends on itself. It is found
/// by the secant method, which takes few steps since the value is linear as long as the best
/// decisions are the same.
struct SoloTable: Sendable {
  /// By the remaining units: 0 turns for none.
  private(set) var turns: [Double] = [0]

  /// The maximum number of units that are computed.
  static let farthest = 400

  /// Whether the turns for these units are known.
  func reaches(_ units: Int) -> Bool { units < turns.count }

  /// Only the turns for no points are known.
  init() {}

  /// The table of known turns.
  ///
  /// - Returns: `nil` if they cannot be turns.
  init?(turns: [Double]) {
    guard turns.first == 0, turns.dropFirst().allSatisfy({ $0 >= 1 && $0.isFinite }) else {
      return nil
    }
    self.turns = turns
  }

  /// Computes the turns for more units.
  ///
  /// - Parameter progress: takes the number of units that are known; throws to stop.
  mutating func extend(
    to units: Int, _ table: RollTable, least: Int, mustRollHot: Bool,
    progress: (Int) throws(GameError) -> Void
  ) throws(GameError) {
    let sweep = TurnSweep(table, mustRollHot: mustRollHot)
    while turns.count <= units {
      try progress(turns.count)
      turns.append(turns(left: turns.count, least: least, sweep))
    }
  }

  /// The turns for these remaining units, if all for fewer are known.
  ///
  /// - Parameter least: the fewest units of a bank now; later ones are those of the table.
  private func turns(left: Int, least: Int, _ sweep: TurnSweep) -> Double {
    // A bank needs at least one unit. Beyond the target everything counts as the target.
    let last = max(left, least)
    let banked = [-.infinity] + (1...last).map { -turns[max(0, left - $0)] }
    func value(farkle: Double) -> Double {
      1 - sweep.firstRoll(banked, last: last, least: max(least, 1), farkle: -farkle)
    }
    // The turns for a little less, extrapolated, are good guesses.
    var guess = turns[left - 1] + (left == 1 ? 2 : 0)
    var guessError = value(farkle: guess) - guess
    var found = guess + max(guessError, 1e-6) * 1.5
    for _ in 0..<60 {
      let error = value(farkle: found) - found
      let slope = (error - guessError) / (found - guess)
      (guess, guessError) = (found, error)
      guard abs(error) > 1e-10 * found, slope < 0 else { break }
      found -= error / slope
    }
    return found
  }

  /// The turns of a player whose first bank needs more than later ones, before that bank.
  func turns(_ table: RollTable, left: Int, opening: Int, mustRollHot: Bool) -> Double {
    let units = max(1, table.units(left))
    return turns(left: units, least: opening, TurnSweep(table, mustRollHot: mustRollHot))
  }

  /// The values of a turn with these units left to score.
  ///
  /// - Parameter isOpening: whether the minimum of a first bank applies.
  func turn(
    _ table: RollTable, left: Int, least: Int, mustRollHot: Bool, isOpening: Bool
  ) -> TurnTable {
    let units = max(1, table.units(left))
    let farkle =
      isOpening
      ? turns(table, left: left, opening: least, mustRollHot: mustRollHot) : turns[units]
    return TurnTable(
      table, least: least, mustRollHot: mustRollHot,
      banked: (0...max(units, least)).map { -turns[max(0, units - $0)] - 1 }, slope: 0,
      farkle: -farkle - 1)
  }
}
