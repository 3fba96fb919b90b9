/// Hidden cells that are connected by the numbers next to them, with all arrangements of mines
/// there that fit the numbers.
///
/// Cells next to the same numbers are interchangeable. They form a box, for which only the number
/// of mines matters.
struct Component {
  let tangle: Tangle
  /// For each total number of mines, which boxes can then have a mine, and which a safe cell.
  private var summaries: [Summary] = []
  /// The number of cells.
  var cellCount: Int { summaries.count - 1 }

  /// The possible contents of boxes, one bit per box.
  struct Summary {
    /// Whether there is any arrangement.
    var isPossible = false
    /// The boxes that can have a mine.
    var mines: UInt128 = 0
    /// The boxes that can have a safe cell.
    var safe: UInt128 = 0
  }

  /// The maximum number of boxes: each is a bit of a summary.
  static let mostBoxes = 128
  /// The maximum number of steps of the search.
  static let mostSteps = 20_000

  /// Whether each number of mines is possible.
  var isPossible: [Bool] { summaries.map(\.isPossible) }

  /// The possible contents of boxes with any of these numbers of mines.
  func summary(of counts: [Int]) -> Summary {
    counts.reduce(into: Summary()) { all, count in
      all.mines |= summaries[count].mines
      all.safe |= summaries[count].safe
    }
  }

  /// The components of the unknown cells, without those that are too large.
  static func all(in solver: Solver) -> [Component] {
    Tangle.all(in: solver).compactMap { Component($0) }
  }

  /// Tries all arrangements of mines.
  ///
  /// - Returns: `nil` if there are too many.
  private init?(_ tangle: Tangle) {
    guard !tangle.isTooLarge, tangle.boxCount <= Self.mostBoxes else { return nil }
    self.tangle = tangle
    summaries = [Summary](repeating: Summary(), count: tangle.cells.count + 1)
    var search = Search(tangle)
    guard search.run(0, mines: 0, Summary(), &summaries) else { return nil }
  }
}

/// A search through all arrangements of mines in boxes.
private struct Search {
  private let sizes: [Int]
  /// For each box the numbers around it.
  private let numbers: [[Int]]
  /// For each number, the mines still to be laid around it, and the remaining cells.
  private var rests: [Int]
  private var cells: [Int]
  private var steps = 0

  init(_ tangle: Tangle) {
    sizes = (0..<tangle.boxCount).map { tangle.size(of: $0) }
    numbers = (0..<tangle.boxCount).map { box in
      var numbers: [Int] = []
      tangle.forEachNumber(of: box) { numbers.append($0) }
      return numbers
    }
    rests = tangle.rests
    cells = [Int](repeating: 0, count: rests.count)
    for (box, numbers) in numbers.enumerated() {
      for number in numbers { cells[number] += sizes[box] }
    }
  }

  /// Lays mines in a box and those after it.
  ///
  /// - Returns: whether the search stayed within its limit of steps.
  mutating func run(
    _ box: Int, mines: Int, _ ways: Component.Summary, _ summaries: inout [Component.Summary]
  ) -> Bool {
    guard box < sizes.count else {
      summaries[mines].isPossible = true
      summaries[mines].mines |= ways.mines
      summaries[mines].safe |= ways.safe
      return true
    }
    steps += 1
    guard steps <= Component.mostSteps else { return false }
    let size = sizes[box]
    var (least, most) = (0, size)
    for number in numbers[box] {
      cells[number] -= size
      least = max(least, rests[number] - cells[number])
      most = min(most, rests[number])
    }
    defer { for number in numbers[box] { cells[number] += size } }
    guard least <= most else { return true }
    for count in least...most {
      var ways = ways
      if count > 0 { ways.mines |= 1 << UInt128(box) }
      if count < size { ways.safe |= 1 << UInt128(box) }
      for number in numbers[box] { rests[number] -= count }
      defer { for number in numbers[box] { rests[number] += count } }
      guard run(box + 1, mines: mines + count, ways, &summaries) else { return false }
    }
    return true
  }
}

