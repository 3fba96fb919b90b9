/// The value of every situation of a turn for a player who rolls, holds and banks in the best way.
///
/// A situation is the points of the turn and the dice to roll next. The values of banks and of a
/// farkle are given: points, or the chance to win afterwards. Points only grow during a turn, so
/// the values are computed from the most points down, each once.
struct TurnTable: Sendable {
  private let bankedValues: [Double]
  /// The value of a unit beyond them.
  private let slope: Double
  /// The units from which banking is best if it is allowed.
  let last: Int
  /// The value of a farkle.
  let farkle: Double
  /// The value of rolling, by the units of the turn and then the number of dice, 1 to 6.
  private let rolling: [Double]
  /// Whether hot dice must be rolled.
  private let mustRollHot: Bool
  /// The fewest units that can be banked.
  private let least: Int

  /// Computes all values.
  ///
  /// - Parameters:
  ///   - table: the results of rolls.
  ///   - least: the fewest units that can be banked.
  ///   - mustRollHot: whether hot dice must be rolled.
  ///   - banked: the value of a bank, by its units; beyond them each further unit adds `slope`.
  ///   - last: the units from which banking is best if it is allowed; by default the last of
  ///     `banked`.
  ///   - slope: the value of a unit beyond `banked`.
  ///   - farkle: the value of a farkle.
  init(
    _ table: RollTable, least: Int, mustRollHot: Bool, banked: [Double], last: Int? = nil,
    slope: Double, farkle: Double
  ) {
    bankedValues = banked
    self.slope = slope
    self.least = least
    self.mustRollHot = mustRollHot
    self.farkle = farkle
    self.last = last ?? banked.count - 1
    let sweep = TurnSweep(table, mustRollHot: mustRollHot)
    rolling = sweep.rolling(
      banked, last: self.last, least: least, slope: slope, farkle: farkle)
  }

  /// The value of the turn if these units are banked.
  func banked(_ units: Int) -> Double {
    let end = bankedValues.count - 1
    return units <= end ? bankedValues[units] : bankedValues[end] + slope * Double(units - end)
  }

  /// The value of rolling 1 to 6 dice with these units at stake.
  func rolling(_ dice: Int, units: Int) -> Double {
    rolling[min(max(units, 0), last) * TurnSweep.row + dice]
  }

  /// Whether a bank of these units is allowed, with this number of dice to roll instead.
  func canBank(_ units: Int, dice: Int) -> Bool {
    units >= max(least, 1) && !(mustRollHot && dice == 6)
  }

  /// The fewest units from which banking is always at least as good as rolling this number of dice;
  /// `nil` if it never is.
  func bankAt(_ dice: Int) -> Int? {
    guard canBank(last, dice: dice) else { return nil }
    var units = last
    while units > max(least, 1), banked(units - 1) >= rolling(dice, units: units - 1) { units -= 1 }
    return units
  }
}

extension TurnTable {
  /// The maximum expected points of a turn.
  ///
  /// - Parameters:
  ///   - least: the fewest points of a bank.
  ///   - penalty: the penalty for a farkle, in points.
  ///   - cap: the points beyond which further ones have no value.
  init(
    points table: RollTable, least: Int, mustRollHot: Bool, penalty: Int = 0, cap: Int? = nil
  ) {
    let unit = Double(table.unit)
    let least = table.units(max(least, 1))
    // With a penalty or a minimum a farkle costs more or less than the points, so there is room
    // above; so there is for hot dice, which may have to be rolled far up.
    let last = (mustRollHot ? 3 : 1) * table.mostWorthRolling + least + penalty / table.unit
    if let cap, cap / table.unit < last {
      // Beyond it banking is best, once it is allowed.
      let end = max(least, table.units(cap))
      self.init(
        table, least: least, mustRollHot: mustRollHot,
        banked: (0...end).map { min(Double($0) * unit, Double(cap)) }, slope: 0,
        farkle: -Double(penalty))
      return
    }
    self.init(
      table, least: least, mustRollHot: mustRollHot,
      banked: (0...last).map { Double($0) * unit }, slope: unit, farkle: -Double(penalty))
  }

