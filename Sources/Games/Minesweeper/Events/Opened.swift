public import ParlorKit

/// The cells that a move revealed, in the order of the board, with their numbers.
public struct Opened: Sendable, Equatable {
  /// The cells.
  public let cells: [Cell]
  /// Their numbers.
  public let numbers: [UInt8]

  init(_ indices: [UInt16], on board: Board) {
    let sorted = indices.sorted()
    cells = sorted.map { board.shape.cell(at: Int($0)) }
    numbers = sorted.map { board.marks[Int($0)] - Mark.zero }
  }

  /// Row, column and number of every cell.
  var value: Value {
    .array(
      zip(cells, numbers).map { .integers([Int($0.row), Int($0.column), Int($1)]) })
  }
}

extension Opened: TextWritable {
  /// Writes what was revealed: `Reveals 3 4: 2.`, `Reveals 12 cells.`
  public func write(to text: inout TextWriter) {
    if cells.count == 1 {
      text.write("Reveals ", Styled(.strong, cells[0]), ": ", Int(numbers[0]), ".")
    } else {
      text.write("Reveals ", Styled(.strong, cells.count), " cells.")
    }
  }
}
