/// Finds the hidden cells that are certainly safe, from the revealed numbers and the number of
/// mines.
///
/// It ignores flags and question marks, which may be wrong. A cell that it calls safe has no mine
/// in any arrangement that fits the numbers. It finds all such cells unless a group of connected
/// numbers is too large for ``Component``.
struct Solver {
  /// The size of the board.
  let shape: Shape
  /// What is known of every cell, in flat form.
  private(set) var cells: [CellState]
  /// The number of unknown cells.
  private(set) var unknownLeft: Int
  /// The number of mines still to be found.
  private(set) var minesLeft: Int
  /// The mines on the board.
  let mines: Int
  /// The numbers around which something has changed, each once.
  private var pending: [UInt16] = []
  /// The cells known since a supposition, its own first, with the supposed number.
  private(set) var supposed: [UInt16] = []
  private var supposedNumber: Int8?
  /// Whether the numbers contradict each other.
  private var isContradictory = false
  /// The groups of numbers, if nothing more is certain until something else becomes known.
  private var exhausted: [Tangle]?
  /// The safe cells found since the last call of ``safeCells()``.
  private var found: [UInt16] = []

  /// What is known of a cell and around it.
  struct CellState {
    fileprivate(set) var known: Known
    /// The unknown neighbours: the neighbour `r` rows down and `c` columns to the right is bit
    /// 24 + 7 `r` + `c`, so that the neighbours of two numbers up to two apart can be compared.
    fileprivate(set) var mask: UInt64 = 0
    /// For a number the mines still to be found around it.
    fileprivate(set) var rest: Int8 = 0
    fileprivate var isPending = false

    /// The number of unknown neighbours.
    var unknown: Int { mask.nonzeroBitCount }
    /// Whether it is a number with unknown neighbours.
    var isOpenNumber: Bool { known == .number && mask != 0 }
  }

  /// What is known of a cell.
  enum Known: UInt8 {
    /// Unknown.
    case nothing
    /// It is revealed.
    case number
    /// Hidden, and not a mine.
    case safe
    case mine
    /// Not a cell.
    case frame
  }

  /// The groups of numbers with unknown cells.
  var tangles: [Tangle] { exhausted ?? Tangle.all(in: self) }

  /// The number of safe cells found since the last call of ``safeCells()``.
  var safeCount: Int { found.count }

  /// The knowledge of a player who sees a board.
  init(_ board: Board, mines: Int) {
    shape = board.shape
    self.mines = mines
    minesLeft = mines
    var cells = [CellState](repeating: CellState(known: .frame), count: shape.area)
    var unknownLeft = 0
    var (above, row) = (0 as UInt64, board.hiddenCells(ofRow: 1))
    for number in 1...shape.rows {
      let below = number < shape.rows ? board.hiddenCells(ofRow: number + 1) : 0
      unknownLeft += row.nonzeroBitCount
      var index = number * shape.stride
      for shift in 0..<UInt64(shape.columns) {
        index += 1
        let mask =
          (above &>> shift & 7) << 16 | (row &>> shift & 5) << 23 | (below &>> shift & 7) << 30
        if row &>> shift & 2 != 0 {
          cells[index] = CellState(known: .nothing, mask: mask)
        } else {
          let rest = Int8(truncatingIfNeeded: board.marks[index] &- Mark.zero)
          cells[index] = CellState(known: .number, mask: mask, rest: rest, isPending: mask != 0)
          if mask != 0 { pending.append(UInt16(truncatingIfNeeded: index)) }
        }
      }
      (above, row) = (row, below)
    }
    self.cells = cells
    self.unknownLeft = unknownLeft
  }

  func known(_ index: Int) -> Known { cells[index].known }

  /// The index of the neighbour of a cell for a bit of its mask.
  @inline(__always)
  func neighbor(of index: Int, at bit: Int) -> Int {
    index + (bit / 7 - 3) * shape.stride + bit % 7 - 3
  }

