extension MinesweeperState {
  /// What must hold in every state that play can reach.
  ///
  /// - Returns: what does not, in words; nothing in a sound state.
  func checkInvariants() -> [String] {
    let cells = match.shape.indices.map { (match.shape.cell(at: $0), board.marks[$0]) }
    let numbers = cells.filter { Mark.isNumber($0.1) }
    let flags = cells.count { [Mark.flag, Mark.wrongFlag].contains($0.1) }
    let laws: [(String, Bool)] = [
      ("flags are counted", flags == self.flags),
      ("what is left is counted", safeLeft == match.shape.count - match.mines - numbers.count),
      ("the layout is of the board", layout.map { $0.shape == match.shape } ?? true),
      ("the mines are as many as said", layout.map { $0.mines == match.mines } ?? true),
      ("a number is revealed after the mines are laid", layout != nil || numbers.isEmpty),
      ("no mine is revealed", numbers.allSatisfy { layout?.isMine($0.0) == false }),
      (
        "numbers are right",
        numbers.allSatisfy { layout?.number($0.0) == Int($0.1 - Mark.zero) }
      ),
      ("time has started if anything is revealed", start != nil || numbers.isEmpty),
      ("time ends at the end", isOver == (end != nil)),
      ("all is revealed in a game that was won", (status == .won) == (safeLeft == 0)),
      ("a mine is revealed in a game that was lost", (status == .lost) == (exploded != nil)),
      ("mines are shown at the end only", isOver || !cells.contains { $0.1 == Mark.mine }),
      ("the frame is empty", board.marks.count { $0 == Mark.frame } == frame),
    ]
    return laws.filter { !$0.1 }.map(\.0)
  }

  private var frame: Int { match.shape.area - match.shape.count }
}
