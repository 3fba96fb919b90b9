/// The ways to lay mines in the boxes of a tangle, one box after another.
final class BoxChain {
  let tangle: Tangle
  /// The ways by the number of mines, each at most ``mostWays``.
  let ways: [Double]
  /// The maximum: three such factors can be multiplied.
  static let mostWays = 1e100
  /// The boxes in the order of the search.
  private let order: [Int]
  /// The transitions from the states before a box to those after it, box by box.
  private let steps: [Step]
  /// The ways to reach each state by the mines so far, stage by stage: before each box, and at the
  /// end.
  private let forward: [Double]
  private let stages: [Stage]

  fileprivate struct Step {
    var from: Int
    var to: Int
    var mines: Int
    /// The ways to choose the cells within the box.
    var ways: Double
  }

  /// The states before a box.
  fileprivate struct Stage {
    /// Where its transitions begin, and where its sums begin.
    var firstStep: Int
    var firstSum: Int
    var states: Int
    /// The number of sums of a state: for 0 mines and more.
    var width: Int
  }

  fileprivate init(
    _ tangle: Tangle, order: [Int], steps: [Step], forward: [Double], stages: [Stage],
    ways: [Double]
  ) {
    self.tangle = tangle
    self.order = order
    self.steps = steps
    self.forward = forward
    self.stages = stages
    self.ways = ways
  }

  /// The chance that a cell of each box is a mine.
  ///
  /// - Parameters:
  ///   - weights: the weight of an arrangement by its number of mines.
  ///   - chances: gets the chances, that of the first box at `start`, where there are zeros.
  ///   - after, before: memory that is used again.
  func chances(
    _ weights: [Double], into chances: inout [Double], from start: Int,
    _ after: inout [Double], _ before: inout [Double]
  ) {
    var all = 0.0
    for (mines, ways) in ways.enumerated() { all += ways * weights[mines] }
    guard all > 0 else { return }
    after.fill(with: weights)
    var width = weights.count
    for place in order.indices.reversed() {
      let stage = stages[place]
      let size = Double(tangle.size(of: order[place]))
      before.fill(0, count: stage.states * stage.width)
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
      chances[start + order[place]] = min(max(mined / all, 0), 1)
      swap(&after, &before)
      width = stage.width
    }
  }
}

/// Counts the ways to lay mines in tangles, each tangle once.
struct BoxCounter {
  private var counted: [Tangle: BoxChain] = [:]
  /// For each number the boxes around it that are still to come, and their cells.
  private var left: [Int] = []
  private var cells: [Int] = []
  /// For each number the place of its four bits in a state, from its first box to its last one; -1
  /// elsewhere.
  private var places: [Int] = []
  private var freePlaces: [Int] = []
  private var states: [UInt128] = []
  private var next: [UInt128] = []
  /// For each number around a box, its place in a state, and its remaining cells.
  private var around: [(shift: UInt128, room: Int)] = []
  private var steps: [BoxChain.Step] = []
  private var forward: [Double] = []
  private var stages: [BoxChain.Stage] = []
  private var isOpen: [Bool] = []

  /// The maximum number of states between two boxes.
  private static let mostStates = 100_000

  enum Count {
    case ways(BoxChain)
    /// The numbers contradict each other, as assumed ones can.
    case none
    /// There are too many states or ways.
    case tooMany
  }

  /// Counts the ways, with at most `mines` mines.
  mutating func count(_ tangle: Tangle, mines: Int) -> Count {
    if let chain = counted[tangle] { return .ways(chain) }
    let count = countAnew(tangle, mines: mines)
    if case .ways(let chain) = count { counted[tangle] = chain }
    return count
  }

  private mutating func countAnew(_ tangle: Tangle, mines: Int) -> Count {
    guard !tangle.isTooLarge else { return .tooMany }
    let order = order(tangle)
    guard begin(tangle) else { return .none }
    for box in order {
      guard enter(box, of: tangle) else { return .tooMany }
      layMines(in: tangle.size(of: box), atMost: mines)
      guard !next.isEmpty else { return .none }
      guard next.count <= Self.mostStates else { return .tooMany }
      tangle.forEachNumber(of: box) { if left[$0] == 0 { freePlaces.append(places[$0]) } }
      swap(&states, &next)
    }
    guard let last = stages.last, last.states == 1 else { return .tooMany }
    var ways = Array(forward[last.firstSum...])
    while ways.count > 1, ways[ways.count - 1] == 0 { ways.removeLast() }
    guard ways.allSatisfy({ $0 <= BoxChain.mostWays }) else { return .tooMany }
    guard ways.contains(where: { $0 > 0 }) else { return .none }
    return .ways(
      BoxChain(tangle, order: order, steps: steps, forward: forward, stages: stages, ways: ways))
  }

