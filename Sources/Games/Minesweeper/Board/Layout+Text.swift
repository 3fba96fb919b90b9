public import ParlorKit

extension Layout: TextWritable {
  /// The most bytes that a layout takes: 60 rows of 60 cells and what parts them.
  static let longestText = Shape.sides.upperBound * (Shape.sides.upperBound + 1) - 1

  /// Reads rows parted by `/`, `*` a mine, `.` none.
  convenience init(_ text: String) throws(LayoutFault) {
    let lines = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let columns = lines[0].count
    guard Shape.sides ~= lines.count, Shape.sides ~= columns else { throw .size }
    var rows: [UInt64] = [0]
    for (index, line) in lines.enumerated() {
      guard line.count == columns else {
        throw .ragged(row: index + 1, cells: line.count, first: columns)
      }
      var row: UInt64 = 0
      for (column, byte) in line.enumerated() {
        switch byte {
        case UInt8(ascii: "."): break
        case UInt8(ascii: "*"): row |= 2 << UInt64(column)
        default: throw .character
        }
      }
      rows.append(row)
    }
    self.init(Shape(rows: lines.count, columns: columns), rows: rows + [0])
  }

  /// Writes the rows as they are read.
  public func write(to text: inout TextWriter) {
    text.bytes.reserveCapacity(text.bytes.count + shape.rows * (shape.columns + 1))
    for row in 1...shape.rows {
      if row > 1 { text.write(byte: UInt8(ascii: "/")) }
      var bits = rows[row]
      for _ in 1...shape.columns {
        bits >>= 1
        text.write(byte: bits & 1 == 0 ? UInt8(ascii: ".") : UInt8(ascii: "*"))
      }
    }
  }
}

/// Why a text is no layout.
enum LayoutFault: Error, Equatable {
  /// There are too few or too many rows or columns.
  case size
  /// A row has more or fewer cells than the first.
  case ragged(row: Int, cells: Int, first: Int)
  /// There is something other than `*`, `.` and `/`.
  case character
}
