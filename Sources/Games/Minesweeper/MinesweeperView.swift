public import ParlorKit

/// The player's view: the visible cells, and the figures of the game.
public struct MinesweeperView: GameView {
  /// The visible cells.
  public let board: Board
  public let mode: Mode
  /// The number of mines on the board.
  public let mines: Int
  /// The number of mines without a flag; negative if there are more flags than mines.
  public let minesLeft: Int
  /// Whether the game continues, or how it ended.
  public let phase: Phase
  /// The time from the first reveal until now, or to the end.
  public let milliseconds: Int64
  /// Whether anything was revealed, so that the time runs.
  public let isStarted: Bool
  /// The number of moves so far.
  public let clicks: Int
  /// Whether the neighbours of the first revealed cell have no mine either.
  public let sparesNeighbors: Bool
  /// Whether the board may need guessing.
  public let allowsGuesses: Bool
  /// The seed, once the game is over. A saved game does not say who chose the seed, so it is always
  /// hidden before.
  let seed: UInt64?
  private let plan: BoardPlan
  /// The mine that was revealed.
  private let exploded: Cell?
  /// The result, once the game is over.
  private let result: MinesweeperResult?

  init(_ state: MinesweeperState, at time: Int64) {
    plan = state.plan
    board = state.board
    mode = plan.mode
    mines = plan.mines
    minesLeft = state.minesLeft
    phase = state.phase
    milliseconds = state.elapsed(at: time)
    isStarted = state.start != nil
    clicks = state.clicks
    sparesNeighbors = plan.sparesNeighbors
    allowsGuesses = plan.allowsGuesses
    seed = state.isOver ? plan.seed : nil
    exploded = state.exploded
    result = state.isOver ? MinesweeperResult(state) : nil
  }

  /// The mode: `easy`.
  public var caption: String { mode.rawValue }

  /// The mode and the mines left: `easy 8`.
  public var prompt: String { phase == .playing ? "\(mode.rawValue) \(minesLeft)" : "over" }

  /// The whole view as data.
  public var fields: Fields {
    var fields = plan.sizeFields
    fields["minesLeft"] = .integer(minesLeft)
    fields["status"] = .string(phase.rawValue)
    fields["started"] = .bool(isStarted)
    fields["milliseconds"] = .integer(Int(milliseconds))
    fields["clicks"] = .integer(clicks)
    fields["cells"] = .strings(board.rows)
    fields["exploded"] = exploded.value
    fields["seed"] = seed.map { .integer(Int(truncatingIfNeeded: $0)) } ?? .null
    let score = result?.score?.fields
    for name in Score.names where fields[name] == nil { fields[name] = score?[name] ?? .null }
    return fields
  }

  /// The board, with the numbers of the rows and the columns.
  public var picture: Picture? {
    let columns = Picture.Row("", (1...board.shape.columns).map { .text("\($0)") })
    let rows = board.rows.enumerated().map { row, marks in
      Picture.Row(
        "\(row + 1)",
        marks.utf8.enumerated().map { column, mark in
          let isExploded =
            exploded.map { Int($0.row) == row + 1 && Int($0.column) == column + 1 } ?? false
          return isExploded ? .explosion : Mark.piece(mark)
        })
    }
    let note = phase == .playing ? "mines left: \(minesLeft)" : phase.rawValue
    return Picture([columns] + rows + [Picture.Row(note: note)])
  }

  /// A key for each move on the cell under the cursor.
  public var controls: Controls? {
    Controls(
      .cells(from: 1),
      [
        Controls.Key("Enter", "reveal ROW COLUMN", "chord ROW COLUMN"),
        Controls.Key("f", "flag ROW COLUMN"),
        Controls.Key("c", "chord ROW COLUMN"),
        Controls.Key("m", "mark ROW COLUMN"),
      ])
  }

  /// Writes the mode, the size and the options in a line; the board is part of the situation.
  public func writeTable(to text: inout TextWriter) {
    plan.write(mode: Styled(.strong, mode.rawValue), to: &text)
    if mode != .layout { plan.writeOptions(to: &text, seed: seed) }
  }

  /// Writes the board, then the mines left and the time, or how the game ended.
  public func writeSituation(to text: inout TextWriter) {
    board.write(to: &text, exploded: exploded)
    text.write(byte: UInt8(ascii: "\n"))
    if let result {
      if let score = result.score { text.write(score, "\n") }
      text.write(result, " `new` plays again, `mode` another mode.")
      return
    }
    text.write("Mines left: ", minesLeft, ".")
    if isStarted { text.write(" Time: ", PlayTime.clock(milliseconds), ".") }
  }
}
