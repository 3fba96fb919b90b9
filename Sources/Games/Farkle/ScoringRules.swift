import ParlorKit

/// The score of every set of up to six dice under some options, computed once.
public final class ScoringRules: Sendable {
  /// The options.
  public let options: ScoringOptions
  /// By ``DiceCounts/rank(_:)``.
  private let entries: [Entry]
  private let ranks = DiceCounts.rankTables

  /// The facts about a set of dice.
  private struct Entry {
    /// The points of the whole set, 0 if it is not a legal hold.
    var score: Int32 = 0
    /// The points of its best subset, 0 if no die of it scores.
    var bestScore: Int32 = 0
    /// Its best subset.
    var best = DiceCounts()
  }

  /// Computes all 923 sets.
  public init(_ options: ScoringOptions) {
    self.options = options
    let faces = options.scoresByFace
    var entries = [Entry](repeating: Entry(), count: DiceCounts.ranks)
    // Smaller sets come first, so the best subset is the set itself or the best subset of what
    // remains without one of its dice.
    for dice in DiceCounts.all.dropFirst() {
      var best = Hold(dice: dice, score: options.score(of: dice, faces: faces))
      let score = best.score
      for face in 1...6 where dice[face] > 0 {
        let smaller = entries[dice.without(face).rank(ranks)]
        let part = Hold(dice: smaller.best, score: Int(smaller.bestScore))
        if part.score > 0, best.score == 0 || part.merit > best.merit { best = part }
      }
      entries[dice.rank(ranks)] = Entry(
        score: Int32(score), bestScore: Int32(best.score),
        best: best.score > 0 ? best.dice : DiceCounts())
    }
    self.entries = entries
  }

  private subscript(dice: DiceCounts) -> Entry { entries[dice.rank(ranks)] }

  /// The score of dice if all of them are held.
  ///
  /// - Returns: the best total over all ways to divide them into combinations; `nil` if every way
  ///   leaves a die over, which means that they may not be held.
  public func score(of dice: DiceCounts) -> Int? {
    let score = self[dice].score
    return score > 0 ? Int(score) : nil
  }

  /// Whether any of the dice scores; otherwise a roll of them is a farkle.
  public func scores(anyOf dice: DiceCounts) -> Bool { self[dice].bestScore > 0 }

  /// The hold that scores most, of these the fewest dice, then the lower faces.
  public func bestHold(of dice: DiceCounts) -> Hold? {
    let entry = self[dice]
    return entry.bestScore > 0 ? Hold(dice: entry.best, score: Int(entry.bestScore)) : nil
  }
}

extension ScoringRules {
  /// The preset `standard`, computed when first used.
  public static let standard = ScoringRules(ScoringOptions())

  /// The other presets, computed when a game first differs from the standard.
  private static let others = FarkleRules.presets.dropFirst().map {
    ScoringRules($0.options.scoring)
  }

  /// The rules of a preset by its name.
  public static func preset(_ name: String) -> ScoringRules? {
    FarkleRules.presets.first { $0.name == name }.map { rules(for: $0.options.scoring) }
  }

  /// The rules for some options.
  static func rules(for options: ScoringOptions) -> ScoringRules {
    if options == standard.options { return standard }
    return others.first { $0.options == options } ?? ScoringRules(options)
  }
}

/// Dice that may be held, and their score.
public struct Hold: Sendable, Equatable {
  /// The dice.
  public var dice: DiceCounts
  /// The points, together with the dice already held of the same roll.
  public var score: Int

  /// The order of holds in lists, higher is better: more points, then fewer dice, then lower faces.
  var merit: UInt64 {
    UInt64(score) << 28 | UInt64(6 - dice.count) << 24 | UInt64(dice.bits)
  }
}

extension ScoringRules {
  /// Every legal hold of some dice once, best first: by points, then fewer dice, then lower faces.
  ///
  /// - Parameters:
  ///   - dice: the dice that are not held yet.
  ///   - held: the dice of the same roll that are held; the union must score.
  public func holds(of dice: DiceCounts, beside held: DiceCounts = DiceCounts()) -> [Hold] {
    var holds: [Hold] = []
    for part in dice.parts {
      if let score = score(of: part + held) { holds.append(Hold(dice: part, score: score)) }
    }
    holds.sort { $0.merit > $1.merit }
    return holds
  }

  /// The first of ``holds(of:beside:)``, found without computing the others.
  public func bestHold(of dice: DiceCounts, beside held: DiceCounts) -> Hold? {
    guard !held.isEmpty else { return bestHold(of: dice) }
    return dice.parts.lazy
      .compactMap { part in self.score(of: part + held).map { Hold(dice: part, score: $0) } }
      .max { $0.merit < $1.merit }
  }

  /// The dice that prevent a hold: the remainder of the largest legal subset, and among several of
  /// that size of the one that scores most. Empty if all may be held.
  func idle(in dice: DiceCounts, beside held: DiceCounts) -> DiceCounts {
    let largest = holds(of: dice, beside: held).max {
      ($0.dice.count, $0.merit) < ($1.dice.count, $1.merit)
    }
    return dice - (largest?.dice ?? DiceCounts())
  }
}