  /// Records that a cell was revealed.
  mutating func learn(_ index: Int, number: Int) {
    settle(index, as: .safe)
    var cell = cells[index]
    cell.known = .number
    cell.rest += Int8(truncatingIfNeeded: number)
    if cell.mask != 0 {
      // Nothing was pending around a hidden cell.
      cell.isPending = true
      pending.append(UInt16(truncatingIfNeeded: index))
    } else if cell.rest != 0 {
      isContradictory = true
    }
    cells[index] = cell
    exhausted = nil
  }

  /// Supposes that an unknown cell is revealed with this number, and deduces what single numbers
  /// and pairs then determine, until ``retract()``.
  ///
  /// - Returns: false if that contradicts other numbers at once.
  mutating func suppose(_ index: Int, number: Int) -> Bool {
    supposedNumber = Int8(truncatingIfNeeded: number)
    learn(index, number: number)
    return isConsistent()
  }

  /// Takes back what was supposed and what followed from it.
  mutating func retract() {
    if let supposedNumber, let first = supposed.first { cells[Int(first)].rest -= supposedNumber }
    while let last = supposed.popLast() {
      let index = Int(last)
      let mines: Int8 = cells[index].known == .mine ? 1 : 0
      cells[index].known = .nothing
      unknownLeft += 1
      minesLeft += Int(mines)
      cells.withUnsafeMutableBufferPointer { cells in
        Self.forEachNeighbor(of: index, shape) { neighbor, bit in
          cells[neighbor].mask |= 1 &<< (48 &- bit)
          cells[neighbor].rest += mines
        }
      }
    }
    while nextPending() != nil {}
    found.removeAll(keepingCapacity: true)
    (supposedNumber, isContradictory) = (nil, false)
  }

  /// The knowledge if cells are mines, likewise.
  ///
  /// - Returns: `nil` if that contradicts the numbers at once.
  func assuming(mines cells: [Int]) -> Solver? {
    var solver = self
    for cell in cells { solver.settle(cell, as: .mine) }
    return cells.contains { solver.known($0) == .safe } || !solver.isConsistent() ? nil : solver
  }

  /// Deduces from single numbers and pairs.
  ///
  /// - Returns: false if what has changed contradicts other numbers.
  private mutating func isConsistent() -> Bool {
    deduceLocally()
    return !isContradictory && 0...unknownLeft ~= minesLeft
  }

  /// Records what an unknown cell is.
  private mutating func settle(_ index: Int, as what: Known) {
    guard known(index) == .nothing else { return }
    cells[index].known = what
    unknownLeft -= 1
    exhausted = nil
    if supposedNumber != nil { supposed.append(UInt16(truncatingIfNeeded: index)) }
    let mines: Int8 = what == .mine ? 1 : 0
    if what == .mine { minesLeft -= 1 }
    var isContradictory = isContradictory
    /// The numbers to examine, as in the mask of the cell.
    var noted: UInt64 = 0
    cells.withUnsafeMutableBufferPointer { cells in
      Self.forEachNeighbor(of: index, shape) { neighbor, bit in
        var cell = cells[neighbor]
        cell.mask &= ~(1 &<< (48 &- bit))
        cell.rest -= mines
        if cell.known == .number {
          if cell.mask == 0 {
            if cell.rest != 0 { isContradictory = true }
          } else if !cell.isPending {
            cell.isPending = true
            noted |= 1 &<< bit
          }
        }
        cells[neighbor] = cell
      }
    }
    self.isContradictory = isContradictory
    while noted != 0 {
      let number = neighbor(of: index, at: noted.trailingZeroBitCount)
      pending.append(UInt16(truncatingIfNeeded: number))
      noted &= noted &- 1
    }
  }

