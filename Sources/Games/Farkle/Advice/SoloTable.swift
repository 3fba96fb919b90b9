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
      let left = turns.count
      // Nothing cannot be banked.
      let banked = [-.infinity] + (1...left).map { -turns[left - $0] }
      func value(farkle: Double) -> Double {
        1
          - sweep.firstRoll(
            banked, last: left, least: max(least, 1), farkle: -farkle)
      }
      // As many turns as with a little less to score, and a little more, are good guesses.
      var last = turns[left - 1] + (left == 1 ? 2 : 0)
      var lastError = value(farkle: last) - last
      var found = last + max(lastError, 1e-6) * 1.5
      for _ in 0..<60 {
        let error = value(farkle: found) - found
        let slope = (error - lastError) / (found - last)
        (last, lastError) = (found, error)
        guard abs(error) > 1e-10 * found, slope < 0 else { break }
        found -= error / slope
      }
      turns.append(found)
    }
  }

  /// The values of a turn with so many points left to score.
  func turn(_ table: RollTable, left: Int, least: Int, mustRollHot: Bool) -> TurnTable {
    let units = max(1, (left + table.unit - 1) / table.unit)
    return TurnTable(
      table, least: least, mustRollHot: mustRollHot,
      banked: (0...units).map { -turns[units - $0] - 1 }, slope: 0, farkle: -turns[units] - 1)
  }
}
