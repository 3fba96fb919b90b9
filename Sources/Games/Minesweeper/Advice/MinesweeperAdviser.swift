import ParlorKit

/// The adviser of Minesweeper: the chance that a cell is safe.
enum MinesweeperAdviser {
  static let adviser = Adviser<Minesweeper> { view, isInterrupted throws(GameError) in
    try advice(view, isInterrupted)
  }

  private static func advice(
    _ view: MinesweeperView, _ isInterrupted: () -> Bool
  ) throws(GameError) -> Advice<MinesweeperMove> {
    guard view.phase == .playing else { throw .gameOver }
    if !view.isStarted, view.mode != .layout { return opening(view) }
    let odds = try MineOdds(view.board, mines: view.mines, isInterrupted: isInterrupted)
    let shape = view.board.shape
    let moves = odds.unknown.map { index in
      let chance = 1 - odds.chances[index]
      return ValuedMove(move(shape.cell(at: index), view), chance, note: note(chance))
    }
    return Advice(
      .chance, meaning: "chance that the cell is safe",
      estimate: !odds.isExact
        ? "a group of numbers is too large to count all arrangements"
        : view.allowsGuesses
          ? nil : "boards without guesses are fewer than those that fit the numbers",
      moves: moves, reasons: reasons(odds, view))
  }

  /// The first reveal is safe everywhere: a corner opens most where only its cell is spared, and a
  /// cell three from two sides where its neighbours are, too.
  private static func opening(_ view: MinesweeperView) -> Advice<MinesweeperMove> {
    let shape = view.board.shape
    let first =
      view.sparesNeighbors
      ? Cell(min(3, (shape.rows + 1) / 2), min(3, (shape.columns + 1) / 2)) : Cell(1, 1)
    let cells = [first] + shape.indices.map { shape.cell(at: $0) }.filter { $0 != first }
    return Advice(
      .chance, meaning: "chance that the cell is safe",
      moves: cells.map { ValuedMove(move($0, view), 1, note: note(1)) },
      reasons: [
        "The first reveal never finds a mine. \(first) is a good place to begin: a corner has the fewest"
          + " neighbours, so it opens most often."
      ].map {
        view.sparesNeighbors
          ? "The first reveal opens its neighbours, too; away from the border these are more." : $0
      })
  }

  /// A flag has to be taken off before the cell can be revealed.
  private static func move(_ cell: Cell, _ view: MinesweeperView) -> MinesweeperMove {
    view.board[cell] == Mark.flag ? .flag(cell) : .reveal(cell, nil)
  }

  private static func note(_ chance: Double) -> String {
    chance == 1 ? "safe" : chance == 0 ? "a mine" : ""
  }

  private static func reasons(_ odds: MineOdds, _ view: MinesweeperView) -> [String] {
    let safe = odds.unknown.count { odds.chances[$0] == 0 }
    let mines = odds.unknown.count { odds.chances[$0] == 1 }
    return [
      safe == 0
        ? "No cell is certainly safe."
        : "\(Plural(safe, "cell")) \(safe == 1 ? "is" : "are") certainly safe.",
      "\(Plural(mines, "cell")) \(mines == 1 ? "is certainly a mine" : "are certainly mines");"
        + " \(view.mines) of \(Plural(odds.unknown.count, "hidden cell")) are mines.",
    ]
  }
}
