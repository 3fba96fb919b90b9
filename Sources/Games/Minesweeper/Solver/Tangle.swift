/// Numbers that share unknown cells, and those cells in boxes, in the order of a search from one
/// number. The arrays are flat, since tangles are made for every number that a guess may show.
struct Tangle: Hashable {
  /// The cells, box by box: those of a box are next to the same numbers.
  fileprivate(set) var cells: [UInt16] = []
  fileprivate var boxes: [Box] = []
  /// For each number the mines still to be found around it.
  fileprivate(set) var rests: [Int] = []
  /// Whether there are too many numbers for keys. Then only the cells are known, not the boxes.
  fileprivate(set) var isTooLarge = false

  fileprivate struct Box: Hashable {
    /// The numbers around it, counted from 1, a byte each, the lowest first.
    var key: UInt64
    /// Where its cells are.
    var start = 0
    var size = 1
  }

  var boxCount: Int { boxes.count }
  /// The maximum number of numbers: each is a byte of a key.
  fileprivate static let mostNumbers = 255

  func cells(of box: Int) -> ArraySlice<UInt16> {
    cells[boxes[box].start..<boxes[box].start + boxes[box].size]
  }

  /// The number of cells in a box.
  func size(of box: Int) -> Int { boxes[box].size }

  /// Calls a closure with each number around a box, counted from 0.
  @inline(__always)
  func forEachNumber(of box: Int, _ body: (Int) -> Void) {
    var key = boxes[box].key
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
    var finder = TangleFinder(solver.shape)
    var tangles: [Tangle] = []
    for index in solver.shape.indices where solver.cells[index].isOpenNumber {
      if let tangle = finder.tangle(around: index, in: solver) { tangles.append(tangle) }
    }
    return tangles
  }
}

/// Finds tangles, each once.
struct TangleFinder {
  /// The numbers and cells of the tangles found.
  private var isSeen: [Bool]
  private var seen: [Int] = []
  /// For the cells of a tangle the numbers around them, as in its boxes; otherwise 0.
  private var keys: [UInt64]
  private var numbers: [Int] = []
  private var cells: [Int] = []
  /// For each of these cells its box.
  private var boxes: [Int] = []

  init(_ shape: Shape) {
    isSeen = [Bool](repeating: false, count: shape.area)
    keys = [UInt64](repeating: 0, count: shape.area)
  }

  /// Finds the same tangles again.
  mutating func restart() {
    for index in seen { isSeen[index] = false }
    seen.removeAll(keepingCapacity: true)
  }

  /// Everything connected with a number.
  ///
  /// - Returns: `nil` if it was found before.
  mutating func tangle(around first: Int, in solver: borrowing Solver) -> Tangle? {
    if isSeen[first] { return nil }
    collect(around: first, in: solver)
    var tangle = Tangle()
    if numbers.count <= Tangle.mostNumbers {
      tangle.rests = numbers.map { Int(solver.cells[$0].rest) }
      fill(&tangle)
    } else {
      tangle.isTooLarge = true
      tangle.cells = cells.map { UInt16(truncatingIfNeeded: $0) }
    }
    for cell in cells { keys[cell] = 0 }
    seen += numbers
    seen += cells
    return tangle
  }

  /// Collects the numbers and cells of a tangle in the order of the search.
  private mutating func collect(around first: Int, in solver: borrowing Solver) {
    numbers.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    numbers.append(first)
    isSeen[first] = true
    var next = 0
    while next < numbers.count {
      let number = numbers[next]
      next += 1
      var mask = solver.cells[number].mask
      while mask != 0 {
        let cell = solver.neighbor(of: number, at: mask.trailingZeroBitCount)
        mask &= mask &- 1
        keys[cell] = keys[cell] &<< 8 | UInt64(next & 255)
        guard !isSeen[cell] else { continue }
        isSeen[cell] = true
        cells.append(cell)
        solver.shape.forEachNeighbor(of: cell) { other in
          guard solver.known(other) == .number, !isSeen[other] else { return }
          isSeen[other] = true
          numbers.append(other)
        }
      }
    }
  }

  /// Puts the cells into boxes, which are listed by their first cells.
  private mutating func fill(_ tangle: inout Tangle) {
    boxes.removeAll(keepingCapacity: true)
    tangle.boxes.reserveCapacity(cells.count)
    for cell in cells {
      let key = keys[cell]
      if let box = tangle.boxes.lastIndex(where: { $0.key == key }) {
        tangle.boxes[box].size += 1
        boxes.append(box)
      } else {
        boxes.append(tangle.boxes.count)
        tangle.boxes.append(Tangle.Box(key: key))
      }
    }
    var end = 0
    for box in tangle.boxes.indices {
      tangle.boxes[box].start = end
      end += tangle.boxes[box].size
      tangle.boxes[box].size = 0
    }
    tangle.cells = [UInt16](repeating: 0, count: end)
    for (place, cell) in cells.enumerated() {
      let box = boxes[place]
      let target = tangle.boxes[box].start + tangle.boxes[box].size
      tangle.cells[target] = UInt16(truncatingIfNeeded: cell)
      tangle.boxes[box].size += 1
    }
  }
}
