/// Where the mines are.
///
/// A row is a word, column 1 at bit 1; there is an empty row above the first and below the last,
/// so that the neighbours of a cell are nine bits of three words wherever it is.
public final class Layout: Sendable, Equatable {
  /// The size of the board.
  public let shape: Shape
  /// The number of mines.
  public let mines: Int
  /// The rows, the empty ones above and below included.
  let rows: [UInt64]

  /// Mines in rows of the form described above.
  init(_ shape: Shape, rows: [UInt64]) {
    precondition(rows.count == shape.rows + 2, "a row above and one below")
    self.shape = shape
    self.rows = rows
    mines = rows.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// The number of cells without a mine.
  var safe: Int { shape.count - mines }

  /// Whether a cell of the board has a mine.
  public func isMine(_ cell: Cell) -> Bool {
    rows[Int(cell.row)] >> UInt64(cell.column) & 1 != 0
  }

  /// How many neighbours of a cell of the board have a mine.
  public func number(_ cell: Cell) -> Int {
    let row = Int(cell.row)
    let shift = UInt64(cell.column) &- 1
    let bits =
      (rows[row - 1] &>> shift & 7) &<< 6 | (rows[row] &>> shift & 7) &<< 3
      | (rows[row + 1] &>> shift & 7)
    return (bits & ~0b10_000).nonzeroBitCount
  }

  /// Layouts are equal if their mines are in the same places.
  public static func == (one: Layout, other: Layout) -> Bool {
    one === other || one.shape == other.shape && one.rows == other.rows
  }
}
