extension Turn {
  /// Checks whether there are dice to hold.
  package func checkHold() throws(FarkleRefusal) {
    if roll.isEmpty { throw .nothingRolled }
    if isHot { throw .allHeld }
  }

  /// What all that is held of the roll is worth if some more dice are held.
  ///
  /// - Throws: what keeps these dice from being held: the whole must score, no die left over.
  package func score(
    holding dice: DiceCounts, _ scoring: ScoringRules
  ) throws(FarkleRefusal) -> Int {
    try checkHold()
    let loose = loose
    guard !dice.isEmpty else { throw .nothingHeld }
    guard loose.contains(dice) else { throw .missing(dice.exceeding(loose), of: loose) }
    guard let score = scoring.score(of: held + dice) else {
      throw .idle(scoring.idle(in: dice, beside: held))
    }
    return score
  }
}
