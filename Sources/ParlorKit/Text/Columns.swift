/// A table of text: rows of cells, each column as wide as its widest cell.
///
///     seat  bot     wins
///        1  random     7
///
/// Two spaces separate the columns. No line ends in spaces, and no line break follows the last.
public struct Columns: TextWritable, Sendable {
  /// The alignment of the cells of a column.
  public enum Alignment: Sendable {
    /// Left, for text.
    case left
    /// Right, for numbers.
    case right
  }

  private var rows: [[String]]
  private let alignments: [Alignment]
  private let indent: Int
  private let wraps: Bool

  /// A table.
  ///
  /// - Parameters:
  ///   - rows: rows may lack cells at their ends.
  ///   - alignments: one per column; further columns are aligned left.
  ///   - indent: the number of spaces before the first column.
  ///   - wraps: whether the cells of the last column wrap at the width of the writer. If there is
  ///     little room, they get lines of their own.
  public init(
    _ rows: [[String]], _ alignments: [Alignment] = [], indent: Int = 0, wraps: Bool = false
  ) {
    self.rows = rows
    self.alignments = alignments
    self.indent = indent
    self.wraps = wraps
  }

  /// A table without rows.
  public init(_ alignments: [Alignment]) { self.init([], alignments) }

  /// The minimum width at which the last column wraps beside the others.
  private static let leastRoom = 24

  /// Adds a row.
  public mutating func add(_ cells: [String]) { rows.append(cells) }

  /// Writes the rows.
  public func write(to text: inout TextWriter) {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        let width = DisplayWidth.of(cell)
        if column == widths.count { widths.append(0) }
        // If the first cell is long, the rest of the row goes below it.
        if wraps, column == 0, row.count > 1, width > text.width / 2 { continue }
        widths[column] = max(widths[column], width)
      }
    }
    let last = widths.count - 1
    let start = widths.dropLast().reduce(indent) { $0 + $1 + 2 }
    let hasRoom = start + Self.leastRoom <= text.width
    for (index, row) in rows.enumerated() {
      if index > 0 { text.write("\n") }
      // Spaces are written only when a cell follows them.
      var spaces = indent
      for (column, cell) in row.enumerated() {
        let missing = max(0, widths[column] - DisplayWidth.of(cell))
        let isRight = column < alignments.count && alignments[column] == .right
        if isRight { spaces += missing }
        if wraps, column == last, !cell.isEmpty {
          let isBelow = column > 0 && (!hasRoom || DisplayWidth.of(row[0]) > widths[0])
          let start = hasRoom ? start : column > 0 ? indent + 4 : indent
          text.write(isBelow ? "\n" : "", String(repeating: " ", count: isBelow ? start : spaces))
          text.write(Wrapped(cell, at: start))
          continue
        }
        if !cell.isEmpty {
          text.write(String(repeating: " ", count: spaces), cell)
          spaces = 0
        }
        spaces += 2 + (isRight ? 0 : missing)
      }
    }
  }
}
