import ParlorKit

/// The visible part of the cells, one byte of ``Mark`` each. It holds nothing hidden.
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

  /// The mark of a cell: `#` hidden, `F` flagged, `?` marked, digits revealed, at the end `*` a
  /// mine and `X` a wrong flag.
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

  /// The number of flags around a cell, and of hidden cells without one.
  func around(_ index: Int) -> (flags: Int, openable: Int) {
    var flags = 0
    var openable = 0
    shape.forEachNeighbor(of: index) { neighbor in
      if marks[neighbor] == Mark.flag { flags += 1 }
      if Mark.isOpenable(marks[neighbor]) { openable += 1 }
    }
    return (flags, openable)
  }

  /// The cells around a cell with certain marks.
  func neighbors(of index: Int, where fits: (UInt8) -> Bool) -> [Int] {
    var cells: [Int] = []
    shape.forEachNeighbor(of: index) { if fits(marks[$0]) { cells.append($0) } }
    return cells
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
  /// The maximum number of columns with a blank between the cells; a wider board has none, so that
  /// 60 columns fit a terminal of 80.
  static let mostSpacedColumns = 37
  /// The maximum number of rows without column numbers at the bottom.
  private static let mostRowsWithoutFooter = 16

  /// Writes the board with column numbers above and row numbers at the left. Large boards have
  /// them below and at the right as well.
  ///
  /// - Parameter exploded: the mine that was revealed, which is shown as `!`.
  func write(to text: inout TextWriter, exploded: Cell?) {
    let width = rowNumberWidth
    let isSpaced = shape.columns <= Self.mostSpacedColumns
    text.bytes.reserveCapacity(
      text.bytes.count + (shape.rows + 6) * (2 * width + 6 + 2 * shape.columns))
    let columns = 1...shape.columns
    writeHeader(columns, isSpaced, to: &text)
    writeRule(columns, isSpaced, to: &text)
    for row in 1...shape.rows {
      if row > 1 { text.write(byte: UInt8(ascii: "\n")) }
      if width > 1, row < 10 { text.write(byte: UInt8(ascii: " ")) }
      if text.isStyled { text.write(Style.faint.start) }
      text.write(row)
      text.write(" |")
      if text.isStyled { text.write(Style.end) }
      if !isSpaced { text.write(byte: UInt8(ascii: " ")) }
      let column = exploded.flatMap { Int($0.row) == row ? Int($0.column) : nil }
      if text.isStyled || column != nil {
        write(row: row, exploded: column, isSpaced, to: &text)
      } else {
        for mark in self.row(row) {
          if isSpaced { text.write(byte: UInt8(ascii: " ")) }
          text.write(byte: mark == Mark.zero ? UInt8(ascii: ".") : mark)
        }
      }
      if !isSpaced { text.write(Styled(.faint, " | \(row)")) }
    }
    guard shape.rows > Self.mostRowsWithoutFooter else { return }
    text.write(byte: UInt8(ascii: "\n"))
    writeRule(columns, isSpaced, to: &text)
    writeHeader(columns, isSpaced, to: &text)
    text.bytes.removeLast()
  }

  /// The width of the numbers of the rows.
  var rowNumberWidth: Int { shape.rows < 10 ? 1 : 2 }

  /// Writes the numbers of columns, a digit below the other.
  func writeHeader(_ columns: ClosedRange<Int>, _ isSpaced: Bool, to text: inout TextWriter) {
    func write(_ digit: (Int) -> UInt8) {
      if text.isStyled { text.write(Style.faint.start) }
      for _ in 0..<(rowNumberWidth + (isSpaced ? 2 : 3)) { text.write(byte: UInt8(ascii: " ")) }
      for column in columns {
        if isSpaced { text.write(byte: UInt8(ascii: " ")) }
        text.write(byte: digit(column))
      }
      if text.isStyled { text.write(Style.end) }
      text.write(byte: UInt8(ascii: "\n"))
    }
    let zero = UInt8(ascii: "0")
    if columns.upperBound > 9 {
      write { $0 < 10 ? UInt8(ascii: " ") : zero + UInt8(truncatingIfNeeded: $0 / 10) }
    }
    write { zero + UInt8(truncatingIfNeeded: $0 % 10) }
  }

  /// Writes the line between the numbers of the columns and the cells.
  func writeRule(_ columns: ClosedRange<Int>, _ isSpaced: Bool, to text: inout TextWriter) {
    if text.isStyled { text.write(Style.faint.start) }
    for _ in 0...rowNumberWidth { text.write(byte: UInt8(ascii: " ")) }
    text.write(byte: UInt8(ascii: "+"))
    let length = isSpaced ? 2 * columns.count : columns.count + 2
    for _ in 0..<length { text.write(byte: UInt8(ascii: "-")) }
    if !isSpaced { text.write(byte: UInt8(ascii: "+")) }
    if text.isStyled { text.write(Style.end) }
    text.write(byte: UInt8(ascii: "\n"))
  }

  /// Writes the cells of a row one by one.
  private func write(
    row: Int, exploded: Int?, _ isSpaced: Bool, to text: inout TextWriter
  ) {
    for (index, mark) in self.row(row).enumerated() {
      if isSpaced { text.write(byte: UInt8(ascii: " ")) }
      let isExploded = index + 1 == exploded
      let glyph = Glyph(
        byte: isExploded
          ? Mark.explosion : mark == Mark.zero ? UInt8(ascii: ".") : mark)
      if let style = isExploded ? .bad : Self.style(of: mark) {
        text.write(Styled(style, glyph))
      } else {
        glyph.write(to: &text)
      }
    }
  }

  /// The style of a cell on a terminal: a colour for every number up to 5.
  private static func style(of mark: UInt8) -> Style? {
    switch mark {
    case Mark.hidden: nil
    case Mark.flag: .awaited
    case Mark.question: .treasure
    case Mark.zero: .faint
    case Mark.zero + 1: .number
    case Mark.zero + 2: .good
    case Mark.zero + 3: .bad
    case Mark.zero + 4: .quoted
    case Mark.zero + 5, Mark.mine: .notice
    case Mark.wrongFlag: .bad
    default: .strong
    }
  }
}

/// The visible part of a cell, as the byte that data formats show.
enum Mark {
  static let hidden = UInt8(ascii: "#")
  /// Hidden, with a flag, which protects it.
  static let flag = UInt8(ascii: "F")
  /// Hidden, with a question mark, which protects nothing.
  static let question = UInt8(ascii: "?")
  /// Revealed without a mine around; the other numbers follow.
  static let zero = UInt8(ascii: "0")
  /// A mine, shown at the end.
  static let mine = UInt8(ascii: "*")
  /// The mine that was revealed, in text only: data give its place.
  static let explosion = UInt8(ascii: "!")
  /// A flag without a mine, shown at the end.
  static let wrongFlag = UInt8(ascii: "X")
  /// Not a cell: the frame of flat arrays.
  static let frame: UInt8 = 0

  /// A cell as a piece of a picture.
  static func piece(_ mark: UInt8) -> Picture.Piece {
    switch mark {
    case flag: .flag
    case question: .question
    case mine: .mine
    case wrongFlag: .wrongFlag
    case _ where isNumber(mark): .number(Int(mark - zero))
    default: .hidden
    }
  }

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
