package import ParlorKit

/// A player's turn: the roll on the table, the dice held of it, and the points so far.
public struct Turn: Sendable, Equatable {
  /// The points held of earlier rolls.
  private(set) var earlier = 0
  /// The number of rolls so far.
  private(set) var rolls = 0
  /// The last roll; empty before the first one.
  public private(set) var roll = Dice()
  /// The dice of the roll without their order.
  private(set) var rolled = DiceCounts()
  /// The dice held of the roll.
  public private(set) var held = DiceCounts()
  /// The score of the dice held of the roll together.
  public private(set) var heldScore = 0

  /// The points at stake.
  public var points: Int { earlier + heldScore }

  /// The dice of the roll that are not held.
  public var loose: DiceCounts { rolled - held }

  /// Whether dice were rolled and none of them is held yet.
  public var mustHold: Bool { held.isEmpty && !roll.isEmpty }

  /// Whether all six dice are set aside.
  public var isHot: Bool { !held.isEmpty && held.count == roll.count }

  /// The number of dice of the next roll: those not set aside, six at the start and after hot dice.
  public var diceToRoll: Int {
    let loose = roll.count - held.count
    return loose == 0 ? 6 : loose
  }

  /// A turn with points of earlier rolls, before the next roll.
  package init(earlier: Int = 0) { self.earlier = earlier }

  /// Puts a roll on the table.
  package mutating func roll(_ dice: Dice) {
    earlier = points
    rolls += 1
    roll = dice
    rolled = dice.counts
    held = DiceCounts()
    heldScore = 0
  }

  /// Holds dice, so that all held dice of the roll score `score`.
  package mutating func hold(_ dice: DiceCounts, score: Int) {
    held = held + dice
    heldScore = score
  }
}

extension Turn {
  /// Checks whether there are dice to hold.
  package func checkHold() throws(GameError) {
    if roll.isEmpty { throw Self.nothingRolled }
    if isHot { throw .notNow("all dice are held already") }
  }

  /// The score of all held dice of the roll if some more are held.
  ///
  /// - Throws: why these dice cannot be held: together they must score without a remainder.
  package func score(
    holding dice: DiceCounts, _ scoring: ScoringRules
  ) throws(GameError) -> Int {
    try checkHold()
    let loose = loose
    guard !dice.isEmpty else { throw Self.nothingHeld }
    guard loose.contains(dice) else {
      throw Self.notAmong(loose, dice.exceeding(loose).faces)
    }
    guard let score = scoring.score(of: held + dice) else {
      throw Self.scoresNothing(scoring.idle(in: dice, beside: held))
    }
    return score
  }

  /// No die of the roll is held yet.
  package static var nothingHeld: GameError { .notNow("hold at least one die of the roll first") }

  /// The turn has no roll yet.
  package static var nothingRolled: GameError { .notNow("roll the dice first") }

  /// More dice of some faces are requested than there are.
  private static func notAmong(_ loose: DiceCounts, _ faces: [Int]) -> GameError {
    let missing = faces.filter { loose[$0] == 0 }
    guard missing.isEmpty, let face = faces.first else {
      return .illegal(
        "there is no \(missing.map(String.init).alternatives) among \(loose.text)",
        at: .anyOf(missing))
    }
    return .illegal(
      loose[face] == 1
        ? "there is only one \(face) among \(loose.text)"
        : "there are only \(loose[face]) dice with a \(face) among \(loose.text)",
      at: .anyOf([face]))
  }

  /// Dice that may not be held because they score nothing.
  static func scoresNothing(_ dice: DiceCounts) -> GameError {
    .illegal(
      "\(dice.text) \(dice.count == 1 ? "scores" : "score") nothing here", at: .anyOf(dice.faces))
  }
}

extension Turn {
  /// Writes the possible holds, best first: `Hold 1 5 for 150, 1 for 100 or 5 for 50; 350 at
  /// stake.`
  package func writeHolds(_ scoring: ScoringRules, to text: inout TextWriter) {
    let holds = scoring.holds(of: loose)
    let shown = min(holds.count, 5)
    let more = holds.count - shown
    for (index, hold) in holds[..<shown].enumerated() {
      let isLast = index == holds.count - 1
      text.write(index == 0 ? "Hold " : isLast ? " or " : ", ")
      text.write(Styled(.strong, hold.dice), " for ", Grouped(hold.score))
    }
    if more > 0 { text.write(" or ", Plural(more, "other way")) }
    if points > 0 { text.write("; ", Grouped(points), " at stake") }
    text.write(".")
  }
}
