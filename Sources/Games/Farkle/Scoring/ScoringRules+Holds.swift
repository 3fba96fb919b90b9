extension ScoringRules {
  /// Every legal hold of some dice once, the best first: by points, then fewer dice, then the
  /// lower faces.
  ///
  /// - Parameters:
  ///   - dice: the dice that are not held yet.
  ///   - held: the dice of the same roll that are; a hold is what makes the union score.
  public func holds(of dice: DiceCounts, beside held: DiceCounts = DiceCounts()) -> [Hold] {
    var holds: [Hold] = []
    for part in dice.parts {
      if let score = score(of: part + held) { holds.append(Hold(dice: part, score: score)) }
    }
    holds.sort { $0.merit > $1.merit }
    return holds
  }

  /// The first of ``holds(of:beside:)``, found without the others.
  public func bestHold(of dice: DiceCounts, beside held: DiceCounts) -> Hold? {
    guard !held.isEmpty else { return bestHold(of: dice) }
    return dice.parts.lazy
      .compactMap { part in self.score(of: part + held).map { Hold(dice: part, score: $0) } }
      .max { $0.merit < $1.merit }
  }

  /// The dice that keep others from being held: what is left over by the largest legal part, and
  /// of several as large by the one worth most. None if all may be held.
  func idle(in dice: DiceCounts, beside held: DiceCounts) -> DiceCounts {
    let largest = holds(of: dice, beside: held).max {
      ($0.dice.count, $0.merit) < ($1.dice.count, $1.merit)
    }
    return dice - (largest?.dice ?? DiceCounts())
  }
}
