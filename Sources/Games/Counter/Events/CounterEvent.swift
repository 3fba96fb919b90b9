public import ParlorKit

/// What happens while a game is counted.
public enum CounterEvent: Event {
  /// A game was opened for these players, who may yet be nobody.
  case opened([CountedPlayer])
  /// Players joined.
  case joined([CountedPlayer])
  /// A player left.
  case left(CountedPlayer)
  /// A player moved to a position, from 1, in the order of play.
  case moved(CountedPlayer, position: Int)
  /// It is a player's turn; text leaves it to the situation.
  case turn(CountedPlayer)
  /// A player got points; the score is the one after.
  case scored(CountedPlayer, points: Int)
  /// A player rolled a die.
  case rolled(CountedPlayer, face: Int)
  /// The timer was stopped at so many milliseconds.
  case paused(Int64)
  /// The timer runs on from so many milliseconds.
  case resumed(Int64)
  /// The answer to `timer`.
  case timer(Int64, isPaused: Bool)
  /// The answer to `players`.
  case players(PlayerList)
  /// The answer to `results`.
  case results(Results)

  /// The stable name of the kind of event.
  public var type: String {
    switch self {
    case .opened: "opened"
    case .joined: "joined"
    case .left: "left"
    case .moved: "moved"
    case .turn: "turn"
    case .scored: "scored"
    case .rolled: "rolled"
    case .paused: "paused"
    case .resumed: "resumed"
    case .timer: "timer"
    case .players: "players"
    case .results: "results"
    }
  }

  /// A die rings once.
  public var bells: Int {
    if case .rolled = self { 1 } else { 0 }
  }
}
