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

  /// Finds the turns for more units.
  mutating func extend(
    to units: Int, _ table: RollTable, least: Int, mustRollHot: Bool, isInterrupted: () -> Bool
  ) throws(GameError) {
    while turns.count <= units {
      if isInterrupted() { throw .stopped }
      let left = turns.count
      // As many turns as with a little less to score, and a little more, are good guesses.
      var last = turns[left - 1] + (left == 1 ? 2 : 0)
      var lastError = self.value(left, farkle: last, table, least, mustRollHot) - last
      var value = last + max(lastError, 1e-6) * 1.5
      for _ in 0..<60 {
        let error = self.value(left, farkle: value, table, least, mustRollHot) - value
        let slope = (error - lastError) / (value - last)
        (last, lastError) = (value, error)
        guard abs(error) > 1e-10 * value, slope < 0 else { break }
        value -= error / slope
      }
      turns.append(value)
    }
  }

  /// The expected turns with so much left, if a farkle leaves so many.
  private func value(
    _ left: Int, farkle: Double, _ table: RollTable, _ least: Int, _ mustRollHot: Bool
  ) -> Double {
    1
      - TurnTable(
        table, least: least, mustRollHot: mustRollHot, banked: banked(left), slope: 0,
        farkle: -farkle
      ).rolling(6, units: 0)
  }

  /// What banks are worth with so much left: the turns that remain, negative. Nothing cannot be banked.
  private func banked(_ left: Int) -> [Double] {
    [-.infinity] + (1...left).map { -turns[left - $0] }
  }

  /// The values of a turn with so many points left to score.
  func turn(_ table: RollTable, left: Int, least: Int, mustRollHot: Bool) -> TurnTable {
    let units = max(1, (left + table.unit - 1) / table.unit)
    return TurnTable(
      table, least: least, mustRollHot: mustRollHot,
      banked: (0...units).map { -turns[units - $0] - 1 }, slope: 0, farkle: -turns[units] - 1)
  }
}

extension TurnTable {
  /// The chance that a turn brings so many points or more.
  init(reaching points: Int, _ table: RollTable, least: Int, mustRollHot: Bool) {
    let needed = (points + table.unit - 1) / table.unit
    let last = max(needed, least)
    self.init(
      table, least: least, mustRollHot: mustRollHot,
      banked: (0...last).map { $0 >= needed ? 1 : 0 }, slope: 0, farkle: 0)
  }
}
