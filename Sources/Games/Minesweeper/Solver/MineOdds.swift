import ParlorKit

/// The chance that each unknown cell is a mine, counted over all arrangements of mines that fit the
/// numbers and the number of mines, which are all equally likely.
///
/// Cells are counted in boxes, as in a ``Component``. Box after box the ways are added up by what the
/// numbers still need and by the mines so far, so that arrangements which only differ before a box are
/// one state there. A second pass, backwards, gives the chances. The cells without a number around them
/// are weighed by binomial coefficients.
struct MineOdds {
  /// The chance of a mine by the index of a cell: 0 for revealed cells.
  private(set) var chances: [Double]
  /// Whether nothing was too large to be counted.
  private(set) var isExact = true
  /// The unknown cells.
  let unknown: [Int]

  /// The natural logarithm of the number of arrangements; nothing if there is none.
  private(set) var logarithm: Double?

  /// The most states between two boxes.
  private static let mostStates = 100_000

  /// Counts for what a player sees.
  ///
  /// - Throws: ``GameError/stopped``.
  init(
    _ board: Board, mines: Int, isInterrupted: () -> Bool = { false }
  ) throws(GameError) {
    var solver = Solver(board, mines: mines)
    while !solver.safeCells().isEmpty {
      if isInterrupted() { throw .stopped }
    }
    var known: [Tangle: BoxChain] = [:]
    try self.init(solver, &known, isInterrupted: isInterrupted)
  }

  /// Counts for what a solver knows.
  ///
  /// - Parameter counted: the groups of numbers that were counted before; those of now are added.
  init(
    _ solver: Solver, _ counted: inout [Tangle: BoxChain], isInterrupted: () -> Bool
  ) throws(GameError) {
    let known = solver.known
    unknown = known.indices.filter { known[$0] != .number && known[$0] != .frame }
    chances = known.map { $0 == .mine ? 1 : 0 }
    var chains: [BoxChain] = []
    var large: [Tangle] = []
    for tangle in Tangle.all(in: solver) {
      if isInterrupted() { throw .stopped }
      if let chain = counted[tangle] {
        chains.append(chain)
      } else if let chain = BoxChain(tangle, mines: solver.mines, mostStates: Self.mostStates) {
        counted[tangle] = chain
        chains.append(chain)
      } else {
        large.append(tangle)
      }
    }
    isExact = large.isEmpty
    var isInside = [Bool](repeating: false, count: chances.count)
    for chain in chains { for cell in chain.tangle.cells { isInside[Int(cell)] = true } }
    let free = unknown.filter { known[$0] == .nothing && !isInside[$0] }
    weigh(chains, free: free, mines: solver.minesLeft)
    for tangle in large { judge(tangle, solver) }
  }

  /// The ways to have so many mines in two sets of cells.
  private static func product(_ one: [Double], _ other: [Double], most: Int) -> [Double] {
    guard one.count > 1 || other.count > 1 else { return [one[0] * other[0]] }
    var product = [Double](repeating: 0, count: min(one.count + other.count - 1, most + 1))
    for (mines, ways) in one.enumerated() where ways > 0 {
      for (more, others) in other.enumerated() where mines + more < product.count {
        product[mines + more] += ways * others
      }
    }
    return product
  }

  /// Numbers divided by the largest of them, so that they stay in their range, and its logarithm.
  private static func scaled(_ numbers: [Double]) -> (numbers: [Double], logarithm: Double) {
    let largest = numbers.max() ?? 0
    guard largest > 0, largest != 1 else { return (numbers, 0) }
    return (numbers.map { $0 / largest }, Logarithm.natural(largest))
  }

  private mutating func weigh(_ chains: [BoxChain], free: [Int], mines: Int) {
    guard mines >= 0 else { return }
    var logarithm = 0.0
    var before: [[Double]] = [[1]]
    for chain in chains {
      let (next, scale) = Self.scaled(
        Self.product(before[before.count - 1], chain.ways, most: mines))
      before.append(next)
      logarithm += scale
    }
    var after: [[Double]] = [[1]]
    for chain in chains.reversed() {
      after.append(
        Self.scaled(Self.product(after[after.count - 1], chain.ways, most: mines)).numbers)
    }
    after.reverse()
    let (weights, scale) = Self.weights(free: free.count, mines: mines)
    var total = 0.0
    for (inside, ways) in before[chains.count].enumerated() where inside < weights.count {
      total += ways * weights[inside]
    }
    guard total > 0 else { return }
    self.logarithm = logarithm + scale + Logarithm.natural(total)
    for (place, chain) in chains.enumerated() {
      let others = Self.product(before[place], after[place + 1], most: mines)
      let weight = chain.ways.indices.map { own in
        others.enumerated().reduce(0.0) { sum, other in
          let all = own + other.offset
          return all < weights.count ? sum + other.element * weights[all] : sum
        }
      }
      for (box, chance) in chain.chances(weight).enumerated() {
        for cell in chain.tangle.cells(of: box) { chances[Int(cell)] = chance }
      }
    }
    guard !free.isEmpty else { return }
    var (sum, expected) = (0.0, 0.0)
    for (inside, ways) in before[chains.count].enumerated() where inside < weights.count {
      sum += ways * weights[inside]
      expected += ways * weights[inside] * Double(mines - inside)
    }
    let chance = sum > 0 ? expected / sum / Double(free.count) : 0
    for cell in free { chances[cell] = min(max(chance, 0), 1) }
  }