/// Numbers that share unknown cells, and those cells in boxes, in the order of a search from one
/// number. The arrays are flat, since tangles are made for every number that a guess may show.
struct Tangle: Hashable {
  /// The cells, box by box: those of a box are next to the same numbers.
  private(set) var cells: [UInt16] = []
  /// Where each box begins in ``cells``, and the end of the last one.
  private var starts: [Int] = [0]
  /// For each box the numbers around it, counted from 1, a byte each, the lowest first.
  private var keys: [UInt64] = []
  /// For each number the mines still to be found around it.
  private(set) var rests: [Int] = []

  var boxCount: Int { keys.count }
  /// Whether there are too many numbers for keys. Then only the cells are known, not the boxes.
  private(set) var isTooLarge = false
  /// The maximum number of numbers: each is a byte of a key.
  private static let mostNumbers = 255

  func cells(of box: Int) -> ArraySlice<UInt16> { cells[starts[box]..<starts[box + 1]] }

  /// The number of cells in a box.
  func size(of box: Int) -> Int { starts[box + 1] - starts[box] }

  /// Calls a closure with each number around a box, counted from 0.
  @inline(__always)
  func forEachNumber(of box: Int, _ body: (Int) -> Void) {
    var key = keys[box]
    while key != 0 {
      body(Int(key & 255) - 1)
      key >>= 8
    }
  }

  /// Hashes the cells only: tangles with the same cells seldom differ.
  func hash(into hasher: inout Hasher) {
    cells.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(rests.count)
  }

  /// The tangles of the unknown cells.
  static func all(in solver: borrowing Solver) -> [Tangle] {
    var isSeen = [Bool](repeating: false, count: solver.shape.area)
    var around = [UInt64](repeating: 0, count: solver.shape.area)
    var tangles: [Tangle] = []
    for index in solver.shape.indices
    where solver.known(index) == .number && solver.cells[index].mask != 0 && !isSeen[index] {
      tangles.append(Tangle(around: index, in: solver, &isSeen, &around))
    }
    return tangles
  }

  /// Everything connected with a number.
  ///
  /// - Parameters:
  ///   - isSeen: the numbers and cells of earlier tangles; those of this one are added.
  ///   - around: for each cell the numbers around it, as in ``keys``.
  private init(
    around first: Int, in solver: borrowing Solver, _ isSeen: inout [Bool], _ around: inout [UInt64]
  ) {
    var indices = [first]
    var found: [UInt16] = []
    isSeen[first] = true
    var next = 0
    while next < indices.count {
      let number = indices[next]
      next += 1
      rests.append(Int(solver.cells[number].rest))
      var mask = solver.cells[number].mask
      while mask != 0 {
        let cell = solver.neighbor(of: number, at: mask.trailingZeroBitCount)
        mask &= mask &- 1
        around[cell] = around[cell] << 8 | UInt64(next & 255)
        guard !isSeen[cell] else { continue }
        isSeen[cell] = true
        found.append(UInt16(truncatingIfNeeded: cell))
        solver.shape.forEachNeighbor(of: cell) { other in
          guard solver.known(other) == .number, !isSeen[other] else { return }
          isSeen[other] = true
          indices.append(other)
        }
      }
    }
    guard indices.count <= Self.mostNumbers else {
      isTooLarge = true
      cells = found
      return
    }
    // A box is listed at its first cell.
    var boxes: [Int] = []
    boxes.reserveCapacity(found.count)
    for cell in found {
      let key = around[Int(cell)]
      let box = keys.firstIndex(of: key) ?? keys.count
      if box == keys.count {
        keys.append(key)
        starts.append(0)
      }
      boxes.append(box)
      starts[box + 1] += 1
    }
    for box in keys.indices { starts[box + 1] += starts[box] }
    var ends = starts
    cells = [UInt16](repeating: 0, count: found.count)
    for (place, cell) in found.enumerated() {
      let box = boxes[place]
      cells[ends[box]] = cell
      ends[box] += 1
    }
  }
}
