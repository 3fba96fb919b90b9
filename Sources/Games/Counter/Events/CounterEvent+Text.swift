public import ParlorKit

extension CounterEvent {
  /// Writes the event; nothing for what the situation says anyway.
  public func write(to text: inout TextWriter) {
    switch self {
    case .turn: break
    case .opened(let players):
      text.write(Styled(.strong, "Counter"))
      if !players.isEmpty {
        text.write(": ")
        text.write(players.map(\.label), separator: ", ")
      }
      text.write(".")
    case .joined(let players):
      text.write(players.map(\.label), separator: ", ")
      text.write(players.count == 1 ? " joins." : " join.")
    case .left(let player): text.write(player.label, " leaves with ", Grouped(player.score), ".")
    case .moved(let player, let position):
      text.write(player.label, " moves to position ", position, ".")
    case .scored(let player, let points):
      text.write(
        player.label, " ", Styled(points < 0 ? .bad : .good, Signed(points)), ", ",
        Grouped(player.score), " in all.")
    case .rolled(let player, let face):
      text.write(player.label, " rolls ", Styled(.strong, face), ".")
    case .paused(let time): text.write("Paused at ", TimerText(milliseconds: time), ".")
    case .resumed(let time): text.write("Running from ", TimerText(milliseconds: time), ".")
    case .timer(let time, let isPaused):
      text.write(TimerText(milliseconds: time), isPaused ? ", paused" : "")
    case .players(let list): list.write(to: &text)
    case .results(let results): results.write(to: &text)
    }
  }
}