  /// For each number of mines inside, the ways to lay the others in the free cells, up to a factor
  /// whose logarithm is the second result.
  private static func weights(free: Int, mines: Int) -> ([Double], Double) {
    var weights = [Double](repeating: 0, count: mines + 1)
    let least = max(0, mines - free)
    // The ways for the least number inside.
    let outside = mines - least
    var logarithm = logFactorials[free] - logFactorials[outside] - logFactorials[free - outside]
    var ways = 1.0
    for inside in least...mines {
      weights[inside] = ways
      let left = mines - inside
      ways *= Double(left) / Double(free - left + 1)
      if ways > 1e200 {
        for index in least...inside { weights[index] *= 1e-200 }
        ways *= 1e-200
        logarithm += 200 * Logarithm.natural(10)
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

  /// Judges cells by single numbers, where there are too many arrangements to count them.
  private mutating func judge(_ tangle: Tangle, _ solver: Solver) {
    for cell in tangle.cells {
      var highest = 0.0
      solver.shape.forEachNeighbor(of: Int(cell)) { number in
        guard solver.known[number] == .number else { return }
        highest = max(
          highest, Double(solver.rests[number]) / Double(solver.masks[number].nonzeroBitCount))
      }
      chances[Int(cell)] = min(max(highest, 0.001), 0.999)
    }
  }
}

/// The ways to lay mines in the boxes of a tangle, one box after the other.
struct BoxChain {
  let tangle: Tangle
  /// The ways by the number of mines.
  private(set) var ways: [Double] = []
  /// The boxes in the order in which they are gone through.
  private let order: [Int]
  /// What leads from the states before a box to those after it, box after box.
  private var steps: [Step] = []
  /// The ways to each state by the mines so far, stage after stage: before each box, and at the end.
  private var forward: [Double] = [1]
  private var stages = [Stage(firstStep: 0, firstSum: 0, states: 1, width: 1)]

  private struct Step {
    var from: Int
    var to: Int
    var mines: Int
    /// The ways to choose the cells within the box.
    var ways: Double
  }

  /// The states before a box.
  private struct Stage {
    /// Where the steps from it begin, and where its sums do.
    var firstStep: Int
    var firstSum: Int
    var states: Int
    /// How many sums a state has: for 0 mines and more.
    var width: Int
  }

  /// - Returns: nothing if there are too many states.
  init?(_ tangle: Tangle, mines: Int, mostStates: Int) {
    self.tangle = tangle
    order = Self.order(tangle)
    // Each number has four bits of a state from its first box to its last one.
    var left = [Int](repeating: 0, count: tangle.rests.count)
    var cells = left
    for box in 0..<tangle.boxCount {
      tangle.forEachNumber(of: box) { number in
        left[number] += 1
        cells[number] += tangle.size(of: box)
      }
    }
    for (number, rest) in tangle.rests.enumerated() where rest < 0 || rest > cells[number] {
      return nil
    }
    var places = [Int](repeating: -1, count: tangle.rests.count)
    var free = Array((0..<32).reversed())
    var states: [UInt128] = [0]
    var next: [UInt128] = []
    // For each number around a box, where it is in a state, and the cells that it has left then.
    var around: [(shift: UInt128, room: Int)] = []
    for box in order {
      let size = tangle.size(of: box)
      var isFull = false
      around.removeAll(keepingCapacity: true)
      tangle.forEachNumber(of: box) { number in
        if places[number] < 0, let place = free.popLast() {
          places[number] = place
          let rest = UInt128(truncatingIfNeeded: max(0, tangle.rests[number]))
          for index in states.indices { states[index] |= rest << UInt128(4 * place) }
        }
        left[number] -= 1
        cells[number] -= size
        if places[number] < 0 { isFull = true }
        around.append((UInt128(4 * max(0, places[number])), cells[number]))
      }
      guard !isFull else { return nil }
      var index = StateIndex()
      next.removeAll(keepingCapacity: true)
      let stage = stages[stages.count - 1]
      let width = min(stage.width + size, mines + 1)
      let firstSum = forward.count
      for (from, state) in states.enumerated() {
        // The ways to choose the cells.
        var ways = 1.0
        for laid in 0...size {
          defer { ways = ways * Double(size - laid) / Double(laid + 1) }
          let take = UInt128(laid)
          var isPossible = true
          var after = state
          for (shift, room) in around {
            let rest = Int(state >> shift & 15) - laid
            guard rest >= 0, rest <= room else {
              isPossible = false
              break
            }
            after -= take << shift
          }
          guard isPossible else { continue }
          let to = index.place(of: after, in: &next)
          steps.append(Step(from: from, to: to, mines: laid, ways: ways))
          while forward.count < firstSum + next.count * width { forward.append(0) }
          let source = stage.firstSum + from * stage.width
          let target = firstSum + to * width + laid
          for before in 0..<max(0, min(stage.width, width - laid)) {
            forward[target + before] += forward[source + before] * ways
          }
        }
      }
      guard next.count <= mostStates, !next.isEmpty else { return nil }
      tangle.forEachNumber(of: box) { if left[$0] == 0 { free.append(places[$0]) } }
      stages.append(
        Stage(firstStep: steps.count, firstSum: firstSum, states: next.count, width: width))
      swap(&states, &next)
    }
    guard let last = stages.last, last.states == 1 else { return nil }
    ways = Array(forward[last.firstSum...])
    while ways.count > 1, ways[ways.count - 1] == 0 { ways.removeLast() }
    guard ways.allSatisfy(\.isFinite), ways.contains(where: { $0 > 0 }) else { return nil }
  }

  /// Finds states again: by looking through them as long as they are few.
  private struct StateIndex {
    private var known: [UInt128: Int] = [:]
    private static let few = 16

    /// The place of a state, at the end of the others if it is new.
    mutating func place(of state: UInt128, in states: inout [UInt128]) -> Int {
      if states.count <= Self.few {
        if let place = states.firstIndex(of: state) { return place }
        if states.count == Self.few {
          for (place, state) in states.enumerated() { known[state] = place }
        }
      } else if let place = known[state] {
        return place
      }
      if states.count >= Self.few { known[state] = states.count }
      states.append(state)
      return states.count - 1
    }
  }

  /// An order in which few numbers are open at a time.
  private static func order(_ tangle: Tangle) -> [Int] {
    var left = [Int](repeating: 0, count: tangle.rests.count)
    for box in 0..<tangle.boxCount { tangle.forEachNumber(of: box) { left[$0] += 1 } }
    var isOpen = [Bool](repeating: false, count: tangle.rests.count)
    var rest = Array(0..<tangle.boxCount)
    var order: [Int] = []
    order.reserveCapacity(rest.count)
    while !rest.isEmpty {
      var best = 0
      var least = Int.max
      for (place, box) in rest.enumerated() {
        var cost = 0
        var touches = order.isEmpty
        tangle.forEachNumber(of: box) { number in
          if isOpen[number] { touches = true } else { cost += 2 }
          if left[number] == 1 { cost -= 2 }
          // Numbers that are nearly done come first.
          cost = isOpen[number] && left[number] == 2 ? cost - 1 : cost
        }
        if !touches { cost += 100 }
        if cost < least { (least, best) = (cost, place) }
      }
      let box = rest.remove(at: best)
      order.append(box)
      tangle.forEachNumber(of: box) { number in
        isOpen[number] = true
        left[number] -= 1
      }
    }
    return order
  }

  /// The chance that a cell of each box is a mine.
  ///
  /// - Parameter weights: what an arrangement with so many mines counts.
  func chances(_ weights: [Double]) -> [Double] {
    var chances = [Double](repeating: 0, count: tangle.boxCount)
    var all = 0.0
    for (mines, ways) in ways.enumerated() { all += ways * weights[mines] }
    guard all > 0 else { return chances }
    var after = weights
    var width = weights.count
    for place in order.indices.reversed() {
      let stage = stages[place]
      let size = Double(tangle.size(of: order[place]))
      var before = [Double](repeating: 0, count: stage.states * stage.width)
      var mined = 0.0
      for step in steps[stage.firstStep..<stages[place + 1].firstStep] {
        let share = Double(step.mines) / size
        let source = step.from * stage.width
        let target = step.to * width + step.mines
        for mines in 0..<max(0, min(stage.width, width - step.mines)) {
          let weight = step.ways * after[target + mines]
          before[source + mines] += weight
          mined += forward[stage.firstSum + source + mines] * weight * share
        }
      }
      chances[order[place]] = min(max(mined / all, 0), 1)
      after = before
      width = stage.width
    }
    return chances
  }
}
