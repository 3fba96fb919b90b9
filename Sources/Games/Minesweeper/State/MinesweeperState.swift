/// A game of Minesweeper in progress, the mines included.
public struct MinesweeperState: Sendable {
  /// What stays the same.
  public let match: MinesweeperMatch
  /// Where the mines are; nothing until they are laid.
  var layout: Layout?
  /// What can be seen.
  public internal(set) var board: Board
  /// Whether the game goes on.
  public internal(set) var status = Status.playing
  /// The cells without a mine that are still to be revealed.
  public internal(set) var safeLeft: Int
  /// The number of flags.
  public internal(set) var flags = 0
  /// The moves so far, leaving apart: all of them had an effect.
  public internal(set) var clicks = 0
  /// The time of the first reveal, in milliseconds of the game's clock.
  var start: Int64?
  /// The time of the end.
  var end: Int64?
  /// The cell named last, which a bare `flag` means.
  var lastCell: Cell?
  /// The mine that was revealed; the first one if a chord revealed several.
  var exploded: Cell?

  init(_ match: MinesweeperMatch) {
    self.match = match
    layout = match.given
    board = Board(match.shape)
    safeLeft = match.shape.count - match.mines
  }

  /// Whether the game has ended.
  public var isOver: Bool { status != .playing }

  /// The mines that have no flag, below 0 if there are more flags than mines.
  public var minesLeft: Int { match.mines - flags }

  /// The milliseconds from the first reveal to the end, or until a time of the game's clock.
  func elapsed(at time: Int64) -> Int64 { start.map { (end ?? time) - $0 } ?? 0 }

  /// How the game went, once it is over and if mines were laid.
  var score: Score? {
    guard isOver, let layout else { return nil }
    return Score(layout, board, clicks: clicks, milliseconds: elapsed(at: 0))
  }
}
