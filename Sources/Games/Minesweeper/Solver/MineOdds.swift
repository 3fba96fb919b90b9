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
    unknown = solver.shape.indices.filter { known[$0] != .number }
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
    for chain in chains { for cell in chain.tangle.boxes.joined() { isInside[Int(cell)] = true } }
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
        for cell in chain.tangle.boxes[box] { chances[Int(cell)] = chance }
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
    var logarithm = 0.0
    for index in 0..<min(mines - least, free - (mines - least)) {
      logarithm += Logarithm.natural(Double(free - index) / Double(index + 1))
    }
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

  /// Judges cells by single numbers, where there are too many arrangements to count them.
  private mutating func judge(_ tangle: Tangle, _ solver: Solver) {
    for cell in tangle.boxes.joined() {
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
  private var order: [Int] = []
  /// What leads from the states before each box to those after it.
  private var steps: [[Step]] = []
  /// The ways to each state before each box, by the mines so far.
  private var forward: [[[Double]]] = []

  private struct Step {
    var from: Int
    var to: Int
    var mines: Int
    /// The ways to choose the cells within the box.
    var ways: Double
  }

  /// - Returns: nothing if there are too many states.
  init?(_ tangle: Tangle, mines: Int, mostStates: Int) {
    self.tangle = tangle
    order = Self.order(tangle)
    // Each number has four bits of a state from its first box to its last one.
    var left = [Int](repeating: 0, count: tangle.rests.count)
    var cells = left
    for (box, numbers) in tangle.numbers.enumerated() {
      for number in numbers {
        left[number] += 1
        cells[number] += tangle.boxes[box].count
      }
    }
    for (number, rest) in tangle.rests.enumerated() where rest < 0 || rest > cells[number] {
      return nil
    }
    var places = [Int?](repeating: nil, count: tangle.rests.count)
    var free = Array((0..<32).reversed())
    var states: [UInt128] = [0]
    forward = [[[1]]]
    for box in order {
      let size = tangle.boxes[box].count
      for number in tangle.numbers[box] where places[number] == nil {
        guard let place = free.popLast() else { return nil }
        places[number] = place
        let rest = UInt128(truncatingIfNeeded: max(0, tangle.rests[number]))
        for index in states.indices { states[index] |= rest << UInt128(4 * place) }
      }
      let shifts = tangle.numbers[box].map { UInt128(4 * (places[$0] ?? 0)) }
      for number in tangle.numbers[box] {
        left[number] -= 1
        cells[number] -= size
      }
      let room = tangle.numbers[box].map { cells[$0] }
      var next: [UInt128] = []
      var known: [UInt128: Int] = [:]
      var steps: [Step] = []
      var sums: [[Double]] = []
      let current = forward[forward.count - 1]
      for (from, state) in states.enumerated() {
        var choices = 1.0
        for laid in 0...size {
          defer { choices *= Double(size - laid) / Double(laid + 1) }
          let take = UInt128(laid)
          var isPossible = true
          var after = state
          for (index, shift) in shifts.enumerated() {
            let rest = Int(state >> shift & 15) - laid
            guard rest >= 0, rest <= room[index] else {
              isPossible = false
              break
            }
            after -= take << shift
          }
          guard isPossible else { continue }
          let to: Int
          if let place = known[after] {
            to = place
          } else {
            to = next.count
            known[after] = to
            next.append(after)
            sums.append([])
          }
          steps.append(Step(from: from, to: to, mines: laid, ways: choices.rounded()))
          let most = min(mines + 1, current[from].count + laid)
          while sums[to].count < most { sums[to].append(0) }
          for (before, ways) in current[from].enumerated() where before + laid < most {
            sums[to][before + laid] += ways * choices.rounded()
          }
        }
      }
      guard next.count <= mostStates, !next.isEmpty else { return nil }
      for number in tangle.numbers[box] where left[number] == 0 {
        if let place = places[number] { free.append(place) }
      }
      self.steps.append(steps)
      forward.append(sums)
      states = next
    }
    guard forward[order.count].count == 1 else { return nil }
    ways = forward[order.count][0]
    guard ways.allSatisfy(\.isFinite), ways.contains(where: { $0 > 0 }) else { return nil }
  }

  /// An order in which few numbers are open at a time.
  private static func order(_ tangle: Tangle) -> [Int] {
    var left = [Int](repeating: 0, count: tangle.rests.count)
    for numbers in tangle.numbers { for number in numbers { left[number] += 1 } }
    var isOpen = [Bool](repeating: false, count: tangle.rests.count)
    var rest = Array(tangle.boxes.indices)
    var order: [Int] = []
    while !rest.isEmpty {
      var best = 0
      var least = Int.max
      for (place, box) in rest.enumerated() {
        var cost = 0
        var touches = order.isEmpty
        for number in tangle.numbers[box] {
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
      for number in tangle.numbers[box] {
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
    var chances = [Double](repeating: 0, count: tangle.boxes.count)
    var backward = [weights]
    var all = 0.0
    for (mines, ways) in ways.enumerated() { all += ways * weights[mines] }
    guard all > 0 else { return chances }
    for place in order.indices.reversed() {
      let size = Double(tangle.boxes[order[place]].count)
      var before = forward[place].map { [Double](repeating: 0, count: $0.count) }
      var mined = 0.0
      for step in steps[place] {
        let share = Double(step.mines) / size
        for (mines, ways) in forward[place][step.from].enumerated() {
          let after = mines + step.mines
          guard after < backward[step.to].count else { continue }
          let weight = step.ways * backward[step.to][after]
          before[step.from][mines] += weight
          mined += ways * weight * share
        }
      }
      chances[order[place]] = min(max(mined / all, 0), 1)
      backward = before
    }
    return chances
  }
}
