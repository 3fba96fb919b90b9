import ParlorKit

/// The results of rolling one to six dice under some rules: the chance of each kind of roll, and
/// its holds.
///
/// Rolls with the same holds are one kind. Points are counted in units, the greatest common divisor
/// of the points of all holds: 50 in most rules.
struct RollTable: Sendable {
  /// The points of a unit.
  let unit: Int
  /// By the number of dice, 1 to 6; empty at 0.
  let rolls: [Rolls]
  /// The maximum units of a hold.
  let most: Int
  /// The lowest chance of a farkle for any number of dice.
  let leastRisk: Double
  /// A digest of all of it.
  let digest: UInt64

  /// The fewest units that are so many points.
  func units(_ points: Int) -> Int { (points + unit - 1) / unit }

  /// The rolls of a number of dice.
  struct Rolls: Sendable {
    /// The chance of a farkle, 0 to 1.
    var farkle = 0.0
    /// The chance of each kind of roll that is not a farkle.
    var chances: [Double] = []
    /// Where the holds of each kind begin in ``holds``, and the end of the last.
    var starts: [Int] = [0]
    /// The holds, kind by kind.
    var holds: [Held] = []

    fileprivate func combine(into digest: inout Digest) {
      digest.combine(([farkle] + chances).map { Int(truncatingIfNeeded: $0.bitPattern) })
      digest.combine(starts)
      digest.combine(holds.flatMap { [$0.points, $0.dice] })
    }
  }

  /// The result of a hold.
  struct Held: Sendable, Hashable {
    /// Its points, in units.
    var points: Int
    /// The dice to roll after it, six after hot dice.
    var dice: Int
  }

  /// Which holds of a roll a table has.
  enum Holds {
    case every
    /// The best of those that leave the same number of dice, which are enough if more points are never worse.
    case best
    /// The one that scores most.
    case highest
  }

  init(_ scoring: ScoringRules, _ kept: Holds = .best) {
    let sets = DiceCounts.all
    let scores = sets.map { scoring.score(of: $0) ?? 0 }
    var unit = scores.reduce(0) { Self.divisor($0, $1) }
    if unit == 0 { unit = 50 }
    self.unit = unit
    var rolls = [Rolls](repeating: Rolls(), count: 7)
    var kinds = [[[Held]: (ways: Int, place: Int)]](repeating: [:], count: 7)
    for dice in sets.dropFirst() {
      let count = dice.count
      var held: Set<Held> = []
      for part in dice.parts {
        guard let score = scoring.score(of: part) else { continue }
        let left = count - part.count
        held.insert(Held(points: score / unit, dice: left == 0 ? 6 : left))
      }
      if case .highest = kept, let best = scoring.bestHold(of: dice) {
        let left = count - best.dice.count
        held = [Held(points: best.score / unit, dice: left == 0 ? 6 : left)]
      }
      if case .best = kept {
        held = held.filter { hold in
          !held.contains { $0.dice == hold.dice && $0.points > hold.points }
        }
      }
      let holds = held.sorted { ($0.dice, $0.points) < ($1.dice, $1.points) }
      let place = kinds[count].count
      kinds[count][holds, default: (0, place)].ways += Self.ways(of: dice)
    }
    for count in 1...6 {
      let all = Double((0..<count).reduce(1) { all, _ in all * 6 })
      for (holds, kind) in kinds[count].sorted(by: { $0.value.place < $1.value.place }) {
        let chance = Double(kind.ways) / all
        if holds.isEmpty {
          rolls[count].farkle = chance
        } else {
          rolls[count].chances.append(chance)
          rolls[count].holds += holds
          rolls[count].starts.append(rolls[count].holds.count)
        }
      }
    }
    self.rolls = rolls
    most = rolls.flatMap(\.holds).map(\.points).max() ?? 0
    leastRisk = rolls[1...6].reduce(1) { min($0, $1.farkle) }
    var digest = Digest()
    digest.combine(unit)
    for rolls in rolls { rolls.combine(into: &digest) }
    self.digest = digest.full
  }

  /// The number of ordered rolls with these dice.
  private static func ways(of dice: DiceCounts) -> Int {
    var ways = (1...6).prefix(dice.count).reduce(1, *)
    for face in 1...6 { ways /= (1...6).prefix(dice[face]).reduce(1, *) }
    return ways
  }

  /// The greatest common divisor.
  static func divisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : divisor(other, one % other)
  }
}

extension RollTable {
  /// The fewest units, from `least` to `last`, from which every bank is better than any roll can be: the best
  /// roll wins unless it is a farkle.
  ///
  /// - Parameter farkle: the maximum value of a farkle.
  func worthRolling(_ banked: [Double], last: Int, least: Int, farkle: Double) -> Int {
    let enough = 1 - leastRisk * (1 - farkle)
    var last = last
    while last > least, banked[last - 1] >= enough { last -= 1 }
    return last
  }

  /// The points of a turn, in units, from which banking is best with any number of dice, if only
  /// the expected points of the turn count.
  ///
  /// From there one more roll loses more than it brings, and points never decrease, so further
  /// rolls lose even more.
  var mostWorthRolling: Int {
    (1...6).reduce(1) { most, dice in
      let rolls = rolls[dice]
      guard rolls.farkle > 0 else { return most }
      var gain = 0.0
      for (kind, chance) in rolls.chances.enumerated() {
        let holds = rolls.holds[rolls.starts[kind]..<rolls.starts[kind + 1]]
        gain += chance * Double(holds.reduce(0) { max($0, $1.points) })
      }
      return max(most, Int(gain / rolls.farkle) + 1)
    }
  }
}
