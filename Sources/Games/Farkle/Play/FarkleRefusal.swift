/// Why a move is refused, as facts.
package enum FarkleRefusal: Error, Equatable {
  /// The game has ended.
  case over
  /// Two players have the name; the index is that of the second.
  case nameTaken(String, Int)
  /// Nothing was rolled yet in this turn.
  case nothingRolled
  /// No die of the roll is held yet.
  case nothingHeld
  /// All dice are held.
  case allHeld
  /// The dice are real ones, so their faces must be typed.
  case facesNeeded(Int)
  /// So many dice are to be rolled, not so many as were given.
  case wrongCount(needed: Int, given: Int)
  /// These dice are not among those that are left to hold.
  case missing(DiceCounts, of: DiceCounts)
  /// These dice score nothing.
  case idle(DiceCounts)
  /// Hot dice must be rolled.
  case hotDice
  /// A bank needs more points than there are.
  case tooFew(points: Int, needed: Int, isOpening: Bool)
  /// The dice are not real ones.
  case notPhysical
}