  /// Prepares for the first box.
  ///
  /// - Returns: false if a number cannot be met by the cells around it.
  private mutating func begin(_ tangle: Tangle) -> Bool {
    left.fill(0, count: tangle.rests.count)
    cells.fill(0, count: tangle.rests.count)
    places.fill(-1, count: tangle.rests.count)
    freePlaces.removeAll(keepingCapacity: true)
    freePlaces.append(contentsOf: (0..<32).reversed())
    states.fill(0, count: 1)
    steps.removeAll(keepingCapacity: true)
    forward.fill(1, count: 1)
    stages.fill(BoxChain.Stage(firstStep: 0, firstSum: 0, states: 1, width: 1), count: 1)
    for box in 0..<tangle.boxCount {
      tangle.forEachNumber(of: box) { number in
        left[number] += 1
        cells[number] += tangle.size(of: box)
      }
    }
    return tangle.rests.enumerated().allSatisfy { 0...cells[$0.offset] ~= $0.element }
  }

  /// Gives the numbers around a box a place in the states, and notes them in ``around``.
  ///
  /// - Returns: false if there are too many numbers for a state.
  private mutating func enter(_ box: Int, of tangle: Tangle) -> Bool {
    let size = tangle.size(of: box)
    var isFull = false
    around.removeAll(keepingCapacity: true)
    tangle.forEachNumber(of: box) { number in
      if places[number] < 0, let place = freePlaces.popLast() {
        places[number] = place
        let rest = UInt128(truncatingIfNeeded: max(0, tangle.rests[number]))
        for index in states.indices { states[index] |= rest << UInt128(4 * place) }
      }
      left[number] -= 1
      cells[number] -= size
      if places[number] < 0 { isFull = true }
      around.append((UInt128(4 * max(0, places[number])), cells[number]))
    }
    return !isFull
  }

  /// Lays 0 and more mines in a box of so many cells: ``next`` gets the states after it.
  private mutating func layMines(in size: Int, atMost mines: Int) {
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
        guard let after = self.state(state, after: laid) else { continue }
        let to = index.place(of: after, in: &next)
        steps.append(BoxChain.Step(from: from, to: to, mines: laid, ways: ways))
        while forward.count < firstSum + next.count * width { forward.append(0) }
        let source = stage.firstSum + from * stage.width
        let target = firstSum + to * width + laid
        for before in 0..<max(0, min(stage.width, width - laid)) {
          forward[target + before] += forward[source + before] * ways
        }
      }
    }
    stages.append(
      BoxChain.Stage(
        firstStep: steps.count, firstSum: firstSum, states: next.count, width: width))
  }

  /// A state after so many mines in the box that the numbers of ``around`` see.
  ///
  /// - Returns: `nil` if one of the numbers does not allow it.
  @inline(__always)
  private func state(_ state: UInt128, after laid: Int) -> UInt128? {
    var after = state
    for (shift, room) in around {
      let rest = Int(state >> shift & 15) - laid
      guard rest >= 0, rest <= room else { return nil }
      after -= UInt128(laid) << shift
    }
    return after
  }

  /// Finds equal states: by linear search as long as they are few.
  private struct StateIndex {
    private var known: [UInt128: Int] = [:]
    private static let few = 16

    /// The index of a state, which is appended if it is new.
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
  private mutating func order(_ tangle: Tangle) -> [Int] {
    left.fill(0, count: tangle.rests.count)
    for box in 0..<tangle.boxCount { tangle.forEachNumber(of: box) { left[$0] += 1 } }
    isOpen.fill(false, count: tangle.rests.count)
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
          // Numbers that are nearly complete come first.
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
}

extension Array {
  /// Fills the array with an element, reusing its memory.
  mutating func fill(_ element: Element, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(element, count: count))
  }

  /// Fills the array with other elements, likewise.
  mutating func fill(with elements: some Collection<Element>) {
    removeAll(keepingCapacity: true)
    append(contentsOf: elements)
  }
}
