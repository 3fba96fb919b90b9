/// What every set of up to six dice is worth under some options, worked out once.
public final class ScoringRules: Sendable {
  /// The options.
  public let options: ScoringOptions
  /// By ``DiceCounts/rank``.
  private let entries: [Entry]

  /// What is known of a set of dice.
  private struct Entry {
    /// The points of the whole set, 0 if it is not a legal hold.
    var score: Int32 = 0
    /// The points of its best part, 0 if no die of it scores.
    var bestScore: Int32 = 0
    /// Its best part.
    var best = DiceCounts()
  }

  /// Works out all 923 sets.
  public init(_ options: ScoringOptions) {
    self.options = options
    let faces = options.scoresByFace
    var entries = [Entry](repeating: Entry(), count: DiceCounts.ranks)
    // Smaller sets come first, so the best part of a set is the set itself or the best part of
    // what is left without one of its dice.
    for dice in DiceCounts.all.dropFirst() {
      var best = Hold(dice: dice, score: options.score(of: dice, faces: faces))
      let score = best.score
      for face in 1...6 where dice[face] > 0 {
        let smaller = entries[dice.without(face).rank]
        let part = Hold(dice: smaller.best, score: Int(smaller.bestScore))
        if part.score > 0, best.score == 0 || part.merit > best.merit { best = part }
      }
      entries[dice.rank] = Entry(
        score: Int32(score), bestScore: Int32(best.score),
        best: best.score > 0 ? best.dice : DiceCounts())
    }
    self.entries = entries
  }

  /// What dice are worth when all of them are held.
  ///
  /// - Returns: the best total over all ways to divide them into combinations; nothing if no way
  ///   leaves no die over, that is, if they may not be held.
  public func score(of dice: DiceCounts) -> Int? {
    let score = entries[dice.rank].score
    return score > 0 ? Int(score) : nil
  }

  /// Whether any of the dice scores; a roll of which none does is a farkle.
  public func scores(anyOf dice: DiceCounts) -> Bool { entries[dice.rank].bestScore > 0 }

  /// The hold worth most, of the fewest dice, the lower faces first.
  public func bestHold(of dice: DiceCounts) -> Hold? {
    let entry = entries[dice.rank]
    return entry.bestScore > 0 ? Hold(dice: entry.best, score: Int(entry.bestScore)) : nil
  }
}
