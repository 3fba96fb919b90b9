import ParlorKit

extension MinesweeperMove {
  /// Writes the line that means this move.
  ///
  /// - Parameter masked: whether the layout stands as `?`.
  func write(to line: inout TextWriter, masked: Bool) {
    switch self {
    case .reveal(let cell, nil): line.write("reveal ", cell)
    case .reveal(let cell, .some) where masked: line.write("reveal ", cell, " layout=?")
    case .reveal(let cell, let layout?): line.write("reveal ", cell, " layout=", layout)
    case .flag(let cell): line.write("flag ", cell)
    case .chord(let cell): line.write("chord ", cell)
    case .mark(let cell): line.write("mark ", cell)
    case .resign: line.write("resign")
    }
  }

  /// The move that a command with a cell means; nothing for other commands.
  init?(_ call: Call) throws(MinesweeperRefusal) {
    guard let row = call.integer(0), let column = call.integer(1) else { return nil }
    let cell = Cell(row, column)
    switch call.verb {
    case "reveal":
      guard case .text(let text)? = call.options["layout"] else {
        self = .reveal(cell, nil)
        return
      }
      do throws(LayoutFault) {
        self = .reveal(cell, try Layout(text))
      } catch {
        throw .layout(error)
      }
    case "flag": self = .flag(cell)
    case "chord": self = .chord(cell)
    case "mark": self = .mark(cell)
    default: return nil
    }
  }
}
