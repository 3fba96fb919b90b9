import ParlorKit

/// Lines of cells, each column as wide as its widest cell.
struct Columns: TextWritable {
  /// On which side the cells of a column are level.
  enum Side { case left, right }

  private let sides: [Side]
  private var lines: [[String]] = []
  private var widths: [Int]

  init(_ sides: [Side]) {
    self.sides = sides
    widths = sides.map { _ in 0 }
  }

  /// Adds a line of as many cells as there are columns.
  mutating func add(_ cells: [String]) {
    lines.append(cells)
    for (column, cell) in cells.enumerated() {
      widths[column] = max(widths[column], DisplayWidth.of(cell))
    }
  }

  /// Writes the lines, two blanks between columns, none at the end of a line.
  func write(to text: inout TextWriter) {
    for (index, cells) in lines.enumerated() {
      if index > 0 { text.write("\n") }
      for (column, cell) in cells.enumerated() {
        let padding = String(
          repeating: " ", count: widths[column] - DisplayWidth.of(cell))
        let isLast = column == cells.count - 1
        if column > 0 { text.write("  ") }
        switch sides[column] {
        case .right: text.write(padding, cell)
        case .left: text.write(cell, isLast ? "" : padding)
        }
      }
    }
  }
}
