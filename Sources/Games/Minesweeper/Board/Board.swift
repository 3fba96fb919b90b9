/// What can be seen of the cells: a byte each, of those in ``Mark``. There is nothing to leak.
public struct Board: Sendable, Equatable {
  /// The size.
  public let shape: Shape
  /// The cells in flat form.
  var marks: [UInt8]

  /// A board of hidden cells.
  init(_ shape: Shape) {
    self.shape = shape
    marks = [UInt8](repeating: Mark.frame, count: shape.area)
    for index in shape.indices { marks[index] = Mark.hidden }
  }

  /// What can be seen of a cell: `#` hidden, `F` flagged, `?` marked, digits revealed, at the end
  /// `*` a mine and `X` a wrong flag.
  public subscript(cell: Cell) -> UInt8 { marks[shape.index(of: cell)] }

  /// A row, counted from 1.
  func row(_ row: Int) -> ArraySlice<UInt8> {
    marks[(row * shape.stride + 1)...(row * shape.stride + shape.columns)]
  }

  /// The rows as text, a byte a cell.
  public var rows: [String] {
    (1...shape.rows).map { String(decoding: row($0), as: UTF8.self) }
  }

  /// The revealed cells, in rows like those of a ``Layout``.
  var revealedRows: [UInt64] {
    var rows = [UInt64](repeating: 0, count: shape.rows + 2)
    for row in 1...shape.rows {
      for (column, mark) in self.row(row).enumerated() where Mark.isNumber(mark) {
        rows[row] |= 2 << UInt64(column)
      }
    }
    return rows
  }
}
