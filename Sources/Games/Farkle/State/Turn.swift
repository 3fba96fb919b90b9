/// A player's turn: the roll on the table, what is held of it, and the points so far.
public struct Turn: Sendable, Equatable {
  /// The points held of earlier rolls.
  private(set) var earlier = 0
  /// The last roll; empty before the first one.
  public private(set) var roll = Dice()
  /// The dice held of the roll.
  public private(set) var held = DiceCounts()
  /// What the dice held of the roll are worth together.
  public private(set) var heldScore = 0

  /// The points at stake.
  public var points: Int { earlier + heldScore }

  /// The dice of the roll that are not held.
  public var loose: DiceCounts { roll.counts - held }

  /// Whether dice were rolled and none of them is held yet.
  public var mustHold: Bool { held.isEmpty && !roll.isEmpty }

  /// Whether all six dice are set aside.
  public var isHot: Bool { !held.isEmpty && held.count == roll.count }

  /// How many dice the next roll takes: those not set aside, six at the start and after hot dice.
  public var diceToRoll: Int {
    let loose = roll.count - held.count
    return loose == 0 ? 6 : loose
  }

  /// A turn with points of earlier rolls, before the next roll.
  package init(earlier: Int = 0) { self.earlier = earlier }

  /// Puts a roll on the table.
  package mutating func roll(_ dice: Dice) {
    earlier = points
    roll = dice
    held = DiceCounts()
    heldScore = 0
  }

  /// Holds dice, so that all that is held of the roll is worth `score`.
  package mutating func hold(_ dice: DiceCounts, score: Int) {
    held = held + dice
    heldScore = score
  }
}
