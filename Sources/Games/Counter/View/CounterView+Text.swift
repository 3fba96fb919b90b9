public import ParlorKit

extension CounterView {
  /// Writes the time of the turn, or before the game the players; the situation says the rest.
  public func writeTable(to text: inout TextWriter) {
    guard state.hasStarted else { return PlayerList(state).write(to: &text) }
    CounterEvent.timer(time, isPaused: state.timer.isPaused).write(to: &text)
  }

  /// Writes whose turn it is, the score, and the initials of all: `Bob has 15. A [B] C`.
  public func writeSituation(to text: inout TextWriter) {
    guard let player = state.player else { return writeBeginning(to: &text) }
    text.write(
      Styled(.strong, state.roster.label(of: player.number)), " has ", Grouped(player.score), ".")
    for (index, name) in state.roster.present.enumerated() {
      let initial = String(name.prefix(1))
      text.write(" ")
      if index == state.current {
        text.write(Styled(.strong, "[\(initial)]"))
      } else {
        text.write(initial)
      }
    }
  }

  private func writeBeginning(to text: inout TextWriter) {
    text.write("`player add NAME` adds a player")
    text.write(state.roster.players.isEmpty ? "." : ", `start` begins.")
  }
}
