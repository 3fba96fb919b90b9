import ParlorKit

extension MastermindState {
  /// Any guess, each as likely as the others.
  func sampleMove(chance: inout Chance) -> MastermindMove? {
    isOver ? nil : .guess(rules.drawGuess(&chance))
  }
}
