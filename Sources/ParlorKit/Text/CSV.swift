/// Rows of comma-separated values (RFC 4180).
package enum CSV {
  /// Writes the cells of a row, without a line break.
  package static func write(_ cells: [String], to text: inout TextWriter) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { text.write(",") }
      let isQuoted = cell.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
      text.write(isQuoted ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell)
    }
  }

  /// A text that no spreadsheet evaluates: an apostrophe precedes one that starts like a formula.
  package static func harmless(_ text: String) -> String {
    guard let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) else { return text }
    return "'" + text
  }
}
