import ParlorKit
import Platform
import RemoteTransport

/// The answer to a roll.
package struct RollReply: Sendable, Equatable {
  /// The game after it.
  package var update: GameUpdate
  /// The six dice, 0 for those set aside before.
  package var dice: [Int]
  /// What the new dice are worth; 0 for a farkle.
  package var score: Int

  /// Reads the five elements of the answer to `farkleroll`.
  init?(_ value: Value) {
    guard let update = value.element(0).flatMap(GameUpdate.init),
      let dice = value.element(4)?.elements.compactMap(\.looseInteger), dice.count == 6,
      dice.allSatisfy({ 0...6 ~= $0 }), dice.contains(where: { $0 > 0 })
    else { return nil }
    self.update = update
    self.dice = dice
    score = value.element(1)?.looseInteger ?? 0
  }
}
