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
  private(set) var known: [Known]
  /// For every cell its unknown neighbours: the neighbour `r` rows down and `c` columns to the
  /// right is bit 24 + 7 `r` + `c`, so that the neighbours of two numbers up to two apart can be
  /// compared.
  private(set) var masks: [UInt64]
  /// For every number the mines still to be found around it.
  private(set) var rests: [Int8]
  /// The number of unknown cells.
  private(set) var unknownLeft: Int
  /// The number of mines still to be found.
  private(set) var minesLeft: Int
  /// The mines on the board.
  let mines: Int
  /// The numbers around which something has changed, each once.
  private var pending: [UInt16] = []
  private var isPending: [Bool]
  /// The safe cells found since the last call of ``safeCells()``.
  private var found: [UInt16] = []
  /// The offsets of the neighbours of a cell, and the bit of the cell in their masks.
  private let around: [(offset: Int, bit: UInt64)]

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

  /// The number of safe cells found since the last call of ``safeCells()``.
  var safeCount: Int { found.count }

  /// The knowledge of a player who sees a board.
  init(_ board: Board, mines: Int) {
    shape = board.shape
    around = [-1, 0, 1].flatMap { row in
      [-1, 0, 1].map { column in
        (row * board.shape.stride + column, 1 << UInt64(24 - 7 * row - column))
      }
    }.filter { $0.0 != 0 }
    known = board.marks.map {
      Mark.isNumber($0) ? .number : $0 == Mark.frame ? .frame : .nothing
    }
    masks = [UInt64](repeating: 0, count: shape.area)
    rests = [Int8](repeating: 0, count: shape.area)
    isPending = [Bool](repeating: false, count: shape.area)
    self.mines = mines
    minesLeft = mines
    unknownLeft = 0
    for index in known.indices {
      if known[index] == .nothing {
        unknownLeft += 1
        for (offset, bit) in around { masks[index + offset] |= bit }
      }
      if known[index] == .number {
        rests[index] += Int8(truncatingIfNeeded: board.marks[index] - Mark.zero)
        note(index)
      }
    }
  }

  /// The index of the neighbour of a cell for a bit of its mask.
  @inline(__always)
  func neighbor(of index: Int, at bit: Int) -> Int {
    index + (bit / 7 - 3) * shape.stride + bit % 7 - 3
  }

  /// Records that a cell was revealed.
  mutating func learn(_ index: Int, number: Int) {
    settle(index, as: .safe)
    known[index] = .number
    rests[index] += Int8(truncatingIfNeeded: number)
    note(index)
  }

  /// The knowledge after revealing a cell with this number, as far as single numbers and pairs
  /// determine it.
  ///
  /// - Returns: `nil` if that contradicts other numbers at once.
  func learning(_ index: Int, number: Int) -> Solver? {
    var solver = self
    solver.learn(index, number: number)
    return solver.deducing()
  }

  /// The knowledge if cells are mines, likewise.
  ///
  /// - Returns: `nil` if that contradicts the numbers at once.
  func assuming(mines cells: [Int]) -> Solver? {
    var solver = self
    for cell in cells { solver.settle(cell, as: .mine) }
    return cells.contains { solver.known[$0] == .safe } ? nil : solver.deducing()
  }

  private consuming func deducing() -> Solver? {
    deduceLocally()
    guard 0...unknownLeft ~= minesLeft else { return nil }
    for index in known.indices where known[index] == .number {
      guard 0...masks[index].nonzeroBitCount ~= Int(rests[index]) else { return nil }
    }
    return self
  }

  /// Records what an unknown cell is.
  private mutating func settle(_ index: Int, as what: Known) {
    guard known[index] == .nothing else { return }
    known[index] = what
    unknownLeft -= 1
    let mines: Int8 = what == .mine ? 1 : 0
    if what == .mine { minesLeft -= 1 }
    for (offset, bit) in around {
      let neighbor = index + offset
      masks[neighbor] &= ~bit
      rests[neighbor] -= mines
      if known[neighbor] == .number { note(neighbor) }
    }
  }

  private mutating func note(_ index: Int) {
    guard !isPending[index] else { return }
    isPending[index] = true
    pending.append(UInt16(truncatingIfNeeded: index))
  }

  /// The next number to examine, if something has changed around any.
  private mutating func nextPending() -> Int? {
    guard let index = pending.popLast() else { return nil }
    isPending[Int(index)] = false
    return Int(index)
  }

  /// Records that a cell is safe, for the next result of ``safeCells()``.
  private mutating func find(_ index: Int) {
    guard known[index] == .nothing else { return }
    settle(index, as: .safe)
    found.append(UInt16(truncatingIfNeeded: index))
  }

  /// More cells that are certainly safe; none if the player has to guess.
  mutating func safeCells() -> [UInt16] {
    repeat {
      deduceLocally()
      if !found.isEmpty { break }
    } while unknownLeft > 0 && deduceExactly()
    defer { found.removeAll(keepingCapacity: true) }
    return found
  }
}

