@testable import FarkleGame

/// The game of two to a target, solved without the engine: every roll and every hold, one pair of scores
/// after the other, with no bound but the lead that counts as won.
///
/// Points are multiples of 50. Overtime and `defend` are left out.
final class PlainDuel {
  private let rules: FarkleRules
  private let target: Int
  /// The units of a lead in the final round that counts as won.
  private let safeLead: Int
  private let minimum: Int
  private let opening: Int
  /// By the number of dice: the chance of a farkle, and where its kinds of rolls begin.
  private var farkle = [Double](repeating: 0, count: 7)
  private var first = [Int](repeating: 0, count: 8)
  /// By the kind of roll: its chance, and where its holds begin.
  private var chances: [Double] = []
  private var starts: [Int] = []
  /// The holds: units, then the dice to roll after it.
  private var units: [Int] = []
  private var dice: [Int] = []
  /// The chance in the last turn by the units behind, for players on the board and others.
  private var last: [[Double]] = []
  private(set) var chance: [[Double]]

  init(_ rules: FarkleRules, safeLead: Int) {
    self.rules = rules
    self.safeLead = safeLead
    target = (rules.target + 49) / 50
    minimum = max(1, (rules.minimum + 49) / 50)
    opening = max(minimum, (rules.opening + 49) / 50)
    chance = Array(repeating: Array(repeating: 0, count: target), count: target)
    listRolls()
    if rules.hasFinalRound { solveLastTurns() }
    for sum in stride(from: 2 * (target - 1), through: 0, by: -1) {
      for own in max(0, sum - target + 1)...(sum / 2) { solve(own, sum - own) }
    }
  }

  private func listRolls() {
    let combinations = Combinations(rules.scoring)
    var rolls: [[Int]: Int] = [[]: 1]
    for count in 1...6 {
      var more: [[Int]: Int] = [:]
      for (faces, ways) in rolls {
        for face in 1...6 { more[(faces + [face]).sorted(), default: 0] += ways }
      }
      rolls = more
      let all = Double(rolls.values.reduce(0, +))
      var kinds: [[Int]: Double] = [:]
      for (faces, ways) in rolls {
        var holds: Set<Int> = []
        for mask in 1..<(1 << count) {
          let held = faces.indices.filter { mask >> $0 & 1 == 1 }.map { faces[$0] }
          guard let points = combinations.best(held) else { continue }
          holds.insert(points / 50 * 8 + (held.count == count ? 6 : count - held.count))
        }
        kinds[holds.sorted(), default: 0] += Double(ways) / all
      }
      first[count] = chances.count
      for (holds, chance) in kinds.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        if holds.isEmpty {
          farkle[count] = chance
          continue
        }
        chances.append(chance)
        starts.append(units.count)
        units += holds.map { $0 / 8 }
        dice += holds.map { $0 % 8 }
      }
    }
    first[7] = chances.count
    starts.append(units.count)
  }

  /// The value of the first roll of a turn, where the last of `banked` stands for all banks beyond.
  private func turn(_ banked: [Double], least: Int, farkle lost: Double) -> Double {
    let end = banked.count - 1
    let mustRoll = rules.hotDice == .mustRoll
    var best = [Double](repeating: banked[end], count: (end + 1) * 8)
    if mustRoll { best[end * 8 + 6] = hot(banked[end], lost) }
    return best.withUnsafeMutableBufferPointer { best in
      units.withUnsafeBufferPointer { units in
        dice.withUnsafeBufferPointer { dice in
          starts.withUnsafeBufferPointer { starts in
            chances.withUnsafeBufferPointer { chances in
              var first6 = 0.0
              var place = end - 1
              while place >= 0 {
                var count = 1
                while count <= 6 {
                  var value = farkle[count] * lost
                  var kind = first[count]
                  let after = first[count + 1]
                  while kind < after {
                    var most = 0.0
                    var hold = starts[kind]
                    let stop = starts[kind &+ 1]
                    while hold < stop {
                      let next = place &+ units[hold]
                      let other = best[(next < end ? next : end) &* 8 &+ dice[hold]]
                      if other > most { most = other }
                      hold &+= 1
                    }
                    value += most * chances[kind]
                    kind &+= 1
                  }
                  if place == 0, count == 6 { first6 = value }
                  let mayBank = place >= least && !(mustRoll && count == 6)
                  best[place &* 8 &+ count] =
                    mayBank && banked[place] > value ? banked[place] : value
                  count &+= 1
                }
                place &-= 1
              }
              return first6
            }
          }
        }
      }
    }
  }

  /// The value of six dice that have to be rolled where a bank is won: lost by a farkle, and again hot if
  /// nothing else can be held.
  private func hot(_ won: Double, _ lost: Double) -> Double {
    var (again, ends) = (0.0, 0.0)
    for kind in first[6]..<first[7] {
      let isHot = dice[starts[kind]..<starts[kind + 1]].allSatisfy { $0 == 6 }
      if isHot { again += chances[kind] } else { ends += chances[kind] }
    }
    return (ends * won + farkle[6] * lost) / (1 - again)
  }

  private func solveLastTurns() {
    for least in [minimum, opening] {
      last.append(
        (0...safeLead).map { lead in
          let banked = (0...max(lead + 1, least)).map { units in
            units > lead ? 1 : units == lead && rules.tie == .shared ? 0.5 : 0
          }
          return turn(banked, least: least, farkle: 0)
        })
    }
  }

  /// The value of the turn of a player, if a farkle is worth so much.
  private func turn(_ own: Int, _ other: Int, farkle lost: Double) -> Double {
    let least = own == 0 ? opening : minimum
    let end = max(least, (rules.hasFinalRound ? max(target, other + safeLead + 1) : target) - own)
    let banked = (0...end).map { units -> Double in
      let score = own + units
      if units == 0 { return 0 }
      if score < target { return 1 - chance[other][score] }
      guard rules.hasFinalRound, score - other <= safeLead else { return 1 }
      return 1 - last[other == 0 ? 1 : 0][score - other]
    }
    return turn(banked, least: least, farkle: lost)
  }

  /// Two turns lead back to the same pair of scores: bisection with secants finds the chance that they
  /// leave as it is.
  private func solve(_ own: Int, _ other: Int) {
    func answer(_ value: Double) -> Double { turn(other, own, farkle: 1 - value) }
    func error(_ value: Double) -> Double { turn(own, other, farkle: 1 - answer(value)) - value }
    var (low, high) = (0.0, 1.0)
    var (lowError, highError) = (error(low), error(high))
    var middle = low
    for _ in 0..<100 where high - low > 1e-12 {
      let secant = low + (high - low) * lowError / (lowError - highError)
      middle = min(max(secant, low), high)
      let found = error(middle)
      if abs(found) < 1e-12 { break }
      if found > 0 {
        (low, lowError) = (middle, found)
        highError /= 2
      } else {
        (high, highError) = (middle, found)
        lowError /= 2
      }
    }
    chance[own][other] = middle
    chance[other][own] = own == other ? middle : answer(middle)
  }
}
