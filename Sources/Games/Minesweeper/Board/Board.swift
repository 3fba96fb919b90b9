import ParlorKit

/// What can be seen of the cells, one byte of ``Mark`` each. It holds nothing hidden.
public struct Board: Sendable, Equatable {
  /// The size.
  public let shape: Shape
  /// The cells as a flat array; see ``Shape``.
  var marks: [UInt8]

  /// A board of hidden cells.
  init(_ shape: Shape) {
    self.shape = shape
    marks = [UInt8](repeating: Mark.frame, count: shape.area)
    for index in shape.indices { marks[index] = Mark.hidden }
  }

  /// What can be seen of a cell: `#` hidden, `F` flagged, `?` marked, digits revealed, at the end
  /// `*` a mine and `X` a wrong flag.
  public subscript(cell: Cell) -> UInt8 { marks[shape.index(of: cell)] }

  /// A row, counted from 1.
  func row(_ row: Int) -> ArraySlice<UInt8> {
    marks[(row * shape.stride + 1)...(row * shape.stride + shape.columns)]
  }

  /// The rows as text, a byte a cell.
  public var rows: [String] {
    (1...shape.rows).map { String(decoding: row($0), as: UTF8.self) }
  }

  /// The revealed cells, in rows like those of a ``Layout``.
  var revealedRows: [UInt64] {
    var rows = [UInt64](repeating: 0, count: shape.rows + 2)
    for row in 1...shape.rows {
      for (column, mark) in self.row(row).enumerated() where Mark.isNumber(mark) {
        rows[row] |= 2 << UInt64(column)
      }
    }
    return rows
  }
}

extension Board {
  /// Reveals a hidden cell without a mine, and from a zero on all connected zeros with their
  /// border, never through flags.
  ///
  /// - Parameter opened: gets the indices of the revealed cells. Its tail is also the queue of the
  ///   search, so that every cell is visited once without a second list.
  mutating func reveal(_ index: Int, of layout: Layout, into opened: inout [UInt16]) {
    var next = opened.count
    open(index, layout, &opened)
    while next < opened.count {
      let index = Int(opened[next])
      next += 1
      guard marks[index] == Mark.zero else { continue }
      let stride = shape.stride
      for base in Swift.stride(from: index - stride, through: index + stride, by: stride) {
        for neighbor in (base - 1)...(base + 1) where Mark.isOpenable(marks[neighbor]) {
          open(neighbor, layout, &opened)
        }
      }
    }
  }

  private mutating func open(_ index: Int, _ layout: Layout, _ opened: inout [UInt16]) {
    marks[index] = Mark.zero + UInt8(truncatingIfNeeded: layout.number(shape.cell(at: index)))
    opened.append(UInt16(truncatingIfNeeded: index))
  }

  /// How many flags are around a cell, and how many hidden cells without one.
  func around(_ index: Int) -> (flags: Int, openable: Int) {
    var flags = 0
    var openable = 0
    shape.forEachNeighbor(of: index) { neighbor in
      if marks[neighbor] == Mark.flag { flags += 1 }
      if Mark.isOpenable(marks[neighbor]) { openable += 1 }
    }
    return (flags, openable)
  }

  /// Shows all mines that are not flagged, and which flags are wrong.
  mutating func show(_ layout: Layout) {
    for index in shape.indices where !Mark.isNumber(marks[index]) {
      let isMine = layout.isMine(shape.cell(at: index))
      if marks[index] == Mark.flag {
        if !isMine { marks[index] = Mark.wrongFlag }
      } else if isMine {
        marks[index] = Mark.mine
      }
    }
  }
}

/// The board as text.
extension Board {
  /// Writes the board with column numbers above, row numbers at the left and a blank between
  /// cells: 30 columns are 64 characters wide.
  ///
  /// - Parameter exploded: the mine that was revealed, which a terminal shows in red.
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

/// What can be seen of a cell, as the byte that data formats show.
enum Mark {
  /// Hidden.
  static let hidden = UInt8(ascii: "#")
  /// Hidden, with a flag, which protects it.
  static let flag = UInt8(ascii: "F")
  /// Hidden, with a question mark, which protects nothing.
  static let question = UInt8(ascii: "?")
  /// Revealed without a mine around; the other numbers follow.
  static let zero = UInt8(ascii: "0")
  /// A mine, shown at the end.
  static let mine = UInt8(ascii: "*")
  /// A flag without a mine, shown at the end.
  static let wrongFlag = UInt8(ascii: "X")
  /// No cell at all: the frame of flat arrays.
  static let frame: UInt8 = 0

  /// Whether a cell is revealed and has a number.
  @inline(__always)
  static func isNumber(_ mark: UInt8) -> Bool { mark &- zero <= 8 }

  /// Whether a reveal next to it would open it: hidden and without a flag.
  @inline(__always)
  static func isOpenable(_ mark: UInt8) -> Bool { mark == hidden || mark == question }
}

/// A byte of text.
private struct Glyph: TextWritable {
  let byte: UInt8

  func write(to text: inout TextWriter) { text.write(byte: byte) }
}
