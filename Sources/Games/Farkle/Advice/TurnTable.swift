/// The value of every situation of a turn, for a player who rolls, holds and banks in the best way.
///
/// A situation is the points of the turn and the dice to roll next. What a bank of so many points and
/// a farkle are worth is given: points, or the chance to win afterwards. Points only grow during a
/// turn, so the values are found from the most points down, each once.
struct TurnTable: Sendable {
  /// What the turn is worth if so many units are banked.
  let banked: [Double]
  /// The value of rolling, by the units of the turn and then the number of dice, 1 to 6.
  private let rolling: [Double]
  /// Whether hot dice have to be rolled.
  private let mustRollHot: Bool
  /// The least units that can be banked.
  private let least: Int

  /// Finds all values.
  ///
  /// - Parameters:
  ///   - table: what rolls bring.
  ///   - least: the least units that can be banked.
  ///   - mustRollHot: whether hot dice have to be rolled.
  ///   - banked: what a bank is worth, by its units. From the last of them on, banking is best
  ///     wherever it is allowed, and the value changes for each further unit as `slope` says.
  ///   - slope: what a unit is worth beyond the last of them.
  ///   - farkle: what a farkle is worth.
  init(
    _ table: RollTable, least: Int, mustRollHot: Bool, banked: [Double], slope: Double,
    farkle: Double
  ) {
    self.banked = banked
    self.least = least
    self.mustRollHot = mustRollHot
    let last = banked.count - 1
    let hot = mustRollHot ? Hot(table.rolls[6], banked[last], slope: slope, farkle: farkle) : nil
    var rolling = [Double](repeating: 0, count: banked.count * 8)
    // The better of banking and rolling, by the units and the dice.
    var best = rolling
    for units in stride(from: last, through: 0, by: -1) {
      for dice in 1...6 {
        let rolls = table.rolls[dice]
        var value = rolls.farkle * farkle
        for kind in rolls.chances.indices {
          var most = -Double.infinity
          for hold in rolls.holds[rolls.starts[kind]..<rolls.starts[kind + 1]] {
            let next = units + hold.points
            if next <= last {
              most = max(most, best[next * 8 + hold.dice])
            } else if let hot, hold.dice == 6 {
              most = max(most, hot.value + hot.slope * Double(next - last))
            } else {
              most = max(most, banked[last] + slope * Double(next - last))
            }
          }
          value += rolls.chances[kind] * most
        }
        rolling[units * 8 + dice] = value
      }
      for dice in 1...6 {
        let canBank = units >= least && !(mustRollHot && dice == 6)
        let value = rolling[units * 8 + dice]
        best[units * 8 + dice] = canBank ? max(value, banked[units]) : value
      }
    }
    self.rolling = rolling
  }

  /// The value of hot dice that have to be rolled, with more units than a table has: that of the most
  /// units in it, and what each further one adds.
  private struct Hot {
    var value: Double
    var slope: Double

    /// - Parameter banked: what a bank of the most units is worth.
    init(_ rolls: RollTable.Rolls, _ banked: Double, slope: Double, farkle: Double) {
      // The player banks after the roll, unless all dice that score are hot again.
      var (ends, gain) = (0.0, 0.0)
      var (again, hotGain) = (0.0, 0.0)
      for (kind, chance) in rolls.chances.enumerated() {
        let holds = rolls.holds[rolls.starts[kind]..<rolls.starts[kind + 1]]
        if let points = holds.lazy.filter({ $0.dice < 6 }).map(\.points).max() {
          ends += chance
          gain += chance * Double(points)
        } else {
          again += chance
          hotGain += chance * Double(holds.reduce(0) { max($0, $1.points) })
        }
      }
      self.slope = slope * ends / (1 - again)
      value =
        (rolls.farkle * farkle + ends * banked + slope * gain + self.slope * hotGain) / (1 - again)
    }
  }

  /// The most units of the table.
  var last: Int { banked.count - 1 }

  /// The value of rolling some dice, 1 to 6, with so many units at stake.
  func rolling(_ dice: Int, units: Int) -> Double {
    rolling[min(max(units, 0), last) * 8 + dice]
  }

  /// Whether a bank of so many units is allowed, with so many dice to roll instead.
  func canBank(_ units: Int, dice: Int) -> Bool {
    units >= max(least, 1) && !(mustRollHot && dice == 6)
  }

  /// The least units from which banking is at least as good as rolling so many dice, however many
  /// more there are; nothing where it never is.
  func bankAt(_ dice: Int) -> Int? {
    guard canBank(last, dice: dice) else { return nil }
    var units = last
    while units > max(least, 1), banked[units - 1] >= rolling(dice, units: units - 1) { units -= 1 }
    return units
  }
}

extension TurnTable {
  /// The most expected points of a turn.
  ///
  /// - Parameters:
  ///   - least: the least points of a bank.
  ///   - penalty: what a farkle costs, in points.
  init(points table: RollTable, least: Int, mustRollHot: Bool, penalty: Int = 0) {
    let unit = Double(table.unit)
    let least = (max(least, 1) + table.unit - 1) / table.unit
    // Where a penalty or a least number of points makes farkles cost more or less than the points,
    // there is room above; so there is for hot dice, which may have to be rolled far up.
    let last = (mustRollHot ? 3 : 1) * table.mostWorthRolling + least + penalty / table.unit
    self.init(
      table, least: least, mustRollHot: mustRollHot,
      banked: (0...last).map { Double($0) * unit }, slope: unit, farkle: -Double(penalty))
  }
}
