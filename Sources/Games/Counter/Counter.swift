public import ParlorKit

/// The score counter: keeps the order of play, the scores and the time of a turn for any game at
/// a real table.
///
/// It has no end. Its clock tells how long a turn takes.
public struct Counter: Game {
  /// The rules of every counter.
  public init() {}

  /// A game of the players named, who begin at once, or of nobody yet.
  public func start(_ setup: GameConfiguration) throws(GameError) -> CounterState {
    CounterState(setup.names)
  }

  /// The words of a game with the same players and everything else cleared: their names in the
  /// order of play, whether they were there from the start or joined later.
  public func renewal(of state: CounterState) -> [Argument]? {
    state.roster.present.map { .word($0) }
  }

  /// Those who play, in the order of play; equal names have their numbers behind them.
  public func players(in state: CounterState) -> [String]? {
    let names = state.roster.present
    return zip(state.roster.players, names).map { player, name in
      names.count { $0 == name } > 1 ? "\(name) (\(player.number))" : name
    }
  }

  /// Who plays.
  public func opening(of state: CounterState) -> [CounterEvent] {
    [.opened(state.roster.players.map { CountedPlayer($0.number, in: state.roster) })]
  }

  /// A move, or the answer to `results`, `players` or `timer`.
  public func command(
    _ call: Call, in state: CounterState, at time: GameTime
  ) throws(GameError) -> Intent<CounterMove, CounterEvent> {
    do throws(CounterRefusal) {
      switch call.verb {
      case "results": return .answer([.results(Results(state))])
      case "players": return .answer([.players(PlayerList(state))])
      case "timer":
        guard state.hasStarted else { throw .notStarted }
        let reading = state.timer.reading(at: time)
        return .answer([.timer(reading, isPaused: state.timer.isPaused)])
      default:
        guard let move = try CounterMove(call, state.roster) else {
          preconditionFailure("a command of the sheet is a move or a question")
        }
        return .move(move)
      }
    } catch {
      throw error.refusal
    }
  }

  /// Checks a move and rolls the die.
  public func resolve(
    _ move: CounterMove, in state: CounterState, chance: inout Chance
  ) throws(GameError) -> Resolution<CounterMove> {
    do throws(CounterRefusal) {
      return try state.resolve(move, chance: &chance)
    } catch {
      throw error.refusal
    }
  }

  /// Makes a move.
  public func apply(
    _ move: CounterMove, to state: inout CounterState, at time: GameTime,
    emit: (CounterEvent) -> Void
  ) {
    state.apply(move, at: time, emit: emit)
  }

  /// Writes a move as it is typed, players by their numbers.
  public func write(_ move: CounterMove, to line: inout TextWriter) { move.write(to: &line) }

  /// What a move would make of the score, or whose turn it would be.
  public func describe(_ move: CounterMove, in state: CounterState) -> String {
    state.description(of: move)
  }

  /// Changes of scores, turns and players are steps of `undo`; the die and the timer are not.
  public func traits(of move: CounterMove) -> MoveTraits {
    switch move {
    case .roll: .draws
    case .pause, .resume: []
    default: .step
    }
  }

  /// Nobody leaves in this way.
  public func resignation(in state: CounterState) throws(GameError) -> CounterMove {
    throw CounterRefusal.endless.refusal
  }

  /// The timer runs on, even if it was paused.
  public func resumption(in state: CounterState) -> CounterMove? {
    state.hasStarted && state.timer.isPaused ? .resume : nil
  }

  /// The buttons, passing the turn, the die, the timer.
  public func legalMoves(in state: CounterState) -> LegalMoves<CounterMove> { state.legalMoves }

  /// Whose turn it is.
  public func status(of state: CounterState) -> GameStatus { .playing(turn: state.current) }

  /// Everything: nothing is hidden.
  public func view(of state: CounterState, at time: GameTime) -> CounterView {
    CounterView(state, at: time)
  }

  /// Mixes in the players, the scores, the timer and the table of turns.
  public func digest(_ state: CounterState, into digest: inout Digest) {
    state.combine(into: &digest)
  }
}
