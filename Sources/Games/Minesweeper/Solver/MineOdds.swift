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
  private(set) var leastOfGroups: [Double] = []
  /// The groups of numbers that were counted.
  let chains: [BoxChain]

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
    var odds = BoxOdds()
    odds.begin(solver)
    for tangle in solver.tangles {
      if isInterrupted() { throw .stopped }
      odds.add(tangle, counter.count(tangle, mines: solver.mines))
    }
    odds.weigh(mines: solver.minesLeft)
    unknown = solver.shape.indices.filter { solver.known($0) != .number }
    chances = solver.cells.map { $0.known == .nothing ? odds.free : $0.known == .mine ? 1 : 0 }
    isExact = odds.large.isEmpty
    logarithm = odds.logarithm
    chains = odds.chains
    var boxes = odds.chances[...]
    for chain in odds.chains where !boxes.isEmpty {
      let own = boxes.prefix(chain.tangle.boxCount)
      leastOfGroups.append(own.min() ?? 0)
      for (box, chance) in own.enumerated() {
        for cell in chain.tangle.cells(of: box) { chances[Int(cell)] = chance }
      }
      boxes = boxes.dropFirst(own.count)
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

/// The chances of mines in the boxes of the unknown cells, and outside them. It can be used for
/// one position after another, with the same memory.
struct BoxOdds {
  private(set) var chains: [BoxChain] = []
  /// The chance of a mine in a cell of each box, chain by chain.
  private(set) var chances: [Double] = []
  /// The chance of a mine in a cell without a number around it.
  private(set) var free = 0.0
  /// The number of cells with no number around them.
  private(set) var freeCount = 0
  /// The groups of numbers that are too large to count. Their cells count as free.
  private(set) var large: [Tangle] = []
  /// Whether the numbers of no group contradict each other, as assumed ones can.
  private(set) var isPossible = true
  /// The natural logarithm of the number of arrangements; `nil` if there is none.
  private(set) var logarithm: Double?
  /// The products of the ways of the chains before each chain, and after one.
  private var before: [[Double]] = [[1]]
  private var after: [Double] = []
  /// The products of the ways before a chain and after it.
  private var others: [Double] = []
  /// The weights of the mines in all chains, and in one.
  private var weights: [Double] = []
  private var weight: [Double] = []

  /// Begins with the known cells of a solver.
  mutating func begin(_ solver: borrowing Solver) {
    chains.removeAll(keepingCapacity: true)
    chances.removeAll(keepingCapacity: true)
    large.removeAll(keepingCapacity: true)
    (free, freeCount, isPossible, logarithm) = (0, solver.unknownLeft, true, nil)
  }

  /// Adds a group of numbers, once its ways are counted.
  mutating func add(_ tangle: Tangle, _ count: BoxCounter.Count) {
    switch count {
    case .ways(let chain): add(chain)
    case .none: isPossible = false
    case .tooMany: large.append(tangle)
    }
  }

  mutating func add(_ chain: BoxChain) {
    chains.append(chain)
    freeCount -= chain.tangle.cells.count
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
    var place = 0
    for chain in chains where !chances.isEmpty {
      for box in 0..<chain.tangle.boxCount { add(chances[place + box], chain.tangle.size(of: box)) }
      place += chain.tangle.boxCount
    }
    return (first, second)
  }

  /// The ways to have each number of mines in two sets of cells, up to the maximum that are left. A
  /// chain alone can have more. If the ways grow too large, they are divided by the largest of
  /// them.
  ///
  /// - Returns: the logarithm of the divisor.
  @discardableResult
  private static func multiply(
    _ one: [Double], _ other: [Double], most: Int, into product: inout [Double]
  ) -> Double {
    if one.count == 1, one[0] == 1 {
      product.fill(with: other.prefix(most + 1))
      return 0
    }
    product.fill(0, count: min(one.count + other.count - 1, most + 1))
    for mines in one.indices.prefix(product.count) where one[mines] > 0 {
      for more in 0..<min(other.count, product.count - mines) {
        product[mines + more] += one[mines] * other[more]
      }
    }
    var largest = 0.0
    for ways in product { largest = max(largest, ways) }
    guard largest > BoxChain.mostWays else { return 0 }
    for index in product.indices { product[index] /= largest }
    return Logarithm.natural(largest)
  }

  /// Computes the chances, if there is an arrangement.
  mutating func weigh(mines: Int) {
    guard isPossible, mines >= 0 else { return }
    var logarithm = 0.0
    for (place, chain) in chains.enumerated() {
      if before.count == place + 1 { before.append([]) }
      var product: [Double] = []
      swap(&product, &before[place + 1])
      logarithm += Self.multiply(before[place], chain.ways, most: mines, into: &product)
      swap(&product, &before[place + 1])
    }
    logarithm += weighMines(outside: mines, most: before[chains.count].count - 1)
    var (total, expected) = (0.0, 0.0)
    for inside in weights.indices {
      let ways = before[chains.count][inside] * weights[inside]
      total += ways
      expected += ways * Double(mines - inside)
    }
    guard total > 0 else { return }
    self.logarithm = logarithm + Logarithm.natural(total)
    if freeCount > 0 { free = min(max(expected / total / Double(freeCount), 0), 1) }
    computeChances(mines)
  }

  private mutating func computeChances(_ mines: Int) {
    chances.fill(0, count: chains.reduce(0) { $0 + $1.tangle.boxCount })
    var start = chances.count
    // The ways of the chains after this one.
    after.fill(1, count: 1)
    for place in chains.indices.reversed() {
      let chain = chains[place]
      weight.fill(0, count: chain.ways.count)
      if chains.count == 1 {
        for own in 0..<min(weight.count, weights.count) { weight[own] = weights[own] }
      } else {
        Self.multiply(before[place], after, most: mines, into: &others)
        for own in 0..<min(weight.count, weights.count) {
          for other in 0..<min(others.count, weights.count - own) {
            weight[own] += others[other] * weights[own + other]
          }
        }
      }
      start -= chain.tangle.boxCount
      chain.chances(weight, into: &chances, from: start)
      if place > 0 {
        Self.multiply(after, chain.ways, most: mines, into: &others)
        swap(&after, &others)
      }
    }
  }

  /// Computes for each number of mines inside, up to the maximum, the ways to lay the others in the
  /// free cells, up to a factor.
  ///
  /// - Returns: the logarithm of the factor.
  private mutating func weighMines(outside mines: Int, most: Int) -> Double {
    weights.removeAll(keepingCapacity: true)
    let most = min(most, mines)
    let least = max(0, mines - freeCount)
    guard least <= most else { return 0 }
    weights.fill(0, count: most + 1)
    // The ways for the lowest number inside.
    let outside = mines - least
    var logarithm =
      Self.logFactorials[freeCount] - Self.logFactorials[outside]
      - Self.logFactorials[freeCount - outside]
    var ways = 1.0
    for inside in least...most {
      weights[inside] = ways
      let left = mines - inside
      ways *= Double(left) / Double(freeCount - left + 1)
      if ways > 1e100 {
        for index in least...inside { weights[index] *= 1e-100 }
        ways *= 1e-100
        logarithm += 100 * Logarithm.natural(10)
      }
    }
    return logarithm
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
