public import ParlorKit

extension CounterEvent {
  /// The data of the event.
  public var fields: Fields {
    switch self {
    case .opened(let players), .joined(let players):
      ["players": .array(players.map { .object($0.fields) })]
    case .left(let player), .turn(let player): player.fields
    case .moved(let player, let position): player.fields.with("position", position)
    case .scored(let player, let points): player.fields.with("points", points)
    case .rolled(let player, let face): player.fields.with("face", face)
    case .paused(let time): Self.timerFields(time, isPaused: true)
    case .resumed(let time): Self.timerFields(time, isPaused: false)
    case .timer(let time, let isPaused): Self.timerFields(time, isPaused: isPaused)
    case .players(let list): list.fields
    case .results(let results): results.fields
    }
  }

  /// What a timer shows, as data.
  static func timerFields(_ milliseconds: Int64, isPaused: Bool) -> Fields {
    [
      "milliseconds": .integer(Int(milliseconds)),
      "time": .string(TimerText(milliseconds: milliseconds).string), "paused": .bool(isPaused),
    ]
  }
}

extension Fields {
  /// The fields with one more at the end.
  fileprivate func with(_ name: String, _ number: Int) -> Fields {
    var fields = self
    fields[name] = .integer(number)
    return fields
  }
}
