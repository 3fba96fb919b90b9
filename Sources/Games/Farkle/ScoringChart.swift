import ParlorKit

/// What combinations are worth under some rules, for `rules` and `help`: a row for each kind of
/// combination, its name and then the points.
struct ScoringChart {
  let rows: [[String]]

  init(_ options: ScoringOptions) {
    let rules = ScoringRules.rules(for: options)
    var rows = [["singles", Self.list((1...6).map { ("\($0)", rules.score(of: 1, $0)) })]]
    for (size, name) in [(3, "three of a kind"), (4, "four"), (5, "five"), (6, "six")] {
      let scores = (1...6).map { rules.score(of: size, $0) }
      let isSame = Set(scores).count == 1 && scores[0] > 0
      if isSame {
        rows.append([name, "any = \(scores[0].grouped)"])
        continue
      }
      let all = (1...6).map { (String(repeating: "\($0)", count: size), scores[$0 - 1]) }
      let scoring = all.filter { $0.1 > 0 }
      rows.append([name, Self.list(scoring.prefix(3))])
      // Six of them would not fit a line.
      if scoring.count > 3 { rows.append(["", Self.list(scoring.dropFirst(3))]) }
    }
    for (name, points) in [
      ("1 2 3 4 5 6", options.straight), ("three pairs", options.pairs),
      ("four and two", options.fourTwo), ("two triplets", options.triplets),
    ] {
      rows.append([name, points > 0 ? points.grouped : "nothing"])
    }
    self.rows = rows
  }

  /// `111 = 1,000, 222 = 200`, without what is worth nothing.
  private static func list(_ scores: some Sequence<(dice: String, points: Int)>) -> String {
    let scoring = scores.filter { $0.points > 0 }.map { "\($0.dice) = \($0.points.grouped)" }
    return scoring.isEmpty ? "nothing" : scoring.joined(separator: ", ")
  }
}

extension ScoringRules {
  /// What so many dice of a face are worth together; 0 if they may not be held together.
  fileprivate func score(of size: Int, _ face: Int) -> Int {
    DiceCounts(Array(repeating: face, count: size)).flatMap(score(of:)) ?? 0
  }
}

extension ScoringRules {
  /// Whether a turn can end with a total: whether it is a sum of sets that can be held one after the
  /// other, six dice at a time.
  ///
  /// - Parameter banksHot: whether a turn can end right after hot dice.
  func canReach(_ total: Int, banksHot: Bool) -> Bool {
    let sets = Self.sets(of: self)
    guard let unit = sets.map(\.points).reduce(nil, Self.divisor), total % unit == 0 else {
      return false
    }
    // Beyond this, only the common divisor tells what is impossible.
    guard total / unit <= 20_000 else { return true }
    // For each number of units, the numbers of dice set aside of six with which it can be reached.
    var reached = [UInt8](repeating: 0, count: total / unit + 1)
    reached[0] = 1
    for units in reached.indices.dropLast() where reached[units] != 0 {
      for set in sets where units + set.points / unit < reached.count {
        for dice in 0...(6 - set.dice) where reached[units] & 1 << dice != 0 {
          reached[units + set.points / unit] |= 1 << ((dice + set.dice) % 6)
        }
      }
    }
    return reached[total / unit] & (banksHot ? 0b111111 : 0b111110) != 0
  }

  /// The numbers of dice and the points of all sets that can be held, each once.
  private static func sets(of rules: ScoringRules) -> [(dice: Int, points: Int)] {
    var seen: Set<Int> = []
    return DiceCounts.all.compactMap { dice in
      guard let points = rules.score(of: dice), seen.insert(points * 8 + dice.count).inserted
      else { return nil }
      return (dice.count, points)
    }
  }

  /// The greatest common divisor.
  private static func divisor(_ one: Int?, _ other: Int) -> Int? {
    guard var a = one else { return other }
    var b = other
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
