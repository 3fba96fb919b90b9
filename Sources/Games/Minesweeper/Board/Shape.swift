public import ParlorKit

/// The place of a cell: its row, then its column, both from 1.
public struct Cell: Sendable, Hashable, CustomStringConvertible {
  /// The row, counted from the top.
  public let row: UInt8
  /// The column, counted from the left.
  public let column: UInt8

  /// A place; a number too large for any board becomes 255, one below 0 becomes 0.
  public init(_ row: Int, _ column: Int) {
    self.row = UInt8(clamping: row)
    self.column = UInt8(clamping: column)
  }

  /// Row and column: `3 4`.
  public var description: String { "\(row) \(column)" }
}

extension Cell: TextWritable, ValueConvertible {
  public func write(to text: inout TextWriter) { text.write(Int(row), " ", Int(column)) }

  /// The place as data: row, column.
  public var value: Value { .integers([Int(row), Int(column)]) }
}

/// The size of a board, and the positions of its cells in flat arrays.
///
/// Flat arrays have a frame one cell wide around the board, so that every cell of the board has
/// eight neighbours, and rows and columns counted from 1 need no conversion.
public struct Shape: Sendable, Equatable, CustomStringConvertible {
  /// The number of rows, 1 to 60.
  public let rows: Int
  /// The number of columns, 1 to 60.
  public let columns: Int

  /// A size within ``sides``.
  public init(rows: Int, columns: Int) {
    precondition(
      Self.sides ~= rows && Self.sides ~= columns, "a board has 1 to 60 rows and columns")
    self.rows = rows
    self.columns = columns
  }

  /// The possible numbers of rows or columns. The largest layout fits in a line.
  public static let sides = 1...60

  /// Rows and columns: `9×9`.
  public var description: String { "\(rows)×\(columns)" }

  /// The number of cells.
  public var count: Int { rows * columns }

  /// The size of flat arrays, including the frame.
  var area: Int { (rows + 2) * stride }

  /// The distance from a cell to the one below it in flat arrays.
  var stride: Int { columns + 2 }

  /// Whether a place is on the board.
  public func contains(_ cell: Cell) -> Bool {
    1...rows ~= Int(cell.row) && 1...columns ~= Int(cell.column)
  }

  /// The index of a cell in flat arrays.
  func index(of cell: Cell) -> Int { Int(cell.row) * stride + Int(cell.column) }

  /// The cell at an index of flat arrays.
  func cell(at index: Int) -> Cell {
    let (row, column) = UInt32(truncatingIfNeeded: index)
      .quotientAndRemainder(dividingBy: UInt32(truncatingIfNeeded: stride))
    return Cell(Int(row), Int(column))
  }

  /// Calls a closure with the indices of the eight neighbours, which can be in the frame.
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
  var indices: CellIndices { CellIndices(self) }
}

/// The indices of the cells of a board, row by row, without the frame.
struct CellIndices: Sequence, IteratorProtocol {
  private var index: Int
  /// Where the row ends, and where the last one does.
  private var end: Int
  private let last: Int
  private let stride: Int

  init(_ shape: Shape) {
    stride = shape.stride
    index = stride + 1
    end = index + shape.columns
    last = (shape.rows + 1) * stride - 1
  }

  mutating func next() -> Int? {
    if index == end {
      if end == last { return nil }
      index += 2
      end += stride
    }
    defer { index += 1 }
    return index
  }
}
