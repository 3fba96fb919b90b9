public import ParlorKit

/// The positions of the mines.
///
/// A row is a word, column 1 at bit 1. There is an empty row above the first and below the last, so
/// that the neighbours of a cell are always nine bits of three words.
public final class Layout: Sendable, Equatable {
  /// The size of the board.
  public let shape: Shape
  /// The number of mines.
  public let mines: Int
  /// The rows, including the empty ones above and below.
  let rows: [UInt64]

  /// Mines in rows of the form described above.
  init(_ shape: Shape, rows: [UInt64]) {
    precondition(rows.count == shape.rows + 2, "a row above and one below")
    self.shape = shape
    self.rows = rows
    mines = rows.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// The name of the option of `new` and of `reveal` that gives a layout.
  static let option = "layout"

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

  /// The first neighbour of a cell that is a mine.
  func mine(around cell: Cell) -> Cell? {
    for row in max(1, Int(cell.row) - 1)...min(shape.rows, Int(cell.row) + 1) {
      for column in max(1, Int(cell.column) - 1)...min(shape.columns, Int(cell.column) + 1)
      where isMine(Cell(row, column)) {
        return Cell(row, column)
      }
    }
    return nil
  }

  /// Layouts are equal if their mines are in the same places.
  public static func == (one: Layout, other: Layout) -> Bool {
    one === other || one.shape == other.shape && one.rows == other.rows
  }
}

extension Layout {
  /// Random mines: every set of `mines` allowed cells is equally likely.
  ///
  /// Source: Floyd's algorithm F2, in Bentley, "Programming Pearls: A Sample of Brilliance",
  /// Communications of the ACM 30 (1987), page 754.
  ///
  /// - Parameters:
  ///   - shape: the size of the board.
  ///   - mines: the number of mines; at most the number of allowed cells.
  ///   - spared: a cell that gets none.
  ///   - sparesNeighbors: whether its neighbours get none either.
  ///   - chance: draws a number for every mine.
  convenience init(
    _ shape: Shape, mines: Int, sparing spared: Cell, andNeighbors sparesNeighbors: Bool,
    chance: inout Chance
  ) {
    let reach = sparesNeighbors ? 1 : 0
    let first = Cell(max(1, Int(spared.row) - reach), max(1, Int(spared.column) - reach))
    let top = Int(first.row) - 1
    let left = Int(first.column) - 1
    let bottom = min(shape.rows, Int(spared.row) + reach)
    let width = min(shape.columns, Int(spared.column) + reach) - left
    let allowed = shape.count - (bottom - top) * width
    precondition(mines <= allowed, "more mines than cells that may have one")
    let columns = UInt32(truncatingIfNeeded: shape.columns)
    var rows = [UInt64](repeating: 0, count: shape.rows + 2)
    for last in (allowed - mines)..<allowed {
      // Numbers count the allowed cells; each spared part of a row shifts the numbers after it.
      func place(_ number: Int) -> (row: Int, bit: UInt64) {
        var number = number
        for row in top..<bottom where number >= row * shape.columns + left { number += width }
        let (row, column) = UInt32(truncatingIfNeeded: number).quotientAndRemainder(
          dividingBy: columns)
        return (Int(row) + 1, 2 &<< UInt64(column))
      }
      var (row, bit) = place(Int(chance.below(UInt32(truncatingIfNeeded: last + 1))))
      if rows[row] & bit != 0 { (row, bit) = place(last) }
      rows[row] |= bit
    }
    self.init(shape, rows: rows)
  }
}

extension Layout: TextWritable {
  /// The maximum length of a layout in bytes: 60 rows of 60 cells with separators.
  static let longestText = Shape.sides.upperBound * (Shape.sides.upperBound + 1) - 1

  /// Reads rows separated by `/`: `*` is a mine, `.` is none.
  convenience init(_ text: String) throws(GameError) {
    let lines = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let columns = lines[0].count
    guard Shape.sides ~= lines.count, Shape.sides ~= columns else {
      throw .badOption(Self.option, "a layout has 1 to 60 rows of 1 to 60 cells")
    }
    var rows: [UInt64] = [0]
    for (index, line) in lines.enumerated() {
      guard line.count == columns else {
        throw .badOption(
          Self.option,
          "row \(index + 1) of the layout has \(Plural(line.count, "cell")), and the first has"
            + " \(columns)")
      }
      var row: UInt64 = 0
      for (column, byte) in line.enumerated() {
        switch byte {
        case UInt8(ascii: "."): break
        case UInt8(ascii: "*"): row |= 2 << UInt64(column)
        default:
          throw .badOption(Self.option, "a layout is rows of `*` and `.` separated by `/`")
        }
      }
      rows.append(row)
    }
    self.init(Shape(rows: lines.count, columns: columns), rows: rows + [0])
  }

  /// Writes the rows in the form that ``init(_:)`` reads.
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
