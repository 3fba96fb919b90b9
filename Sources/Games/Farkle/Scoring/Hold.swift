/// Dice that may be held, and what they are worth.
public struct Hold: Sendable, Equatable {
  /// The dice.
  public var dice: DiceCounts
  /// The points, together with what is already held of the same roll.
  public var score: Int

  /// The order in which holds are listed, the better with the higher number: more points, then
  /// fewer dice, then the lower faces first.
  var merit: UInt64 {
    UInt64(score) << 28 | UInt64(6 - dice.count) << 24 | UInt64(dice.bits)
  }
}
