import ParlorKit

/// The chance that each unknown cell is a mine, counted over all arrangements of mines that fit the
/// numbers and the number of mines, which are all equally likely.
///
/// Cells are counted in boxes, as in a ``Component``. Box by box the ways are added up by what the
/// numbers still need and by the mines so far, so that arrangements that differ only before a box
/// are one state there. A second pass, backwards, gives the chances. The cells without a number
/// around them are weighted by binomial coefficients.
struct MineOdds {
  /// The chance of a mine by the index of a cell: 0 for revealed cells.
  private(set) var chances: [Double]
  /// Whether nothing was too large to count.
  private(set) var isExact = true
  /// The unknown cells.
  let unknown: [Int]

  /// The natural logarithm of the number of arrangements; `nil` if there is none.
  private(set) var logarithm: Double?
  /// For each group of numbers the least chance of a mine in its cells.
  let leastOfGroups: [Double]

  /// Counts for a player's view.
  ///
  /// - Throws: ``GameError/stopped``.
  init(
    _ board: Board, mines: Int, isInterrupted: () -> Bool = { false }
  ) throws(GameError) {
    var solver = Solver(board, mines: mines)
    while !solver.safeCells().isEmpty {
      if isInterrupted() { throw .stopped }
    }
    var counter = BoxCounter()
    try self.init(solver, &counter, isInterrupted: isInterrupted)
  }

  /// Counts for the known cells of a solver.
  ///
  /// - Parameter counter: the groups of numbers counted so far; new ones are added.
  init(
    _ solver: borrowing Solver, _ counter: inout BoxCounter, isInterrupted: () -> Bool
  ) throws(GameError) {
    let odds = try BoxOdds(solver, &counter, isInterrupted: isInterrupted)
    unknown = solver.shape.indices.filter { solver.known($0) != .number }
    chances = solver.cells.map { $0.known == .nothing ? odds.free : $0.known == .mine ? 1 : 0 }
    isExact = odds.large.isEmpty
    logarithm = odds.logarithm
    leastOfGroups = odds.chances.map { $0.min() ?? 0 }
    for (chain, boxes) in zip(odds.chains, odds.chances) {
      for (box, chance) in boxes.enumerated() {
        for cell in chain.tangle.cells(of: box) { chances[Int(cell)] = chance }
      }
    }
    for tangle in odds.large { judge(tangle, solver) }
  }

  /// Judges cells by single numbers, if there are too many arrangements to count them.
  private mutating func judge(_ tangle: Tangle, _ solver: borrowing Solver) {
    for cell in tangle.cells {
      var highest = 0.0
      solver.shape.forEachNeighbor(of: Int(cell)) { number in
        guard solver.known(number) == .number else { return }
        highest = max(
          highest, Double(solver.cells[number].rest) / Double(solver.cells[number].unknown))
      }
      chances[Int(cell)] = min(max(highest, 0.001), 0.999)
    }
  }
}

/// The chances of mines in the boxes of the unknown cells, and outside them.
struct BoxOdds {
  private(set) var chains: [BoxChain] = []
  /// For each chain the chance of a mine in a cell of each box.
  private(set) var chances: [[Double]] = []
  /// The chance of a mine in a cell without a number around it.
  private(set) var free = 0.0
  /// The number of cells with no number around them.
  private(set) var freeCount: Int
  /// The groups of numbers that are too large to count. Their cells count as free.
  private(set) var large: [Tangle] = []
  /// The natural logarithm of the number of arrangements; `nil` if there is none.
  private(set) var logarithm: Double?

  /// Counts for the known cells of a solver, as ``MineOdds`` does. Assumed cells can be
  /// contradictory: then there is no arrangement.
  init(
    _ solver: borrowing Solver, _ counter: inout BoxCounter, isInterrupted: () -> Bool
  ) throws(GameError) {
    freeCount = solver.unknownLeft
    var isPossible = true
    for tangle in Tangle.all(in: solver) {
      if isInterrupted() { throw .stopped }
      switch counter.count(tangle, mines: solver.mines) {
      case .ways(let chain):
        chains.append(chain)
        freeCount -= tangle.cells.count
      case .none: isPossible = false
      case .tooMany: large.append(tangle)
      }
    }
    if isPossible { weigh(mines: solver.minesLeft) }
  }