  /// The chance that a turn brings at least these points.
  init(reaching points: Int, _ table: RollTable, least: Int, mustRollHot: Bool) {
    let needed = table.units(points)
    let last = max(needed, least)
    self.init(
      table, least: least, mustRollHot: mustRollHot,
      banked: (0...last).map { $0 >= needed ? 1 : 0 }, slope: 0, farkle: 0)
  }
}

/// Computes the values of turns, one after another, reusing its memory.
///
/// Tables of games ask for hundreds of thousands of turns, so this is optimized for speed, also in
/// debug builds: with pointers and without ranges.
final class TurnSweep {
  /// The values of a row: one for each number of dice, 1 to 6.
  static let row = 8

  private let table: RollTable
  private let mustRollHot: Bool
  /// The better of banking and rolling, by the units and the dice; of rolling alone in ``rolled``.
  private var best = UnsafeMutablePointer<Double>.allocate(capacity: 0)
  private var rolled = UnsafeMutablePointer<Double>.allocate(capacity: 0)
  /// The rows that have room in both.
  private var rows = 0
  /// The chance of a farkle by the dice, and where their kinds of rolls begin.
  private let farkles: UnsafeMutablePointer<Double>
  private let first: UnsafeMutablePointer<Int>
  /// The chance of each kind of roll, and the end of its holds in ``steps``.
  private let chances: UnsafeMutablePointer<Double>
  private let ends: UnsafeMutablePointer<Int>
  private let steps: UnsafeMutablePointer<Int>

  init(_ table: RollTable, mustRollHot: Bool) {
    self.table = table
    self.mustRollHot = mustRollHot
    var (first, chances, ends, steps): ([Int], [Double], [Int], [Int]) = ([0], [], [], [])
    for rolls in table.rolls {
      ends += rolls.starts.dropFirst().map { $0 + steps.count }
      chances += rolls.chances
      steps += rolls.holds.map { $0.points * Self.row + $0.dice }
      first.append(chances.count)
    }
    farkles = Self.copy(table.rolls.map(\.farkle))
    self.first = Self.copy(first)
    self.chances = Self.copy(chances)
    self.ends = Self.copy(ends)
    self.steps = Self.copy(steps)
  }

  deinit {
    for numbers in [best, rolled, farkles, chances] { numbers.deallocate() }
    for numbers in [first, ends, steps] { numbers.deallocate() }
  }

  private static func copy<Number>(_ numbers: [Number]) -> UnsafeMutablePointer<Number> {
    let copy = UnsafeMutablePointer<Number>.allocate(capacity: numbers.count)
    copy.initialize(from: numbers, count: numbers.count)
    return copy
  }

  /// The values of rolling, in rows of ``row``, for 0 to `last` units; parameters as for
  /// ``TurnTable``.
  func rolling(
    _ banked: [Double], last: Int, least: Int, slope: Double, farkle: Double
  ) -> [Double] {
    find(banked, last: last, least: least, slope: slope, farkle: farkle)
    return Array(UnsafeBufferPointer(start: rolled, count: (last + 1) * Self.row))
  }

  /// The value of the first roll of a turn; parameters as for ``TurnTable``.
  func firstRoll(
    _ banked: [Double], last: Int, least: Int, slope: Double = 0, farkle: Double
  ) -> Double {
    find(banked, last: last, least: least, slope: slope, farkle: farkle)
    return rolled[6]
  }

  private func find(
    _ banked: [Double], last: Int, least: Int, slope: Double, farkle: Double
  ) {
    let rows = last + 1 + table.most
    makeRoom(rows)
    fillBeyond(last, rows, banked, slope: slope, farkle: farkle)
    banked.withUnsafeBufferPointer { banked in
      guard let banked = banked.baseAddress else { return }
      var units = last
      while units >= 0 {
        roll(units, farkle: farkle, bank: units >= least ? banked[units] : -.infinity)
        units &-= 1
      }
    }
  }

