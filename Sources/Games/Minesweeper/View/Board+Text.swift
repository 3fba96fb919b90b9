import ParlorKit

extension Board {
  /// Writes the board with the numbers of its columns above and of its rows at the left, a blank
  /// between each two cells: 30 columns are 64 characters wide.
  ///
  /// - Parameter exploded: the mine that was revealed, stressed on a terminal.
  func write(to text: inout TextWriter, exploded: Cell?) {
    let width = shape.rows < 10 ? 1 : 2
    text.bytes.reserveCapacity(
      text.bytes.count + (shape.rows + 3) * (width + 3 + 2 * shape.columns))
    if shape.columns > 9 { writeHeader(width, to: &text) { $0 < 10 ? nil : $0 / 10 } }
    writeHeader(width, to: &text) { $0 % 10 }
    writeRule(width, to: &text)
    for row in 1...shape.rows {
      if width > 1, row < 10 { text.write(byte: UInt8(ascii: " ")) }
      if text.isStyled {
        text.write(Style.faint.start)
        text.write(row, " |", Style.end)
        let column = exploded.flatMap { Int($0.row) == row ? Int($0.column) : nil }
        write(styled: self.row(row), exploded: column, to: &text)
      } else {
        text.write(row)
        text.write(" |")
        for mark in self.row(row) {
          text.write(byte: UInt8(ascii: " "))
          text.write(byte: mark == Mark.zero ? UInt8(ascii: ".") : mark)
        }
      }
      if row < shape.rows { text.write(byte: UInt8(ascii: "\n")) }
    }
  }

  /// Writes a digit above every column that has one.
  private func writeHeader(
    _ width: Int, to text: inout TextWriter, _ digit: (Int) -> Int?
  ) {
    if text.isStyled { text.write(Style.faint.start) }
    for _ in 0..<(width + 2) { text.write(byte: UInt8(ascii: " ")) }
    for column in 1...shape.columns {
      text.write(byte: UInt8(ascii: " "))
      text.write(
        byte: digit(column).map { UInt8(ascii: "0") + UInt8(truncatingIfNeeded: $0) }
          ?? UInt8(ascii: " "))
    }
    if text.isStyled { text.write(Style.end) }
    text.write(byte: UInt8(ascii: "\n"))
  }

  /// Writes the line between the numbers of the columns and the cells.
  private func writeRule(_ width: Int, to text: inout TextWriter) {
    if text.isStyled { text.write(Style.faint.start) }
    for _ in 0...width { text.write(byte: UInt8(ascii: " ")) }
    text.write(byte: UInt8(ascii: "+"))
    for _ in 0..<(2 * shape.columns) { text.write(byte: UInt8(ascii: "-")) }
    if text.isStyled { text.write(Style.end) }
    text.write(byte: UInt8(ascii: "\n"))
  }

  private func write(
    styled row: ArraySlice<UInt8>, exploded: Int?, to text: inout TextWriter
  ) {
    for (column, mark) in row.enumerated() {
      text.write(byte: UInt8(ascii: " "))
      let glyph = Glyph(byte: mark == Mark.zero ? UInt8(ascii: ".") : mark)
      if let style = Self.style(of: mark, isExploded: column + 1 == exploded) {
        text.write(Styled(style, glyph))
      } else {
        glyph.write(to: &text)
      }
    }
  }

  /// How a cell looks on a terminal: a colour for every number up to 5.
  private static func style(of mark: UInt8, isExploded: Bool) -> Style? {
    switch mark {
    case Mark.hidden: nil
    case Mark.zero: .faint
    case Mark.zero + 1: .number
    case Mark.zero + 2: .good
    case Mark.zero + 3: .bad
    case Mark.zero + 4: .quoted
    case Mark.zero + 5: .notice
    case Mark.mine: isExploded ? .bad : .notice
    case Mark.wrongFlag: .bad
    default: .strong
    }
  }
}

/// A byte of text.
private struct Glyph: TextWritable {
  let byte: UInt8

  func write(to text: inout TextWriter) { text.write(byte: byte) }
}
