import ParlorKit

/// Rows of words in columns as wide as their widest word.
struct Table: TextWritable {
  /// The side of a column at which its words stand.
  enum Side {
    case left, right
  }

  private let sides: [Side]
  private var rows: [[String]] = []

  /// A table without rows, with a column for each side.
  init(_ sides: [Side]) { self.sides = sides }

  /// Adds a row of as many words as there are columns.
  mutating func add(_ row: [String]) { rows.append(row) }

  /// Writes the rows, each with a line break; no line ends in a blank.
  func write(to text: inout TextWriter) {
    let widths = sides.indices.map { column in
      rows.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    for row in rows {
      // Blanks are owed until a word follows.
      var owed = 0
      for (column, word) in row.enumerated() {
        let blank = widths[column] - DisplayWidth.of(word)
        if sides[column] == .right { owed += blank }
        if !word.isEmpty {
          text.write(String(repeating: " ", count: owed), word)
          owed = 0
        }
        owed += 2 + (sides[column] == .left ? blank : 0)
      }
      text.write("\n")
    }
  }
}