  /// Calls a closure with each neighbour of a cell and its bit in the mask of the cell. That of the
  /// cell in the mask of the neighbour is 48 less the bit.
  @inline(__always)
  private static func forEachNeighbor(
    of index: Int, _ shape: Shape, _ body: (_ neighbor: Int, _ bit: UInt64) -> Void
  ) {
    let (above, below) = (index &- shape.stride, index &+ shape.stride)
    body(above &- 1, 16)
    body(above, 17)
    body(above &+ 1, 18)
    body(index &- 1, 23)
    body(index &+ 1, 25)
    body(below &- 1, 30)
    body(below, 31)
    body(below &+ 1, 32)
  }

  /// The next number to examine, if something has changed around any.
  private mutating func nextPending() -> Int? {
    guard let index = pending.popLast() else { return nil }
    cells[Int(index)].isPending = false
    return Int(index)
  }

  /// Records that a cell is safe, for the next result of ``safeCells()``.
  private mutating func find(_ index: Int) {
    guard known(index) == .nothing else { return }
    settle(index, as: .safe)
    found.append(UInt16(truncatingIfNeeded: index))
  }

  /// More cells that are certainly safe; none if the player has to guess.
  mutating func safeCells() -> [UInt16] {
    deduce(upTo: .max)
    defer { found.removeAll(keepingCapacity: true) }
    return found
  }

  /// The first of ``safeCells()``, without the work to find the others. If there is one, the
  /// solver must not be used any more.
  mutating func firstSafeCell() -> Int? {
    deduce(upTo: 1)
    return found.first.map { Int($0) }
  }

  /// Deduces until safe cells are found or nothing more is certain.
  private mutating func deduce(upTo most: Int) {
    repeat {
      deduceLocally(upTo: most)
    } while found.isEmpty && unknownLeft > 0 && exhausted == nil && deduceExactly()
  }
}

extension Solver {
  /// Deduces from single numbers, and from pairs of numbers at most two cells apart.
  ///
  /// - Parameter most: the number of safe cells that are enough.
  fileprivate mutating func deduceLocally(upTo most: Int = .max) {
    while found.count < most, !isContradictory, let index = nextPending() {
      let mask = cells[index].mask
      guard mask != 0 else { continue }
      let rest = Int(cells[index].rest)
      if !(0...mask.nonzeroBitCount ~= rest) {
        isContradictory = true
      } else if rest == 0 {
        settle(mask, of: index, areMines: false)
      } else if rest == mask.nonzeroBitCount {
        settle(mask, of: index, areMines: true)
      } else {
        compare(index)
      }
    }
  }

  private mutating func settle(_ mask: UInt64, of index: Int, areMines: Bool) {
    var rest = mask
    while rest != 0 {
      let cell = neighbor(of: index, at: rest.trailingZeroBitCount)
      rest &= rest &- 1
      if areMines { settle(cell, as: .mine) } else { find(cell) }
    }
  }

  /// Compares a number with those near it. If it needs more mines than the other by exactly the
  /// number of cells that only it touches, these are mines, and cells that only the other touches
  /// are safe.
  private mutating func compare(_ index: Int) {
    let place = shape.cell(at: index)
    let (row, column) = (Int(place.row), Int(place.column))
    let columns = max(-2, 1 - column)...min(2, shape.columns - column)
    var cell = cells[index]
    for rows in max(-2, 1 - row)...min(2, shape.rows - row) {
      let middle = index &+ rows &* shape.stride
      for columns in columns {
        let other = cells[middle &+ columns]
        guard other.isOpenNumber else { continue }
        let shift = 7 &* rows &+ columns
        let mask =
          shift < 0
          ? other.mask &>> UInt64(truncatingIfNeeded: -shift)
          : other.mask &<< UInt64(truncatingIfNeeded: shift)
        guard cell.mask & mask != 0, cell.mask != mask else { continue }
        let own = cell.mask & ~mask
        let others = mask & ~cell.mask
        let difference = Int(cell.rest) - Int(other.rest)
        if difference == own.nonzeroBitCount {
          settle(own, of: index, areMines: true)
          settle(others, of: index, areMines: false)
        } else if -difference == others.nonzeroBitCount {
          settle(own, of: index, areMines: false)
          settle(others, of: index, areMines: true)
        }
        cell = cells[index]
        if cell.mask == 0 { return }
      }
    }
  }
}