extension Solver {
  /// Deduces from single numbers, and from pairs of numbers at most two cells apart.
  fileprivate mutating func deduceLocally() {
    while let index = nextPending() {
      let mask = masks[index]
      guard mask != 0 else { continue }
      let rest = Int(rests[index])
      if rest == 0 {
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
    let cell = shape.cell(at: index)
    for row in max(1, Int(cell.row) - 2)...min(shape.rows, Int(cell.row) + 2) {
      for column in max(1, Int(cell.column) - 2)...min(shape.columns, Int(cell.column) + 2) {
        let other = row * shape.stride + column
        guard known[other] == .number, other != index, masks[other] != 0 else { continue }
        let shift = 7 * (row - Int(cell.row)) + column - Int(cell.column)
        let mask = masks[index]
        let otherMask = shift < 0 ? masks[other] >> UInt64(-shift) : masks[other] << UInt64(shift)
        guard mask & otherMask != 0, mask != otherMask else { continue }
        let own = mask & ~otherMask
        let others = otherMask & ~mask
        let difference = Int(rests[index]) - Int(rests[other])
        if difference == own.nonzeroBitCount {
          settle(own, of: index, areMines: true)
          settle(others, of: index, areMines: false)
        } else if -difference == others.nonzeroBitCount {
          settle(own, of: index, areMines: false)
          settle(others, of: index, areMines: true)
        }
        if masks[index] == 0 { return }
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
    let components = Component.all(in: self)
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
    settleFree(totals.free, components)
    return unknownLeft < before
  }

  /// Deduces from the number of mines for the cells in no component.
  private mutating func settleFree(_ range: ClosedRange<Int>?, _ components: [Component]) {
    guard let range, range.count == 1 else { return }
    let inside = Set(components.flatMap(\.tangle.cells))
    let free = shape.indices.filter { known[$0] == .nothing && !inside.contains(UInt16($0)) }
    if range.lowerBound == 0 {
      for cell in free { find(cell) }
    } else if range.lowerBound == free.count {
      for cell in free { settle(cell, as: .mine) }
    }
  }
}

extension Board {
  /// A hidden cell that single numbers show to be safe, much faster than a ``Solver`` finds one:
  /// the neighbours of a number that are certainly mines are as many as the number.
  ///
  /// Rows are sets of bits, one for each cell, including the frame.
  var plainlySafeCell: Int? {
    let height = shape.rows + 2
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * height) { bits in
      bits.initialize(repeating: 0)
      let hidden = UnsafeMutableBufferPointer(rebasing: bits[..<height])
      let mined = UnsafeMutableBufferPointer(rebasing: bits[height...])
      /// The bits of a cell and its neighbours.
      func around(_ bits: UnsafeMutableBufferPointer<UInt64>, _ row: Int, _ column: Int) -> UInt64 {
        let shift = UInt64(truncatingIfNeeded: column - 1)
        return (bits[row - 1] >> shift & 7) << 6 | (bits[row] >> shift & 7) << 3
          | bits[row + 1] >> shift & 7
      }
      /// Calls a closure with the numbers of a row next to hidden cells, until it returns a cell.
      func first(in row: Int, where body: (_ column: Int, _ number: Int) -> Int?) -> Int? {
        let near = hidden[row - 1] | hidden[row] | hidden[row + 1]
        let inside = (1 << UInt64(shape.columns) - 1) << 1 as UInt64
        var open = (near << 1 | near >> 1 | near) & ~hidden[row] & inside
        while open != 0 {
          let column = open.trailingZeroBitCount
          open &= open &- 1
          let number = Int(marks[row * shape.stride + column] &- Mark.zero)
          if let cell = body(column, number) { return cell }
        }
        return nil
      }
      // Safe cells are sought two rows behind, where the mines are known.
      for row in 1...shape.rows + 2 {
        if row <= shape.rows { hidden[row] = hiddenCells(row) }
        if 1...shape.rows ~= row - 1 {
          let row = row - 1
          _ = first(in: row) { column, number in
            guard around(hidden, row, column).nonzeroBitCount == number else { return nil }
            let near = 7 << UInt64(truncatingIfNeeded: column - 1) as UInt64
            for row in row - 1...row + 1 { mined[row] |= hidden[row] & near }
            return nil
          }
        }
        guard row > 2 else { continue }
        let safe = first(in: row - 2) { column, number in
          let row = row - 2
          let mines = around(mined, row, column)
          let safe = around(hidden, row, column) & ~mines
          guard safe != 0, mines.nonzeroBitCount == number else { return nil }
          let bit = safe.trailingZeroBitCount
          return (row + 1 - bit / 3) * shape.stride + column - 1 + bit % 3
        }
        if let safe { return safe }
      }
      return nil
    }
  }

  /// The hidden cells of a row, as bits.
  private func hiddenCells(_ row: Int) -> UInt64 {
    marks.withUnsafeBufferPointer { marks in
      var bits: UInt64 = 0
      for column in 1...shape.columns {
        let isHidden = !Mark.isNumber(marks[row * shape.stride + column])
        bits |= (isHidden ? 1 : 0) << UInt64(truncatingIfNeeded: column)
      }
      return bits
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
