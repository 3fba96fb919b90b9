/// The size of a board, and where its cells stand in flat arrays.
///
/// Flat arrays have a frame one cell wide around the board, so that every cell of the board has
/// eight neighbours, and a place counted from 1 is an index without further ado.
public struct Shape: Sendable, Equatable {
  /// The number of rows, 1 to 60.
  public let rows: Int
  /// The number of columns, 1 to 60.
  public let columns: Int

  /// A size.
  public init(rows: Int, columns: Int) {
    precondition(
      Self.sides ~= rows && Self.sides ~= columns, "a board has 1 to 60 rows and columns")
    self.rows = rows
    self.columns = columns
  }

  /// How many rows or columns a board may have: so many that a layout fits in a line.
  public static let sides = 1...60

  /// The number of cells.
  public var count: Int { rows * columns }

  /// The size of flat arrays, the frame included.
  var area: Int { (rows + 2) * stride }

  /// How far apart a cell and the one below it stand.
  var stride: Int { columns + 2 }

  /// Whether a place is on the board.
  public func contains(_ cell: Cell) -> Bool {
    1...rows ~= Int(cell.row) && 1...columns ~= Int(cell.column)
  }

  /// Where a cell stands in flat arrays.
  func index(of cell: Cell) -> Int { Int(cell.row) * stride + Int(cell.column) }

  /// The cell that stands at an index.
  func cell(at index: Int) -> Cell {
    let (row, column) = UInt32(truncatingIfNeeded: index)
      .quotientAndRemainder(dividingBy: UInt32(truncatingIfNeeded: stride))
    return Cell(Int(row), Int(column))
  }

  /// Calls a closure with the indices of the eight neighbours, some of them of the frame.
  @inline(__always)
  func forEachNeighbor(of index: Int, _ body: (Int) -> Void) {
    let stride = stride
    body(index - stride - 1)
    body(index - stride)
    body(index - stride + 1)
    body(index - 1)
    body(index + 1)
    body(index + stride - 1)
    body(index + stride)
    body(index + stride + 1)
  }

  /// The indices of the cells, row by row.
  var indices: some Sequence<Int> {
    let stride = stride
    let columns = columns
    return (1...rows).lazy.flatMap { row in (row * stride + 1)...(row * stride + columns) }
  }
}
