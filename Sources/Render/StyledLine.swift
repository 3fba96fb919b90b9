package import ParlorKit

/// A line of a terminal: runs of text, each in some styles.
package struct StyledLine: Sendable, Equatable {
  /// Text in the same styles.
  package struct Run: Sendable, Equatable {
    package var text: String
    package var styles: [Style]

    package init(_ text: String, _ styles: [Style] = []) {
      self.text = text
      self.styles = styles
    }

    /// The width in cells of a terminal.
    var cells: Int { DisplayWidth.of(text) }
  }

  package var runs: [Run] = []

  package init(_ runs: [Run] = []) { self.runs = runs }

  /// A line in one style.
  package init(_ text: String, _ styles: [Style] = []) {
    if !text.isEmpty { runs = [Run(text.drawable, styles)] }
  }

  /// The width in cells of a terminal.
  package var cells: Int { runs.reduce(0) { $0 + $1.cells } }

  /// The text without styles.
  package var text: String { runs.map(\.text).joined() }

  /// The lines of styled text, in which styles are escape sequences of ``Style``. Other control
  /// characters, and characters that change the direction of writing, become U+FFFD.
  package static func lines(of bytes: some Collection<UInt8>) -> [StyledLine] {
    var lines: [StyledLine] = []
    var styles: [Style] = []
    var rest = Array(bytes)[...]
    if rest.last == UInt8(ascii: "\n") { rest.removeLast() } else if rest.isEmpty { return [] }
    for part in rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      lines.append(StyledLine(part, &styles))
    }
    return lines
  }

  private init(_ bytes: ArraySlice<UInt8>, _ styles: inout [Style]) {
    var rest = bytes
    while let escape = rest.firstIndex(of: 0x1B) {
      append(rest[..<escape], styles)
      rest = rest[escape...]
      if rest.starts(with: Style.end.utf8) {
        styles = []
        rest = rest.dropFirst(Style.end.utf8.count)
      } else if let style = Style.allCases.first(where: { rest.starts(with: $0.start.utf8) }) {
        styles.append(style)
        rest = rest.dropFirst(style.start.utf8.count)
      } else {
        append(rest.prefix(1), styles)
        rest = rest.dropFirst()
      }
    }
    append(rest, styles)
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>, _ styles: [Style]) {
    if bytes.isEmpty { return }
    runs.append(Run(String(decoding: bytes, as: UTF8.self).drawable, styles))
  }

  /// The line broken at the width of a terminal.
  func rows(of columns: Int) -> [StyledLine] {
    guard cells > columns else { return [self] }
    var rows: [StyledLine] = []
    var row = StyledLine()
    var used = 0
    for run in runs {
      var text = ""
      for scalar in run.text.unicodeScalars {
        let width = DisplayWidth.of(scalar)
        if used + width > columns {
          if !text.isEmpty { row.runs.append(Run(text, run.styles)) }
          rows.append(row)
          (row, text, used) = (StyledLine(), "", 0)
        }
        text.unicodeScalars.append(scalar)
        used += width
      }
      if !text.isEmpty { row.runs.append(Run(text, run.styles)) }
    }
    return rows + [row]
  }
}

extension String {
  /// The text with U+FFFD for each character that a picture must not have: those unsafe for a
  /// terminal, and those that XML forbids.
  package var drawable: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.isDisplayable && $0.value & 0xFFFE != 0xFFFE ? $0 : "\u{FFFD}" }))
  }
}
