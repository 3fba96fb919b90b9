import GameTesting

@testable import MinesweeperGame

typealias Match = PlayedGame<Minesweeper>

extension PlayedGame<Minesweeper> {
  /// Opens a game: `Match("easy first=open")`.
  init(_ words: String = "easy", seed: UInt64 = 7, showsSeed: Bool = true) throws {
    try self.init(Minesweeper(), words, seed: seed, showsSeed: showsSeed)
  }

  /// The lines of `cells` in JSON.
  var cells: [String] { state.board.rows }
}

extension MinesweeperState {
  /// What must hold in every state that play can reach.
  ///
  /// - Returns: what does not, in words; empty in a sound state.
  func checkInvariants() -> [String] {
    let shape = plan.shape
    let cells = shape.indices.map { (shape.cell(at: $0), board.marks[$0]) }
    let numbers = cells.filter { Mark.isNumber($0.1) }
    let flags = cells.count { [Mark.flag, Mark.wrongFlag].contains($0.1) }
    let frame = board.marks.count { $0 == Mark.frame }
    let laws: [(String, Bool)] = [
      ("flags are counted", flags == self.flags),
      ("what is left is counted", safeLeft == shape.count - plan.mines - numbers.count),
      ("the layout is of the board", layout.map { $0.shape == shape } ?? true),
      ("there are as many mines as announced", layout.map { $0.mines == plan.mines } ?? true),
      ("a number is revealed after the mines are laid", layout != nil || numbers.isEmpty),
      ("no mine is revealed", numbers.allSatisfy { layout?.isMine($0.0) == false }),
      (
        "numbers are right",
        numbers.allSatisfy { layout?.number($0.0) == Int($0.1 - Mark.zero) }
      ),
      ("time has started if anything is revealed", start != nil || numbers.isEmpty),
      ("time ends at the end", isOver == (end != nil)),
      ("all is revealed in a game that was won", (phase == .won) == (safeLeft == 0)),
      ("a mine is revealed in a game that was lost", (phase == .lost) == (exploded != nil)),
      ("mines are shown at the end only", isOver || !cells.contains { $0.1 == Mark.mine }),
      ("the frame is empty", frame == shape.area - shape.count),
    ]
    return laws.filter { !$0.1 }.map(\.0)
  }
}
