public import ParlorKit

extension MinesweeperEvent {
  /// Writes the event in a line; nothing for what the situation says anyway.
  public func write(to text: inout TextWriter) {
    switch self {
    case .opened(let match): match.write(to: &text)
    case .revealed(let opened): opened.write(to: &text)
    case .flagged(let cell): text.write("Flags ", cell, ".")
    case .unflagged(let cell): text.write("Takes the flag off ", cell, ".")
    case .marked(let cell): text.write("Marks ", cell, ".")
    case .unmarked(let cell): text.write("Takes the mark off ", cell, ".")
    case .exploded(let cells):
      text.write(Styled(.bad, "Boom!"), " ")
      for (index, cell) in cells.enumerated() {
        if index > 0 { text.write(index == cells.count - 1 ? " and " : ", ") }
        text.write(cell)
      }
      text.write(cells.count == 1 ? " is a mine." : " are mines.")
    case .resigned: text.write("Gives up.")
    case .finished: break
    case .mode(let match): match.write(modeTo: &text)
    case .difficulty(let difficulty):
      text.write("3BV ", difficulty.bbbv, ", ", Counted(difficulty.openings, "opening"), ".")
    }
  }
}
