public import ParlorKit

extension FarkleView {
  /// Writes the round, the scoreboard and the dice on the table.
  public func writeTable(to text: inout TextWriter) {
    switch state.phase {
    case .playing: text.write("Round ", state.round, ". ")
    case .finalRound: text.write(Styled(.notice, "Final round."), " ")
    case .overtime: text.write(Styled(.notice, "Overtime."), " ")
    case .over: text.write("Game over. ")
    }
    state.match.write(goalTo: &text)
    text.breakLine()
    Scoreboard(state).write(to: &text)
    writeDice(to: &text)
  }

  private func writeDice(to text: inout TextWriter) {
    let turn = state.turn
    guard !turn.roll.isEmpty else { return }
    text.write("\nDice: ", Styled(.strong, turn.roll))
    if !turn.held.isEmpty {
      text.write(", held: ", Styled(.strong, turn.held), " for ", Grouped(turn.heldScore))
    }
    if turn.points > turn.heldScore {
      text.write(", at stake: ", Styled(.good, Grouped(turn.points)))
    }
    text.write(".")
  }
}
