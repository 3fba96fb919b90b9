public import ParlorKit

extension FarkleView {
  /// Writes what can be done now, or who won.
  public func writeSituation(to text: inout TextWriter) {
    if let outcome = state.outcome {
      text.write(FarkleResult(state, outcome), " `new` plays again.")
    } else if state.turn.roll.isEmpty {
      writeStart(to: &text)
    } else if state.turn.held.isEmpty {
      state.turn.writeHolds(state.rules.scoring, to: &text)
    } else {
      writeChoice(to: &text)
    }
  }

  /// `Ann to roll.`
  private func writeStart(to text: inout TextWriter) {
    text.write(Styled(.strong, state.playerName), " to roll")
    if state.phase == .finalRound {
      text.write(", ", Grouped(state.seats[state.leader].score), " to beat")
    }
    text.write(".")
  }

  /// `Roll 3 dice or bank 200.`
  private func writeChoice(to text: inout TextWriter) {
    let turn = state.turn
    let missing = state.leastBank - turn.points
    text.write("Roll ", turn.diceToRoll, turn.diceToRoll == 1 ? " die" : " dice")
    if turn.isHot, state.rules.mustRollHotDice {
      text.write("; ", Grouped(turn.points), " at stake.")
    } else if missing > 0 {
      text.write("; ", Grouped(turn.points), " at stake, ", Grouped(missing), " short of a bank.")
    } else {
      text.write(" or bank ", Styled(.good, Grouped(turn.points)), ".")
    }
  }
}
