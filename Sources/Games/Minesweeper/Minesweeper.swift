public import ParlorKit

/// Minesweeper: reveal every cell that has no mine.
///
/// A number tells how many of the eight neighbours are mines, and a zero reveals its neighbours.
/// The mines are laid at the first reveal, which never finds one, unless the board was given.
public struct Minesweeper: Game {
  /// The rules of every game of Minesweeper.
  public init() {}

  /// A board of hidden cells.
  public func start(_ setup: GameConfiguration) throws(GameError) -> MinesweeperState {
    do throws(MinesweeperRefusal) {
      return MinesweeperState(try MinesweeperMatch(setup))
    } catch {
      throw error.refusal
    }
  }

  /// The mode and its size.
  public func opening(of state: MinesweeperState) -> [MinesweeperEvent] { [.opened(state.match)] }

  /// A move, another board, or the answer to `mode` or `difficulty`.
  public func command(
    _ call: Call, in state: MinesweeperState, at time: GameTime
  ) throws(GameError) -> Intent<MinesweeperMove, MinesweeperEvent> {
    do throws(MinesweeperRefusal) {
      return try state.intent(of: call)
    } catch {
      throw error.refusal
    }
  }

  /// Checks a move; the first reveal lays the mines.
  public func resolve(
    _ move: MinesweeperMove, in state: MinesweeperState, chance: inout Chance
  ) throws(GameError) -> Resolution<MinesweeperMove> {
    do throws(MinesweeperRefusal) {
      return try state.resolve(move, chance: &chance)
    } catch {
      throw error.refusal
    }
  }

  /// Makes a move; the first reveal starts the time.
  public func apply(
    _ move: MinesweeperMove, to state: inout MinesweeperState, at time: GameTime,
    emit: (MinesweeperEvent) -> Void
  ) {
    state.apply(move, at: time.milliseconds, emit: emit)
  }

  /// Writes a move as it is typed, the first reveal with all mines.
  public func write(_ move: MinesweeperMove, to line: inout TextWriter) {
    move.write(to: &line, masked: false)
  }

  /// Writes a move without the mines: `reveal 3 4 layout=?`.
  public func writeMasked(_ move: MinesweeperMove, to line: inout TextWriter) {
    move.write(to: &line, masked: true)
  }

  /// Every move is a step of `undo`; the reveal that lays the mines draws, and reveals and chords
  /// show what was hidden.
  public func traits(of move: MinesweeperMove) -> MoveTraits {
    switch move {
    case .reveal(_, .some): [.step, .draws, .reveals]
    case .reveal, .chord: [.step, .reveals]
    case .flag, .mark, .resign: .step
    }
  }

  /// The player gives up and sees the mines.
  public func resignation(in state: MinesweeperState) throws(GameError) -> MinesweeperMove {
    guard !state.isOver else { throw MinesweeperRefusal.over.refusal }
    return .resign
  }

  /// Reveals, chords, flags, question marks.
  public func legalMoves(in state: MinesweeperState) -> LegalMoves<MinesweeperMove> {
    state.legalMoves
  }

  /// Whether the game goes on; a win is the only player's.
  public func status(of state: MinesweeperState) -> GameStatus {
    switch state.status {
    case .playing: .playing(turn: 0)
    case .won: .over(winners: [0])
    case .lost, .resigned: .over(winners: [])
    }
  }

  /// The board without what is hidden.
  public func view(of state: MinesweeperState, at time: GameTime) -> MinesweeperView {
    MinesweeperView(state, at: time.milliseconds)
  }

  /// The bot that makes sure moves first.
  public var bots: [Bot<Minesweeper>] { [SureBot.bot] }

  /// The 3BV, and how much of it was done.
  public func measures(of state: MinesweeperState) -> [Metric] { state.measures }

  /// Mixes in the mines, the board and the times.
  public func digest(_ state: MinesweeperState, into digest: inout Digest) {
    state.combine(into: &digest)
  }
}
