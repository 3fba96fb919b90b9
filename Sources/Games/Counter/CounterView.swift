public import ParlorKit

/// The players' view: everything except the table of turns, which `results` shows.
public struct CounterView: GameView {
  /// The game that is being counted.
  public let state: CounterState
  private let timer: TimerReading

  init(_ state: CounterState, at time: GameTime) {
    self.state = state
    timer = TimerReading(state, at: time)
  }

  /// The names of the players: `Ann, Bob`.
  public var caption: String {
    let names = state.roster.present
    return names.isEmpty ? "no players yet" : names.joined(separator: ", ")
  }

  /// The time, whose turn it is, and the score: `00:07 Ann 25`.
  public var prompt: String {
    guard let player = state.player else { return "players" }
    if state.isFinished { return "over" }
    return "\(timer.time.text) \(state.roster.label(of: player.number)) \(player.score.grouped)"
  }

  /// The players with their scores.
  public var picture: Picture? {
    guard state.hasStarted else { return nil }
    return Picture(
      state.roster.players.enumerated().map { index, player in
        Picture.Row(
          state.roster.label(of: player.number), note: player.score.grouped,
          isMarked: index == state.current && !state.isFinished)
      })
  }

  /// Points for the player under the cursor, or for the one whose turn it is.
  public var controls: Controls? {
    guard state.hasStarted else { return nil }
    return Controls(
      .rows(state.roster.players.map { "\($0.number)" }),
      [
        Controls.Key("+", "add [N] PLAYER", label: "points"),
        Controls.Key("-", "add -[N] PLAYER", label: "less"),
        Controls.Key("Tab", "next", label: "next turn"),
        Controls.Key("Enter", "add N", label: "points and next"),
        Controls.Key("t", "turn PLAYER"), Controls.Key("p", "prev"),
      ])
  }

  /// The players, whose turn it is, the timer, and the number of turns.
  public var fields: Fields {
    let players = state.roster.players.map { CountedPlayer($0.number, in: state.roster) }
    return Fields([
      "started": state.hasStarted, "finished": state.isFinished, "players": players,
      "turn": state.hasStarted ? players[state.current] : nil,
      "timer": state.hasStarted ? timer.data : nil,
      "turns": state.turns.count,
    ])
  }
}

extension CounterView {
  /// Writes the time of the turn, or the players before the game; the situation adds the rest.
  public func writeTable(to text: inout TextWriter) {
    guard state.hasStarted else { return PlayerList(state).write(to: &text) }
    if state.isFinished { return Results(state).write(to: &text) }
    timer.write(to: &text)
  }

  /// Writes whose turn it is, the score, and the initials of all: `Bob has 15. A [B] C`.
  public func writeSituation(to text: inout TextWriter) {
    guard let player = state.player else { return writeBeginning(to: &text) }
    if state.isFinished { return text.write("The game is over; `new` starts another one.") }
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
