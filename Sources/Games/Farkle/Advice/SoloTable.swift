import ParlorKit

/// The least expected turns of a player alone, by how much is still to be scored.
///
/// A turn that farkles leaves everything as it was, so the value of a turn depends on itself: it is
/// found by the secant method, which takes a few steps since the value is a straight line as long as the
/// same decisions are the best.
struct SoloTable: Sendable {
  /// By the units that are left: 0 turns for none.
  private(set) var turns: [Double] = [0]

  /// The most units that are looked at.
  static let farthest = 400

  /// Whether so many units are among those known.
  func reaches(_ units: Int) -> Bool { units < turns.count }

  /// Nothing is known but that no turn is needed for no points.
  init() {}

  /// The table of known turns.
  ///
  /// - Returns: nothing if they cannot be turns.
  init?(turns: [Double]) {
    guard turns.first == 0, turns.dropFirst().allSatisfy({ $0 >= 1 && $0.isFinite }) else {
      return nil
    }
    self.turns = turns
  }

  /// Finds the turns for more units.
  ///
  /// - Parameter progress: takes the units that are known; throws to stop.
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

  /// The turns with so many units left, all fewer of which are known.
  ///
  /// - Parameter least: the least units of a bank now; later ones are as in the table.
  private func turns(left: Int, least: Int, _ sweep: TurnSweep) -> Double {
    // Nothing cannot be banked. What is beyond the target is as good as the target.
    let last = max(left, least)
    let banked = [-.infinity] + (1...last).map { -turns[max(0, left - $0)] }
    func value(farkle: Double) -> Double {
      1 - sweep.firstRoll(banked, last: last, least: max(least, 1), farkle: -farkle)
    }
    // As many turns as with a little less to score, and a little more, are good guesses.
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

  /// The turns that a player needs who may bank less later than now, before the first bank.
  func turns(_ table: RollTable, left: Int, opening: Int, mustRollHot: Bool) -> Double {
    let units = max(1, (left + table.unit - 1) / table.unit)
    return turns(left: units, least: opening, TurnSweep(table, mustRollHot: mustRollHot))
  }

  /// The values of a turn with so many points left to score.
  ///
  /// - Parameter isOpening: whether the least units of a bank are those of the first one.
  func turn(
    _ table: RollTable, left: Int, least: Int, mustRollHot: Bool, isOpening: Bool
  ) -> TurnTable {
    let units = max(1, (left + table.unit - 1) / table.unit)
    let farkle =
      isOpening
      ? turns(table, left: left, opening: least, mustRollHot: mustRollHot) : turns[units]
    return TurnTable(
      table, least: least, mustRollHot: mustRollHot,
      banked: (0...max(units, least)).map { -turns[max(0, units - $0)] - 1 }, slope: 0,
      farkle: -farkle - 1)
  }
}
