package import ParlorKit

/// Rows of words in columns as wide as their widest word; the last column is as wide as it is.
package struct Columns: TextWritable {
  private let rows: [[String]]
  private let indent: Int

  package init(_ rows: [[String]], indent: Int = 0) {
    self.rows = rows
    self.indent = indent
  }

  package func write(to text: inout TextWriter) {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
    }
    for (index, row) in rows.enumerated() {
      if index > 0 { text.write("\n") }
      // Blanks are owed until a word follows, so that no line ends in them.
      var owed = indent
      for (word, width) in zip(row, widths) {
        if !word.isEmpty {
          text.write(String(repeating: " ", count: owed))
          text.write(word)
          owed = 0
        }
        owed += width - DisplayWidth.of(word) + 2
      }
    }
  }
}
