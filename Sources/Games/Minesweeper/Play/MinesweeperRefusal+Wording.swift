import ParlorKit

extension MinesweeperRefusal {
  /// The refusal in words.
  var refusal: GameError { GameError(code, message, at: place, help: help) }

  private var code: ErrorCode {
    switch self {
    case .over, .noCell, .laid, .endOfModes, .secretDifficulty, .noBoard: .notNow
    case .outside: .badArgument
    case .hidden, .revealed, .flags: .illegalMove
    case .layout, .nothingSafe, .otherSize, .otherMines, .mineAtFirst, .layoutHasItsSize,
      .notCustom, .mines:
      .badOption
    case .noSolvableBoard: .limit
    }
  }

  private var message: String {
    switch self {
    case .over: "the game is over"
    case .outside(true, 1): "the board has 1 row"
    case .outside(false, 1): "the board has 1 column"
    case .outside(true, let count): "the board has rows 1 to \(count)"
    case .outside(false, let count): "the board has columns 1 to \(count)"
    case .noCell: "no cell was named yet: give its row and column"
    case .hidden(let cell): "\(text(cell)) is not revealed: a chord is on a number"
    case .revealed(let cell): "\(text(cell)) is revealed"
    case .flags(let cell, let number, let flags):
      "\(text(cell)) is \(number) and has \(count(flags, "flag")) around it"
    case .layout(.size): "a layout has 1 to 60 rows of 1 to 60 cells"
    case .layout(.ragged(let row, let cells, let first)):
      "row \(row) of the layout has \(count(cells, "cell")), and the first has \(first)"
    case .layout(.character): "a layout is rows of `*` and `.`, parted by `/`"
    case .nothingSafe: "the layout has no cell without a mine"
    case .laid: "the mines are laid already"
    case .otherSize(let shape, let board):
      "the layout is \(text(shape)), and the board \(text(board))"
    case .otherMines(let mines, let board):
      "the layout has \(count(mines, "mine")), and the board \(board)"
    case .mineAtFirst(let cell):
      "the layout has a mine at \(text(cell)), where the first reveal finds none"
    case .layoutHasItsSize: "a layout has a size of its own: leave the mode out"
    case .notCustom(let option): "`\(option)` is for boards of the mode custom"
    case .mines(let range, let shape):
      "\(text(shape)) cells have \(range.lowerBound) to \(range.upperBound) mines"
    case .endOfModes(.layout, _): "a layout has no mode: name the one to open"
    case .endOfModes(let mode, true): "no mode is easier than \(mode.rawValue)"
    case .endOfModes(let mode, false): "no mode comes after \(mode.rawValue)"
    case .secretDifficulty: "the difficulty is told at the end"
    case .noBoard: "no mines were laid"
    case .noSolvableBoard(let tries):
      "\(tries) boards were tried and none can be solved without a guess"
    }
  }

  private var help: [String] {
    switch self {
    case .over: ["`new` plays again, `mode` another mode"]
    case .notCustom: ["such as `new minesweeper custom rows=20 cols=24 mines=99`"]
    default: []
    }
  }

  private var place: GameError.Place {
    switch self {
    case .outside(let isRow, _): .argument(isRow ? 0 : 1)
    case .layoutHasItsSize: .argument(0)
    case .layout, .nothingSafe, .laid, .otherSize, .otherMines, .mineAtFirst: .option("layout")
    case .notCustom(let option): .option(option)
    case .mines: .option("mines")
    default: .line
    }
  }

  private func text(_ cell: Cell) -> String { "\(cell.row) \(cell.column)" }

  private func count(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  private func text(_ shape: Shape) -> String { "\(shape.rows)×\(shape.columns)" }
}