extension Solver {
  /// Deduces from all numbers and the number of mines left, by trying every arrangement of mines
  /// around connected numbers.
  ///
  /// - Returns: whether anything was found.
  fileprivate mutating func deduceExactly() -> Bool {
    guard minesLeft >= 0 else { return false }
    let tangles = tangles
    let components = tangles.compactMap { Component($0) }
    // Cells of components that are too large count as cells without numbers around them. That
    // allows more arrangements than there are, so whatever is certain in all of them is still
    // certain.
    let free = unknownLeft - components.reduce(0) { $0 + $1.cellCount }
    let totals = Totals(components.map(\.isPossible), mines: minesLeft, free: free)
    let before = unknownLeft
    for (place, component) in components.enumerated() {
      let summary = component.summary(of: totals.possible(at: place))
      for box in 0..<component.tangle.boxCount {
        let cells = component.tangle.cells(of: box)
        if summary.mines >> UInt128(box) & 1 == 0 {
          for cell in cells { find(Int(cell)) }
        } else if summary.safe >> UInt128(box) & 1 == 0 {
          for cell in cells { settle(Int(cell), as: .mine) }
        }
      }
    }
    settleFree(totals.free, free, components)
    if unknownLeft == before { exhausted = tangles }
    return unknownLeft < before
  }

  /// Deduces from the number of mines for the cells in no component.
  private mutating func settleFree(
    _ range: ClosedRange<Int>?, _ count: Int, _ components: [Component]
  ) {
    guard let range, range == 0...0 || range == count...count, count > 0 else { return }
    var isInside = [Bool](repeating: false, count: shape.area)
    for component in components {
      for cell in component.tangle.cells { isInside[Int(cell)] = true }
    }
    for cell in shape.indices where known(cell) == .nothing && !isInside[cell] {
      if range == 0...0 { find(cell) } else { settle(cell, as: .mine) }
    }
  }
}

/// The possible numbers of mines of each component, given the number of all mines.
private struct Totals {
  private let counts: [[Bool]]
  private let mines: Int
  private let freeCells: Int
  /// For each component the possible sums of mines of the components before and after it.
  private let before: [[Bool]]
  private let after: [[Bool]]

  init(_ counts: [[Bool]], mines: Int, free: Int) {
    self.counts = counts
    self.mines = mines
    freeCells = free
    let start = [true] + [Bool](repeating: false, count: mines)
    var before = [start]
    for count in counts { before.append(Self.sums(before[before.count - 1], count)) }
    var after = [start]
    for count in counts.reversed() { after.append(Self.sums(after[after.count - 1], count)) }
    self.before = before
    self.after = after.reversed()
  }

  /// The sums of one number from each of two sets, up to the number of mines.
  private static func sums(_ one: [Bool], _ other: [Bool]) -> [Bool] {
    var sums = [Bool](repeating: false, count: one.count)
    for (number, isPossible) in one.enumerated() where isPossible {
      for (more, isPossible) in other.enumerated()
      where isPossible && number + more < sums.count {
        sums[number + more] = true
      }
    }
    return sums
  }

  /// The numbers of mines that a component can have.
  func possible(at place: Int) -> [Int] {
    let others = Self.sums(before[place], after[place + 1])
    return counts[place].indices.filter { count in
      guard counts[place][count], count <= mines else { return false }
      let least = max(0, mines - count - freeCells)
      return least <= mines - count && others[least...(mines - count)].contains(true)
    }
  }

  /// The minimum and maximum number of mines in the cells outside all components.
  var free: ClosedRange<Int>? {
    let sums = before[counts.count]
    let possible = sums.indices.filter { sums[$0] && mines - $0 <= freeCells }
    guard let least = possible.first, let most = possible.last else { return nil }
    return (mines - most)...(mines - least)
  }
}
