import Synchronization

/// How fast a player gets on: the chance of each total of a turn, by what the player has to go.
///
/// Near the target it is the turn of one of two players who are level, and farther away that of the
/// most expected points.
final class TurnPace: Sendable {
  /// The points that count as near, and the most units.
  private static let near = (points: 2000, units: 80)
  /// The most units to go.
  static let farthest = 400
  /// The maximum number of courses in memory.
  private static let limit = 500

  /// The units beyond the target that are told apart.
  let width: Int
  /// The units by which those who take the lead in the final round exceed the leader, as fitted to exact
  /// chances of three players.
  let raise: Int
  /// The chance to pass a leader in one last turn, by the units that the player is behind.
  let passes: [Double]
  /// By the units to go, with nothing at 0. The last one is that of everybody who has more to go.
  private let totals: [[Double]]
  /// That of a player who needs the opening; `nil` if there is none.
  private let openingTotals: [Double]?
  /// By the units to go; negative for players who need the opening.
  private let courses = Mutex<[Int: Course]>([:])

  /// The rules that determine the pace near the target, as those of a short game for two.
  static func near(_ rules: FarkleRules, unit: Int) -> FarkleRules {
    var rules = rules
    let target = min(rules.target, near.points, near.units * unit)
    // A player with that many points is on the board.
    if target < rules.target { rules.opening = rules.minimum }
    rules.target = target
    return rules
  }

  /// - Parameters:
  ///   - rules: the rules of the game.
  ///   - near: those of the short game for two.
  init(
    _ values: TurnValues, _ rules: FarkleRules, near: DuelRules, _ pairs: DuelTable,
    _ lastTurns: LastTurns
  ) {
    func mostPoints(least: Int) -> [Double] {
      TurnTable(points: values.table, least: least, mustRollHot: rules.mustRollHot)
        .totals(values.table)
    }
    let unit = values.table.unit
    (width, raise) = (max(20, min(240, 3000 / unit)), 500 / unit)
    passes = (0...(Self.farthest + width + raise)).map { behind in
      rules.hasFinalRound ? lastTurns.chance(behind: behind, seat: 0, isOnBoard: true) : 0
    }
    totals =
      [[]]
      + (1...near.target).map { togo in
        let score = near.target - togo
        return pairs.turn(
          seat: 0, own: score, other: score, least: near.least, atLeast: 0, penalty: 0
        ).totals(values.everyHold)
      } + [mostPoints(least: rules.minimum)]
    openingTotals = rules.opening > max(rules.minimum, 1) ? mostPoints(least: rules.opening) : nil
  }

  /// The chance of each total of a turn in units, 0 for a farkle.
  ///
  /// - Parameter isOnBoard: whether the player has points.
  func totals(togo: Int, isOnBoard: Bool) -> [Double] {
    if !isOnBoard, let openingTotals { return openingTotals }
    return totals[min(togo, totals.count - 1)]
  }

  /// The course of a player at this pace.
  func course(togo: Int, isOnBoard: Bool) -> Course {
    let key = isOnBoard ? togo : -togo
    if let known = courses.withLock({ $0[key] }) { return known }
    let course = Course(self, togo: togo, isOnBoard: isOnBoard)
    courses.withLock { courses in
      if courses.count >= Self.limit { courses = [:] }
      courses[key] = course
    }
    return course
  }
}

/// The chances of a player by the number of turns that it has had, whatever the others do.
struct Course: Sendable {
  /// That it has not reached the target.
  private(set) var open: [Double] = []
  /// That it reaches the target with the next turn, by the units beyond it.
  private(set) var ends: [[Double]] = []
  /// That it passes a leader, by the leader's units beyond the target, if it has not reached it.
  private(set) var passes: [[Double]] = []

  /// The most turns that are looked at.
  private static let mostTurns = 200
  /// A chance to go on that counts as none.
  static let none = 1e-3