  /// Finds a row from those with more units.
  ///
  /// - Parameter bank: what a bank of the units is worth.
  private func roll(_ units: Int, farkle: Double, bank: Double) {
    let (here, steps, ends, chances) = (best + units &* Self.row, steps, ends, chances)
    var kind = first[1]
    var place = 0
    var dice = 1
    while dice <= 6 {
      var value = farkle * farkles[dice]
      let lastKind = first[dice &+ 1]
      while kind < lastKind {
        let end = ends[kind]
        var most = here[steps[place]]
        place &+= 1
        while place < end {
          let other = here[steps[place]]
          most = other > most ? other : most
          place &+= 1
        }
        value += most * chances[kind]
        kind &+= 1
      }
      rolled[units &* Self.row &+ dice] = value
      let canBank = !(mustRollHot && dice == 6)
      here[dice] = canBank && bank > value ? bank : value
      dice &+= 1
    }
  }

  /// Finds a row of values of three numbers from those with more units: the player's own, by which the
  /// best is chosen, another player's, and the chance of a farkle.
  ///
  /// - Parameters:
  ///   - here: the row, three numbers for each number of dice, with rows of the same kind after it.
  ///   - farkle: what a farkle is worth to both.
  ///   - bank: what a bank is worth to both; `nil` if there is none.
  ///   - rolled: becomes the values of rolling six dice.
  func roll(
    _ here: UnsafeMutablePointer<Double>, _ farkle: (own: Double, other: Double),
    bank: UnsafeMutablePointer<Double>?, rolled: UnsafeMutablePointer<Double>
  ) {
    let (steps, ends, chances) = (steps, ends, chances)
    var kind = first[1]
    var place = 0
    var dice = 1
    while dice <= 6 {
      var own = farkle.own * farkles[dice]
      var other = farkle.other * farkles[dice]
      var risk = farkles[dice]
      let lastKind = first[dice &+ 1]
      while kind < lastKind {
        let end = ends[kind]
        var most = here + 3 &* steps[place]
        place &+= 1
        while place < end {
          let hold = here + 3 &* steps[place]
          if hold[0] > most[0] { most = hold }
          place &+= 1
        }
        own += most[0] * chances[kind]
        other += most[1] * chances[kind]
        risk += most[2] * chances[kind]
        kind &+= 1
      }
      if dice == 6 { (rolled[0], rolled[1], rolled[2]) = (own, other, risk) }
      if let bank, bank[0] > own { (own, other, risk) = (bank[0], bank[1], 0) }
      here[3 &* dice] = own
      here[3 &* dice &+ 1] = other
      here[3 &* dice &+ 2] = risk
      dice &+= 1
    }
  }

  private func makeRoom(_ needed: Int) {
    guard needed > rows else { return }
    for numbers in [best, rolled] { numbers.deallocate() }
    rows = needed
    best = Self.copy([Double](repeating: 0, count: needed * Self.row))
    rolled = Self.copy([Double](repeating: 0, count: needed * Self.row))
  }

  /// Fills in the banks beyond the last units of interest, where banking is best.
  private func fillBeyond(
    _ last: Int, _ rows: Int, _ banked: [Double], slope: Double, farkle: Double
  ) {
    let hot =
      mustRollHot ? Hot(table.rolls[6], banked[last], slope: slope, farkle: farkle) : nil
    let end = banked.count - 1
    var units = last + 1
    while units < rows {
      let value = units <= end ? banked[units] : banked[end] + slope * Double(units - end)
      let here = best + units * Self.row
      (here + 1).update(repeating: value, count: 5)
      here[6] = hot.map { $0.value + $0.slope * Double(units - last) } ?? value
      units += 1
    }
  }

  /// The value of hot dice that must be rolled with more units than a table has: that of the most
  /// units in it, plus each further one.
  private struct Hot {
    var value: Double
    var slope: Double

    /// - Parameter banked: the value of a bank of the most units.
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
}
