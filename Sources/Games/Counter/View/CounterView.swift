public import ParlorKit

/// What the players see, which is everything but the table of turns, for which `results` is.
public struct CounterView: GameView {
  /// The game that is being counted.
  public let state: CounterState
  /// What the timer shows, in milliseconds.
  public let time: Int64

  init(_ state: CounterState, at time: GameTime) {
    self.state = state
    self.time = state.hasStarted ? state.timer.reading(at: time) : 0
  }

  /// The names of the players: `Ann, Bob`.
  public var caption: String {
    let names = state.roster.present
    return names.isEmpty ? "no players yet" : names.joined(separator: ", ")
  }

  /// The time, whose turn it is, and the score: `00:07 Ann 25`.
  public var prompt: String {
    guard let player = state.player else { return "players" }
    let time = TimerText(milliseconds: time).string
    return "\(time) \(state.roster.label(of: player.number)) \(player.score.grouped)"
  }

  /// The players, whose turn it is, the timer, and how many turns the table has.
  public var fields: Fields {
    let players = state.roster.players.map { CountedPlayer($0.number, in: state.roster) }
    return [
      "started": .bool(state.hasStarted),
      "players": .array(players.map { .object($0.fields) }),
      "turn": state.hasStarted ? .object(players[state.current].fields) : .null,
      "timer": state.hasStarted
        ? .object(CounterEvent.timerFields(time, isPaused: state.timer.isPaused)) : .null,
      "turns": .integer(state.turns.count),
    ]
  }
}
