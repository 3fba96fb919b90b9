import ParlorKit

/// The scores of combinations under some rules, for `rules` and `help`: a row for each kind of
/// combination, its name and then the points.
struct ScoringChart {
  let rows: [[String]]

  init(_ options: ScoringOptions) {
    let rules = ScoringRules.rules(for: options)
    var rows = [
      ["singles", Self.list((1...6).map { (dice: "\($0)", points: rules.score(of: 1, $0)) })]
    ]
    for (size, name) in [(3, "three of a kind"), (4, "four"), (5, "five"), (6, "six")] {
      let scores = (1...6).map { rules.score(of: size, $0) }
      let isSame = Set(scores).count == 1 && scores[0] > 0
      if isSame {
        rows.append([name, "any = \(scores[0].grouped)"])
        continue
      }
      let scoring = (1...6).filter { scores[$0 - 1] > 0 }.map {
        (dice: String(repeating: "\($0)", count: size), points: scores[$0 - 1])
      }
      rows.append([name, Self.list(scoring.prefix(3))])
      // Six of them would not fit on a line.
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

  /// `111 = 1,000, 222 = 200`, without combinations that do not score.
  private static func list(_ scores: some Sequence<(dice: String, points: Int)>) -> String {
    let scoring = scores.filter { $0.points > 0 }.map { "\($0.dice) = \($0.points.grouped)" }
    return scoring.isEmpty ? "nothing" : scoring.joined(separator: ", ")
  }
}

extension ScoringRules {
  /// The score of this many dice of a face together; 0 if they may not be held together.
  fileprivate func score(of size: Int, _ face: Int) -> Int {
    DiceCounts(Array(repeating: face, count: size)).flatMap(score(of:)) ?? 0
  }
}

/// The possible totals of a turn under some rules: sums of sets that can be held one after another,
/// six dice at a time.
struct TurnTotals: Sendable {
  /// The number of dice and the points of every set that can be held, each pair once.
  private let sets: [(dice: Int, points: Int)]
  /// The greatest common divisor of the points.
  private let unit: Int
  /// The numbers of dice set aside with which a turn can end, as bits.
  private let endings: UInt8

  init(_ rules: FarkleRules, _ scoring: ScoringRules) {
    var seen: Set<Int> = []
    sets = DiceCounts.all.compactMap { dice in
      guard let points = scoring.score(of: dice), seen.insert(points * 8 + dice.count).inserted
      else { return nil }
      return (dice.count, points)
    }
    unit = sets.reduce(0) { RollTable.divisor($0, $1.points) }
    endings = rules.hotDice == .mayBank ? 0b111111 : 0b111110
  }

  /// Whether a turn can have a total above 0.
  ///
  /// For very large totals only the common divisor matters.
  func contains(_ total: Int) -> Bool {
    guard unit > 0, total % unit == 0 else { return false }
    return total / unit > 20_000 || upTo(total).last == true
  }

  /// Whether a turn can have each multiple of the common divisor, from 0.
  private func upTo(_ total: Int) -> [Bool] {
    // The numbers of dice set aside with which each can be reached, as bits.
    var reached = [UInt8](repeating: 0, count: total / unit + 1)
    reached[0] = 1
    for units in reached.indices.dropLast() where reached[units] != 0 {
      for set in sets where units + set.points / unit < reached.count {
        for dice in 0...(6 - set.dice) where reached[units] & 1 << dice != 0 {
          reached[units + set.points / unit] |= 1 << ((dice + set.dice) % 6)
        }
      }
    }
    return reached.map { $0 & endings != 0 }
  }

  /// All of them up to a limit.
  func all(upTo limit: Int) -> Set<Int> {
    guard unit > 0 else { return [] }
    return Set(upTo(limit).enumerated().dropFirst().filter(\.element).map { $0.offset * unit })
  }
}