  /// - Parameters:
  ///   - isOnBoard: whether the player has points.
  ///   - first: the totals of the next turn; those of the pace by default.
  init(_ pace: TurnPace, togo: Int, isOnBoard: Bool, first: [Double]? = nil) {
    // The chances by the units that were scored.
    var places = [1] + [Double](repeating: 0, count: togo - 1)
    while true {
      let open = places.reduce(0, +)
      let passes = sums(places.reversed(), pace.passes[1...], pace.width + pace.raise)
      self.open.append(open)
      self.passes.append(passes.map { open > 0 ? $0 / open : 0 })
      let turn = ends.count
      if turn > 0, open <= Self.none || turn == Self.mostTurns { return }
      var after = [Double](repeating: 0, count: togo + pace.width)
      for (units, place) in places.enumerated() where place > 1e-9 {
        let usual = pace.totals(togo: togo - units, isOnBoard: isOnBoard || units > 0)
        Self.add(turn == 0 ? first ?? usual : usual, place, to: &after, from: units)
      }
      places = Array(after[..<togo])
      ends.append(Array(after[togo...]))
    }
  }

  /// Adds the chances of totals, by a factor, from a place on. What is beyond the end counts as the end.
  private static func add(
    _ totals: [Double], _ factor: Double, to sums: inout [Double], from start: Int
  ) {
    totals.withUnsafeBufferPointer { totals in
      sums.withUnsafeMutableBufferPointer { sums in
        let last = sums.count &- 1
        var units = 0
        while units < totals.count {
          let place = start &+ units
          sums[place < last ? place : last] += factor * totals[units]
          units &+= 1
        }
      }
    }
  }
}

/// For each start below `count`: the sum of the products of the weights with the values from there on.
func sums(_ weights: [Double], _ values: ArraySlice<Double>, _ count: Int) -> [Double] {
  var sums = [Double](repeating: 0, count: count)
  let first = weights.firstIndex { $0 > 1e-9 } ?? weights.count
  let end = (weights.lastIndex { $0 > 1e-9 } ?? -1) + 1
  weights.withUnsafeBufferPointer { weights in
    values.withUnsafeBufferPointer { values in
      sums.withUnsafeMutableBufferPointer { sums in
        var start = 0
        while start < count {
          var (sum, place) = (0.0, first)
          while place < end {
            sum += weights[place] * values[start &+ place]
            place &+= 1
          }
          sums[start] = sum
          start &+= 1
        }
      }
    }
  }
  return sums
}

extension TurnTable {
  /// The chance of each total of the turn in units, 0 for a farkle, if every decision is the best.
  ///
  /// - Parameter table: the rolls that the values were computed for.
  func totals(_ table: RollTable) -> [Double] {
    var totals = [Double](repeating: 0, count: last + table.most + 1)
    // The chance to roll, by the units and the dice.
    var rolls = [Double](repeating: 0, count: (last + 1) * TurnSweep.row)
    rolls[6] = 1
    for units in 0...last {
      for dice in 1...6 {
        let chance = rolls[units * TurnSweep.row + dice]
        guard chance > 0 else { continue }
        let kinds = table.rolls[dice]
        totals[0] += chance * kinds.farkle
        for kind in kinds.chances.indices {
          let hold = bestHold(
            kinds.holds[kinds.starts[kind]..<kinds.starts[kind + 1]], units: units)
          let next = units + hold.points
          if isBank(next, dice: hold.dice) {
            totals[next] += chance * kinds.chances[kind]
          } else {
            rolls[next * TurnSweep.row + hold.dice] += chance * kinds.chances[kind]
          }
        }
      }
    }
    let end = totals.lastIndex { $0 > 1e-9 } ?? 0
    return Array(totals[...end])
  }

  /// Whether the turn ends with these units. Hot dice that must be rolled with more units than the table
  /// has count as a bank.
  private func isBank(_ units: Int, dice: Int) -> Bool {
    units > last || canBank(units, dice: dice) && banked(units) >= rolling(dice, units: units)
  }

  private func bestHold(_ holds: ArraySlice<RollTable.Held>, units: Int) -> RollTable.Held {
    var best = (hold: RollTable.Held(points: 0, dice: 6), value: -Double.infinity)
    for hold in holds {
      let next = units + hold.points
      let value =
        isBank(next, dice: hold.dice) ? banked(next) : rolling(hold.dice, units: next)
      if value > best.value { best = (hold, value) }
    }
    return best.hold
  }
}
