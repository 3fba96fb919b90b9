public import ParlorKit

/// The place of a cell: its row, then its column, both from 1.
public struct Cell: Sendable, Hashable {
  /// The row, counted from the top.
  public let row: UInt8
  /// The column, counted from the left.
  public let column: UInt8

  /// A place; numbers that no board has become ones that no board has either.
  public init(_ row: Int, _ column: Int) {
    self.row = UInt8(clamping: row)
    self.column = UInt8(clamping: column)
  }

  /// The place as data: row, column.
  var value: Value { .integers([Int(row), Int(column)]) }
}

extension Cell: TextWritable {
  /// Writes row and column: `3 4`.
  public func write(to text: inout TextWriter) { text.write(Int(row), " ", Int(column)) }
}
