import ParlorKit

extension MinesweeperState {
  /// What may be done: reveals, chords that reveal something, flags, question marks; leaving is
  /// not listed.
  var legalMoves: LegalMoves<MinesweeperMove> {
    var legal = LegalMoves<MinesweeperMove>()
    if isOver { return legal }
    var chords: [MinesweeperMove] = []
    var hidden: [Cell] = []
    for index in match.shape.indices {
      let mark = board.marks[index]
      let cell = match.shape.cell(at: index)
      guard Mark.isNumber(mark) else {
        hidden.append(cell)
        if mark != Mark.flag { legal.moves.append(.reveal(cell, nil)) }
        continue
      }
      let around = board.around(index)
      if around.openable > 0, around.flags == Int(mark - Mark.zero) { chords.append(.chord(cell)) }
    }
    legal.moves += chords + hidden.map { .flag($0) } + hidden.map { .mark($0) }
    return legal
  }
}
