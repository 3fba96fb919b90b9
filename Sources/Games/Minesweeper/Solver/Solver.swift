/// What can be told for certain of hidden cells from what is seen and from the number of mines.
///
/// It sees numbers only: flags and question marks are a player's opinion. A cell is told to be
/// safe only if no way to lay the mines has one there; the reverse holds as long as no tangle of
/// numbers is larger than ``Component`` takes.
struct Solver {
  /// The size of the board.
  let shape: Shape
  /// What is known of every cell, in flat form.
  private(set) var known: [Known]
  /// For every cell its unknown neighbours: the neighbour `r` rows down and `c` columns on is bit
  /// 24 + 7 `r` + `c`, so that the neighbours of two numbers up to two apart can be compared.
  private(set) var masks: [UInt64]
  /// For every number the mines that are still to be found around it.
  private(set) var rests: [Int8]
  /// The cells of which nothing is known.
  private(set) var unknownLeft: Int
  /// The mines that are still to be found.
  private(set) var minesLeft: Int
  /// The numbers around which something has changed, each once.
  private var pending: [UInt16] = []
  private var isPending: [Bool]
  /// The safe cells found and not yet handed out.
  private var found: [UInt16] = []
  /// How far the neighbours of a cell are away, and which bit it is in their masks.
  private let around: [(offset: Int, bit: UInt64)]

  /// What is known of a cell.
  enum Known: UInt8 {
    /// Nothing.
    case nothing
    /// It is revealed.
    case number
    /// It is no mine, and hidden.
    case safe
    /// It is a mine.
    case mine
    /// It is no cell.
    case frame
  }

  /// What a player knows who sees a board.
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
    minesLeft = mines
    unknownLeft = 0
    for index in shape.indices {
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

  /// The neighbours of a cell: how far each is away, and the bit for the cell in its mask.
  /// The index of the neighbour of a cell that a bit of its mask stands for.
  @inline(__always)
  func neighbor(of index: Int, at bit: Int) -> Int {
    index + (bit / 7 - 3) * shape.stride + bit % 7 - 3
  }

  /// Takes in that a cell was revealed.
  mutating func learn(_ index: Int, number: Int) {
    settle(index, as: .safe)
    known[index] = .number
    rests[index] += Int8(truncatingIfNeeded: number)
    note(index)
  }

  /// Takes in what a cell is, if nothing was known of it.
  mutating func settle(_ index: Int, as what: Known) {
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

  /// The next number to look at, if something has changed around any.
  mutating func nextPending() -> Int? {
    guard let index = pending.popLast() else { return nil }
    isPending[Int(index)] = false
    return Int(index)
  }

  /// Takes in that a cell is safe and keeps it to be handed out.
  mutating func find(_ index: Int) {
    guard known[index] == .nothing else { return }
    settle(index, as: .safe)
    found.append(UInt16(truncatingIfNeeded: index))
  }

  /// The next cells that are certainly safe; none if there is no telling without a guess.
  mutating func safeCells() -> [UInt16] {
    repeat {
      deduceLocally()
      if !found.isEmpty { break }
    } while unknownLeft > 0 && deduceExactly()
    defer { found.removeAll(keepingCapacity: true) }
    return found
  }
}
