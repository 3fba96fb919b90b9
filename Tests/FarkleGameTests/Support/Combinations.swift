@testable import FarkleGame

/// The rules of scoring without the engine: a literal list of combinations, and the best way to
/// cover sorted dice with them.
final class Combinations {
  /// The combinations by their lowest die.
  private var byLowest: [Int: [(dice: [Int], points: Int)]] = [:]
  private var known: [[Int]: Int?] = [[]: 0]

  init(_ options: ScoringOptions) {
    if options.singles {
      add([1], 100)
      add([5], 50)
    }
    for face in 1...6 {
      let triple =
        face == 1 ? options.tripleOnes : face * options.multiplier
      add([face, face, face], triple)
      let more: [Int] =
        switch options.kinds {
        case .double: [triple * 2, triple * 4, triple * 8]
        case .linear: [triple * 2, triple * 3, triple * 4]
        case .flat: [1000, 2000, 3000]
        case .none: []
        }
      for (index, points) in more.enumerated() {
        add(Array(repeating: face, count: 4 + index), points)
      }
      add(Array(repeating: face, count: 6), options.triplets)
    }
    add([1, 2, 3, 4, 5, 6], options.straight)
    for a in 1...6 {
      for b in 1...6 where b != a {
        add([a, a, a, a, b, b], options.fourTwo)
        guard a < b else { continue }
        add([a, a, a, b, b, b], options.triplets)
        for c in 1...6 where c > b { add([a, a, b, b, c, c], options.pairs) }
      }
    }
  }

  private func add(_ dice: [Int], _ points: Int) {
    guard points > 0 else { return }
    let dice = dice.sorted()
    byLowest[dice[0], default: []].append((dice, points))
  }

  /// The best total of sorted dice, `nil` if some die is always left over.
  func best(_ dice: [Int]) -> Int? {
    if let best = known[dice] { return best }
    var best: Int?
    // Some combination takes the lowest die, and has no lower one.
    for combination in byLowest[dice[0]] ?? [] {
      guard let rest = Self.remove(combination.dice, from: dice) else { continue }
      guard let others = self.best(rest) else { continue }
      best = max(best ?? 0, combination.points + others)
    }
    known[dice] = .some(best)
    return best
  }

  private static func remove(_ some: [Int], from dice: [Int]) -> [Int]? {
    var rest: [Int] = []
    var index = 0
    for die in dice {
      if index < some.count, some[index] == die { index += 1 } else { rest.append(die) }
    }
    return index == some.count ? rest : nil
  }

  /// All sorted dice, one to six of them: 6 + 21 + 56 + 126 + 252 + 462.
  static let everyRoll: [[Int]] = {
    var rolls: [[Int]] = []
    func extend(_ roll: [Int]) {
      if !roll.isEmpty { rolls.append(roll) }
      guard roll.count < 6 else { return }
      for face in (roll.last ?? 1)...6 { extend(roll + [face]) }
    }
    extend([])
    return rolls
  }()

  /// The sorted sub-lists of sorted dice, each once.
  static func parts(of dice: [Int]) -> Set<[Int]> {
    var parts: Set<[Int]> = []
    for mask in 1..<(1 << dice.count) {
      parts.insert(dice.indices.filter { mask & 1 << $0 != 0 }.map { dice[$0] })
    }
    return parts
  }
}
