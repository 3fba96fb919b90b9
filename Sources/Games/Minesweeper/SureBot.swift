import ParlorKit

/// The bot `sure`: reveals cells that are certainly safe, otherwise the cell that seems safest. It
/// sets no flags.
enum SureBot {
  static let bot = Bot<Minesweeper>("sure", "reveals cells that are certainly safe, else guesses") {
    view, _, chance in
    move(in: view, chance: &chance)
  }

  /// Its move. It takes a flag off a cell before it reveals the cell.
  static func move(in view: MinesweeperView, chance: inout Chance) -> MinesweeperMove {
    guard view.phase == .playing else { return .resign }
    var solver = Solver(view.board, mines: view.mines)
    let shape = view.board.shape
    let index = solver.firstSafeCell() ?? guess(solver, &chance)
    let cell = shape.cell(at: index)
    return view.board[cell] == Mark.flag ? .flag(cell) : .reveal(cell, nil)
  }

  /// One of the cells that are least likely to be mines, judged by single numbers.
  private static func guess(_ solver: Solver, _ chance: inout Chance) -> Int {
    var best: [Int] = []
    var least = Risk(mines: 1, cells: 0)
    for index in solver.shape.indices where solver.known(index) == .nothing {
      let risk = risk(of: index, solver)
      if risk < least {
        least = risk
        best.removeAll()
      }
      if !(least < risk) { best.append(index) }
    }
    guard !best.isEmpty else {
      // Only mines are left, so the game is over.
      return solver.shape.index(of: Cell(1, 1))
    }
    return best[Int(chance.below(UInt32(best.count)))]
  }

  /// The highest share of mines around any number next to a cell; without such a number, the share
  /// among all unknown cells.
  private static func risk(of index: Int, _ solver: Solver) -> Risk {
    var highest: Risk?
    solver.shape.forEachNeighbor(of: index) { neighbor in
      guard solver.known(neighbor) == .number else { return }
      let risk = Risk(
        mines: Int(solver.cells[neighbor].rest), cells: solver.cells[neighbor].unknown)
      if highest.map({ $0 < risk }) ?? true { highest = risk }
    }
    return highest ?? Risk(mines: solver.minesLeft, cells: solver.unknownLeft)
  }

  /// A share of mines among cells, as a fraction.
  private struct Risk {
    var mines: Int
    var cells: Int

    static func < (one: Risk, other: Risk) -> Bool {
      one.mines * other.cells < other.mines * one.cells
    }
  }
}
