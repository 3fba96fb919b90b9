import ParlorKit

/// How few clicks clear a board if flags and chords are used: the greedy ZiNi.
///
/// Again and again the cell with the highest premium is worked at: the 3BV that a chord there clears,
/// less the flags that it needs, the click that reveals the cell if it is hidden, and the chord
/// itself. If no premium is 0 or more, the first hidden cell that counts in the 3BV is revealed. Of
/// equal cells the one of the first column counts, in it the uppermost.
///
/// Source: Elmar, "New benchmark: 3BV for flaggers", forum of minesweeper.info, 2009. The order of
/// equal cells is that of `cal_zini` in ms_toollib 1.5.
struct ZiNi {
  /// What the clicks clear: an opening, or a number that borders none. Nil for other cells.
  private let units: [Int?]
  /// The cells that appear when an opening is revealed, by its number.
  private let openings: [[Int]]
  private let shape: Shape
  /// The cells without a mine, column by column.
  private let cells: [Int]
  private let isMine: [Bool]
  private var isHidden: [Bool]
  private var isFlagged: [Bool]
  private var clicks = 0

  /// The clicks that clear a board.
  static func clicks(_ layout: Layout) -> Int {
    var board = ZiNi(layout)
    return board.clear()
  }

  private init(_ layout: Layout) {
    shape = layout.shape
    let shape = shape
    cells = (1...shape.columns).flatMap { column in
      (1...shape.rows).map { Cell($0, column) }
    }.filter { !layout.isMine($0) }.map(shape.index)
    var isMine = [Bool](repeating: false, count: shape.area)
    for index in shape.indices { isMine[index] = layout.isMine(shape.cell(at: index)) }
    self.isMine = isMine
    isFlagged = [Bool](repeating: false, count: shape.area)
    var isHidden = isFlagged
    for cell in cells { isHidden[cell] = true }
    self.isHidden = isHidden
    // Where a board has no cell, and where it has a mine, nothing can be revealed.
    var board = Board(shape)
    var (units, openings): ([Int?], [[Int]]) = (Array(repeating: nil, count: shape.area), [])
    for cell in cells where board.marks[cell] == Mark.hidden && layout.isZero(cell) {
      var opened: [UInt16] = []
      board.reveal(cell, of: layout, into: &opened)
      for index in opened where layout.isZero(Int(index)) { units[Int(index)] = openings.count }
      // A border that an opening before it shares is revealed there already.
      var all = Set(opened.map { Int($0) })
      for index in opened where layout.isZero(Int(index)) {
        shape.forEachNeighbor(of: Int(index)) { if isHidden[$0] { all.insert($0) } }
      }
      openings.append(Array(all))
    }
    for cell in cells where board.marks[cell] == Mark.hidden { units[cell] = shape.area + cell }
    (self.units, self.openings) = (units, openings)
  }

  private mutating func clear() -> Int {
    while cells.contains(where: { isHidden[$0] }) {
      var best: (cell: Int, premium: Int)?
      for cell in cells {
        let premium = premium(of: cell)
        if premium > best?.premium ?? -1 { best = (cell, premium) }
      }
      if let best {
        chord(best.cell)
      } else if let cell = cells.first(where: { isHidden[$0] && units[$0] != nil }) {
        reveal(cell)
      } else {
        return unreachable("every hidden cell counts in the 3BV or borders an opening", clicks)
      }
    }
    return clicks
  }

  private func premium(of cell: Int) -> Int {
    var (cleared, flags): ([Int], Int) = ([], 0)
    func note(_ other: Int) {
      if isMine[other], !isFlagged[other] { flags += 1 }
      if isHidden[other], let unit = units[other], !cleared.contains(unit) { cleared.append(unit) }
    }
    note(cell)
    shape.forEachNeighbor(of: cell, note)
    return cleared.count - flags - (isHidden[cell] ? 1 : 0) - 1
  }

  private mutating func chord(_ cell: Int) {
    if isHidden[cell] { reveal(cell) }
    var around: [Int] = []
    shape.forEachNeighbor(of: cell) { around.append($0) }
    for other in around where isMine[other] && !isFlagged[other] {
      isFlagged[other] = true
      clicks += 1
    }
    clicks += 1
    for other in around { show(other) }
  }

  private mutating func reveal(_ cell: Int) {
    clicks += 1
    show(cell)
  }

  private mutating func show(_ cell: Int) {
    isHidden[cell] = false
    guard let unit = units[cell], unit < openings.count else { return }
    for member in openings[unit] { isHidden[member] = false }
  }
}

extension Layout {
  /// Whether a cell and its neighbours have no mine.
  fileprivate func isZero(_ index: Int) -> Bool {
    let cell = shape.cell(at: index)
    return !isMine(cell) && number(cell) == 0
  }
}
