import ParlorKit

/// How a bot decides, by the difficulty that a player chooses.
enum BotStrategy: String, CaseIterable, Sendable {
  /// Keeps all that scores, and banks early.
  case easy
  /// Keeps what is worth most for a die, and banks at 500 points or with few dice.
  case medium
  /// Keeps and goes on as promises most points, one roll ahead.
  case hard

  /// The name of the account.
  var name: String {
    switch self {
    case .easy: "Chill Bot"
    case .medium: "Average Bot"
    case .hard: "Competitive Bot"
    }
  }

  /// What a bot keeps of a roll, and whether it goes on.
  struct Decision: Equatable {
    /// The places of the dice to keep, counted from 0.
    var places: [Int]
    /// What they score.
    var points: Int
    /// The dice of the next roll: six if all have scored.
    var diceLeft: Int
    var rollsAgain: Bool
  }

  /// Decides about a roll.
  ///
  /// - Parameters:
  ///   - roll: the faces at six places; 0 where no die was rolled.
  ///   - points: what the turn has brought before.
  ///   - chance: draws where the strategy is not sure.
  /// - Returns: `nil` if no die scores.
  func decide(_ roll: [Int], points: Int, chance: inout Chance) -> Decision? {
    let options = Self.options(in: roll)
    switch self {
    case .easy:
      guard
        var best = options.max(by: {
          ($0.points, -$0.places.count) < ($1.points, -$1.places.count)
        })
      else { return nil }
      let goal = 300 + 50 * Int(chance.below(4))
      best.rollsAgain = points + best.points < goal && best.diceLeft > 2
      return best
    case .medium:
      func worth(_ option: Decision) -> Double {
        let each = Double(option.points) / Double(option.places.count)
        return option.diceLeft == 6 ? each * 1.2 : each
      }
      guard var best = options.max(by: { (worth($0), $0.points) < (worth($1), $1.points) }) else {
        return nil
      }
      let total = points + best.points
      best.rollsAgain = best.diceLeft == 6 || total < (best.diceLeft > 2 ? 500 : 250)
      return best
    case .hard:
      let values = options.map { option in
        let total = Double(points + option.points)
        let odds = Self.odds[option.diceLeft]
        let next = (1 - odds.farkle) * total + odds.gain
        return (value: max(total, next), rollsAgain: next > total, option)
      }
      guard let best = values.max(by: { $0.value < $1.value }) else { return nil }
      var decision = best.2
      decision.rollsAgain = best.rollsAgain
      return decision
    }
  }

  /// The selections of a roll in which every die scores.
  private static func options(in roll: [Int]) -> [Decision] {
    let places = roll.indices.filter { roll[$0] != 0 }
    return (1..<1 << places.count).compactMap { mask in
      let kept = places.indices.filter { mask >> $0 & 1 == 1 }.map { places[$0] }
      let points = TenRules.score(of: kept.map { roll[$0] })
      let isLean = kept.indices.allSatisfy { leftOut in
        var rest = kept
        rest.remove(at: leftOut)
        return TenRules.score(of: rest.map { roll[$0] }) < points
      }
      guard points > 0, isLean else { return nil }
      let left = places.count - kept.count
      return Decision(
        places: kept, points: points, diceLeft: left == 0 ? 6 : left, rollsAgain: false)
    }
  }

  /// For each number of dice how likely a roll scores nothing, and what it brings on average;
  /// counted over all rolls.
  private static let odds: [(farkle: Double, gain: Double)] =
    [(1, 0)]
    + (1...6).map { count in
      let rolls = (0..<count).reduce(1) { number, _ in number * 6 }
      var (farkles, points) = (0, 0)
      for roll in 0..<rolls {
        var (rest, faces) = (roll, [Int]())
        for _ in 0..<count {
          faces.append(rest % 6 + 1)
          rest /= 6
        }
        let score = TenRules.score(of: faces)
        if score == 0 { farkles += 1 }
        points += score
      }
      return (Double(farkles) / Double(rolls), Double(points) / Double(rolls))
    }
}