  /// The two lowest chances of mines, if there are cells; known cells without a mine count.
  func twoLeast(_ solver: borrowing Solver) -> (Double, Double) {
    var (first, second) = (1.0, 1.0)
    func add(_ chance: Double, _ count: Int) {
      guard count > 0, chance < second else { return }
      second = chance
      if count > 1 || second < first {
        (first, second) = (min(chance, first), count > 1 ? chance : first)
      }
    }
    add(0, solver.safeCount)
    add(free, freeCount)
    for (chain, boxes) in zip(chains, chances) {
      for (box, chance) in boxes.enumerated() { add(chance, chain.tangle.size(of: box)) }
    }
    return (first, second)
  }

  /// The ways to have each number of mines in two sets of cells, up to the maximum that are left. A
  /// chain alone can have more. If the ways grow too large, they are divided by the largest of
  /// them; the second result is its logarithm.
  private static func product(
    _ one: [Double], _ other: [Double], most: Int
  ) -> (ways: [Double], logarithm: Double) {
    if one.count == 1, one[0] == 1 { return (Array(other.prefix(most + 1)), 0) }
    var product = [Double](repeating: 0, count: min(one.count + other.count - 1, most + 1))
    for mines in one.indices.prefix(product.count) where one[mines] > 0 {
      for more in 0..<min(other.count, product.count - mines) {
        product[mines + more] += one[mines] * other[more]
      }
    }
    var largest = 0.0
    for ways in product { largest = max(largest, ways) }
    guard largest > BoxChain.mostWays else { return (product, 0) }
    for index in product.indices { product[index] /= largest }
    return (product, Logarithm.natural(largest))
  }

  private mutating func weigh(mines: Int) {
    guard mines >= 0 else { return }
    var logarithm = 0.0
    var before: [[Double]] = [[1]]
    for chain in chains {
      let (ways, scale) = Self.product(before[before.count - 1], chain.ways, most: mines)
      before.append(ways)
      logarithm += scale
    }
    let all = before[chains.count]
    let (weights, scale) = Self.weights(free: freeCount, mines: mines, most: all.count - 1)
    var (total, expected) = (0.0, 0.0)
    for inside in weights.indices {
      let ways = all[inside] * weights[inside]
      total += ways
      expected += ways * Double(mines - inside)
    }
    guard total > 0 else { return }
    self.logarithm = logarithm + scale + Logarithm.natural(total)
    if freeCount > 0 { free = min(max(expected / total / Double(freeCount), 0), 1) }
    chances = [[Double]](repeating: [], count: chains.count)
    // The ways of the chains after this one.
    var after: [Double] = [1]
    for place in chains.indices.reversed() {
      let chain = chains[place]
      let others = Self.product(before[place], after, most: mines).ways
      var weight = [Double](repeating: 0, count: chain.ways.count)
      for own in 0..<min(weight.count, weights.count) {
        for other in 0..<min(others.count, weights.count - own) {
          weight[own] += others[other] * weights[own + other]
        }
      }
      chances[place] = chain.chances(weight)
      if place > 0 { after = Self.product(after, chain.ways, most: mines).ways }
    }
  }

  /// For each number of mines inside, up to the maximum, the ways to lay the others in the free
  /// cells, up to a factor; the second result is its logarithm.
  private static func weights(free: Int, mines: Int, most: Int) -> ([Double], Double) {
    let most = min(most, mines)
    let least = max(0, mines - free)
    guard least <= most else { return ([], 0) }
    var weights = [Double](repeating: 0, count: most + 1)
    // The ways for the lowest number inside.
    let outside = mines - least
    var logarithm = logFactorials[free] - logFactorials[outside] - logFactorials[free - outside]
    var ways = 1.0
    for inside in least...most {
      weights[inside] = ways
      let left = mines - inside
      ways *= Double(left) / Double(free - left + 1)
      if ways > 1e100 {
        for index in least...inside { weights[index] *= 1e-100 }
        ways *= 1e-100
        logarithm += 100 * Logarithm.natural(10)
      }
    }
    return (weights, logarithm)
  }

  /// The logarithm of n! at n, up to the cells of the largest board.
  private static let logFactorials: [Double] = {
    var sums = [0.0]
    for number in 1...(Shape.sides.upperBound * Shape.sides.upperBound) {
      sums.append(sums[number - 1] + Logarithm.natural(Double(number)))
    }
    return sums
  }()
}
