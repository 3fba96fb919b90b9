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

  /// Tries all arrangements of mines.
  ///
  /// - Returns: `nil` if there are too many.
  init?(_ tangle: Tangle) {
    guard !tangle.isTooLarge, tangle.boxCount <= Self.mostBoxes else { return nil }
    self.tangle = tangle
    summaries = [Summary](repeating: Summary(), count: tangle.cells.count + 1)
    var search = Search(tangle)
    guard search.run(0, mines: 0, Summary(), &summaries) else { return nil }
  }
}

/// A search through all arrangements of mines in boxes.
private struct Search {
  private let tangle: Tangle
  /// For each number, the mines still to be laid around it, and the remaining cells.
  private var rests: [Int]
  private var cells: [Int]
  private var steps = 0

  init(_ tangle: Tangle) {
    self.tangle = tangle
    rests = tangle.rests
    cells = [Int](repeating: 0, count: rests.count)
    for box in 0..<tangle.boxCount {
      tangle.forEachNumber(of: box) { cells[$0] += tangle.size(of: box) }
    }
  }

  /// Lays mines in a box and those after it.
  ///
  /// - Returns: whether the search stayed within its limit of steps.
  mutating func run(
    _ box: Int, mines: Int, _ ways: Component.Summary, _ summaries: inout [Component.Summary]
  ) -> Bool {
    guard box < tangle.boxCount else {
      summaries[mines].isPossible = true
      summaries[mines].mines |= ways.mines
      summaries[mines].safe |= ways.safe
      return true
    }
    steps += 1
    guard steps <= Component.mostSteps else { return false }
    let size = tangle.size(of: box)
    var (least, most) = (0, size)
    tangle.forEachNumber(of: box) { number in
      cells[number] -= size
      least = max(least, rests[number] - cells[number])
      most = min(most, rests[number])
    }
    defer { tangle.forEachNumber(of: box) { cells[$0] += size } }
    guard least <= most else { return true }
    for count in least...most {
      var ways = ways
      if count > 0 { ways.mines |= 1 &<< UInt128(box) }
      if count < size { ways.safe |= 1 &<< UInt128(box) }
      tangle.forEachNumber(of: box) { rests[$0] -= count }
      defer { tangle.forEachNumber(of: box) { rests[$0] += count } }
      guard run(box + 1, mines: mines + count, ways, &summaries) else { return false }
    }
    return true
  }
}
