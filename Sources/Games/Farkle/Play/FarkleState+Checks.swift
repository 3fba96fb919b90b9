extension FarkleState {
  /// Checks whether the dice may be rolled.
  func checkRoll() throws(FarkleRefusal) {
    if isOver { throw .over }
    if turn.mustHold { throw .nothingHeld }
  }

  /// Checks a roll whose faces are given.
  func checkRoll(of dice: Dice) throws(FarkleRefusal) {
    try checkRoll()
    guard dice.count == turn.diceToRoll else {
      throw .wrongCount(needed: turn.diceToRoll, given: dice.count)
    }
  }

  /// Checks whether there are dice to hold.
  func checkHold() throws(FarkleRefusal) {
    if isOver { throw .over }
    try turn.checkHold()
  }

  /// Checks a hold: what is held of the roll must score as a whole.
  func checkHold(of dice: DiceCounts) throws(FarkleRefusal) {
    if isOver { throw .over }
    _ = try turn.score(holding: dice, match.rules.scoring)
  }

  /// Checks whether the points of the turn may be banked.
  func checkBank() throws(FarkleRefusal) {
    if isOver { throw .over }
    if turn.roll.isEmpty { throw .nothingRolled }
    if turn.held.isEmpty { throw .nothingHeld }
    if turn.isHot, match.rules.mustRollHotDice { throw .hotDice }
    try checkTotal(turn.points)
  }

  /// Checks a total given for the turn.
  func checkPoints(_ total: Int) throws(FarkleRefusal) {
    if isOver { throw .over }
    if !match.rules.isPhysical { throw .notPhysical }
    if total != 0 { try checkTotal(total) }
  }

  /// Checks a total against the opening and the minimum.
  private func checkTotal(_ points: Int) throws(FarkleRefusal) {
    let needed = leastBank
    guard points >= needed else {
      throw .tooFew(
        points: points, needed: needed,
        isOpening: !seats[player].isOnBoard && needed > match.rules.minimum)
    }
  }
}
