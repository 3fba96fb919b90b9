import ParlorKit

/// The least expected turns of a player alone, by how much is still to be scored.
///
/// A turn that farkles leaves everything as it was, so the value of a turn depends on itself: it is
/// found by Newton's method, which is policy iteration here and takes a few steps.
struct SoloTable: Sendable {
  /// By the units that are left: 0 turns for none.
  private(set) var turns: [Double] = [0]

  /// The most units that are looked at.
  static let farthest = 4_000

  /// Whether so many units are among those known.
  func reaches(_ units: Int) -> Bool { units < turns.count }

  /// Finds the turns for more units.
  mutating func extend(
    to units: Int, _ table: RollTable, least: Int, mustRollHot: Bool, isInterrupted: () -> Bool
  ) throws(GameError) {
    while turns.count <= units {
      if isInterrupted() { throw .stopped }
      let left = turns.count
      // One turn more than with less to score is a good guess.
      var value = turns[left - 1] + (left == 1 ? 2 : 0.1)
      for _ in 0..<60 {
        let one = self.value(left, farkle: value, table, least, mustRollHot)
        let step = 1e-4 * max(1, value)
        let other = self.value(left, farkle: value + step, table, least, mustRollHot)
        let slope = (other - one) / step
        let next = value + (one - value) / max(1e-9, 1 - slope)
        let isDone = abs(next - value) < 1e-11 * max(1, value)
        value = next
        if isDone { break }
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
