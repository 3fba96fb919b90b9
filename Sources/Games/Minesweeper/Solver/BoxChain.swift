/// The ways to lay mines in the boxes of a tangle, one box after another.
final class BoxChain {
  let tangle: Tangle
  /// The ways by the number of mines, each at most ``mostWays``.
  let ways: [Double]
  /// The maximum: three such factors can be multiplied.
  static let mostWays = 1e100
  /// The transitions from the states before a box to those after it, box by box.
  private let steps: [Step]
  /// The ways to reach each state by the mines so far, stage by stage: before each box, and at the
  /// end.
  private let forward: [Double]
  private let stages: [Stage]
  /// The most sums of a stage.
  private let mostSums: Int

  fileprivate struct Step {
    var from: Int
    var to: Int
    var mines: Int
    /// The ways to choose the cells within the box.
    var ways: Double
  }

  /// The states before a box, in the order of the search.
  fileprivate struct Stage {
    var box = -1
    /// Where its transitions begin, and where its sums begin.
    var firstStep = 0
    var firstSum = 0
    var states = 1
    /// The number of sums of a state: for 0 mines and more.
    var width = 1

    var sums: Int { states * width }
  }

  fileprivate init(
    _ tangle: Tangle, steps: [Step], forward: [Double], stages: [Stage], ways: [Double]
  ) {
    self.tangle = tangle
    self.steps = steps
    self.forward = forward
    self.stages = stages
    self.ways = ways
    mostSums = stages.reduce(0) { max($0, $1.sums) }
  }

  /// The chance that a cell of each box is a mine.
  ///
  /// - Parameters:
  ///   - weights: the weight of an arrangement by its number of mines.
  ///   - chances: gets the chances, that of the first box at `start`, where there are zeros.
  func chances(_ weights: [Double], into chances: inout [Double], from start: Int) {
    var all = 0.0
    for (mines, ways) in ways.enumerated() { all += ways * weights[mines] }
    guard all > 0 else { return }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * mostSums) { memory in
      var after = UnsafeMutableBufferPointer(rebasing: memory[..<mostSums])
      var before = UnsafeMutableBufferPointer(rebasing: memory[mostSums...])
      _ = after.initialize(from: weights)
      var width = weights.count
      for place in stages.indices.dropLast().reversed() {
        let mined = goBack(to: place, after, width, before)
        chances[start + stages[place].box] = min(max(mined / all, 0), 1)
        swap(&after, &before)
        width = stages[place].width
      }
    }
  }

  /// Computes the weights of the states before a box from those of the states after it.
  ///
  /// - Parameter width: that of the states after it.
  /// - Returns: the weight of the mines in a cell of the box.
  private func goBack(
    to place: Int, _ after: UnsafeMutableBufferPointer<Double>, _ width: Int,
    _ before: UnsafeMutableBufferPointer<Double>
  ) -> Double {
    let stage = stages[place]
    let size = Double(tangle.size(of: stage.box))
    for sum in 0..<stage.sums { before[sum] = 0 }
    var mined = 0.0
    for index in stage.firstStep..<stages[place + 1].firstStep {
      let step = steps[index]
      let share = Double(step.mines) / size
      let source = step.from * stage.width
      let target = step.to * width + step.mines
      for mines in 0..<max(0, min(stage.width, width - step.mines)) {
        let weight = step.ways * after[target + mines]
        before[source + mines] += weight
        mined += forward[stage.firstSum + source + mines] * weight * share
      }
    }
    return mined
  }
}

/// Counts the ways to lay mines in tangles, each tangle once.
struct BoxCounter {
  private var counted: [Tangle: BoxChain] = [:]
  private var numbers: [Number] = []
  /// The places of states that no number has, as bits.
  private var freePlaces: UInt32 = .max
  private var states: [UInt128] = []
  private var next: [UInt128] = []
  /// The places of the states in ``next``, if these are many.
  private var places: [UInt128: Int] = [:]
  /// For each number around a box, its place in a state, and its remaining cells.
  private var around: [(shift: UInt128, room: Int)] = []
  /// The ways to choose 0 and more cells of a box.
  private var choices: [Double] = []
  private var steps: [BoxChain.Step] = []
  /// The sums of a chain, which can be followed by old ones.
  private var forward: [Double] = []
  private var stages: [BoxChain.Stage] = []
  /// The boxes in the order of the search, and those still to be put in order.
  private var order: [Int] = []
  private var rest: [Int] = []

  /// A number of a tangle.
  private struct Number {
    /// The boxes around it that are still to come, and their cells.
    var left = 0
    var cells = 0
    /// The place of its four bits in a state, from its first box to its last one; -1 elsewhere.
    var place = -1
    /// Whether a box around it is in order.
    var isOpen = false
  }

  /// The maximum number of states between two boxes.
  private static let mostStates = 100_000
  /// The number of states that are few.
  private static let few = 16

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
    if case .ways(let chain) = count {
      counted[tangle] = chain
      (steps, forward, stages) = ([], [], [])
    }
    return count
  }

  /// Counts the ways of a tangle that is hardly met again. Once its chain is released, the memory
  /// is used for the next one.
  mutating func countAnew(_ tangle: Tangle, mines: Int) -> Count {
    guard !tangle.isTooLarge else { return .tooMany }
    sort(tangle)
    guard begin(tangle) else { return .none }
    for box in order {
      guard enter(box, of: tangle) else { return .tooMany }
      layMines(in: box, of: tangle, atMost: mines)
      guard !next.isEmpty else { return .none }
      guard next.count <= Self.mostStates else { return .tooMany }
      tangle.forEachNumber(of: box) {
        let number = numbers[$0]
        if number.left == 0 { freePlaces |= 1 &<< UInt32(truncatingIfNeeded: number.place) }
      }
      swap(&states, &next)
    }
    guard let last = stages.last, last.states == 1 else { return .tooMany }
    var ways = forward[last.firstSum..<last.firstSum + last.sums]
    while ways.count > 1, ways.last == 0 { ways.removeLast() }
    guard ways.allSatisfy({ $0 <= BoxChain.mostWays }) else { return .tooMany }
    guard ways.contains(where: { $0 > 0 }) else { return .none }
    return .ways(
      BoxChain(tangle, steps: steps, forward: forward, stages: stages, ways: [] + ways))
  }

  /// Prepares for the first box.
  ///
  /// - Returns: false if a number cannot be met by the cells around it.
  private mutating func begin(_ tangle: Tangle) -> Bool {
    numbers.fill(Number(), count: tangle.rests.count)
    freePlaces = .max
    states.fill(0, count: 1)
    steps.removeAll(keepingCapacity: true)
    if forward.isEmpty { forward.append(1) }
    forward[0] = 1
    stages.fill(BoxChain.Stage(), count: 1)
    for box in 0..<tangle.boxCount {
      let size = tangle.size(of: box)
      tangle.forEachNumber(of: box) { number in
        numbers[number].left += 1
        numbers[number].cells += size
      }
    }
    return numbers.indices.allSatisfy { 0...numbers[$0].cells ~= tangle.rests[$0] }
  }

  /// Gives the numbers around a box a place in the states, and notes them in ``around``.
  ///
  /// - Returns: false if there are too many numbers for a state.
  private mutating func enter(_ box: Int, of tangle: Tangle) -> Bool {
    let size = tangle.size(of: box)
    var isFull = false
    around.removeAll(keepingCapacity: true)
    tangle.forEachNumber(of: box) { index in
      var number = numbers[index]
      if number.place < 0, freePlaces != 0 {
        number.place = freePlaces.trailingZeroBitCount
        freePlaces &= freePlaces &- 1
        let rest = UInt128(truncatingIfNeeded: max(0, tangle.rests[index]))
        for state in states.indices { states[state] |= rest &<< UInt128(4 * number.place) }
      }
      number.left -= 1
      number.cells -= size
      if number.place < 0 { isFull = true }
      around.append((UInt128(4 * max(0, number.place)), number.cells))
      numbers[index] = number
    }
    return !isFull
  }

  /// Lays 0 and more mines in a box: ``next`` gets the states after it.
  private mutating func layMines(in box: Int, of tangle: Tangle, atMost mines: Int) {
    let size = tangle.size(of: box)
    stages[stages.count - 1].box = box
    let stage = stages[stages.count - 1]
    let width = min(stage.width + size, mines + 1)
    let firstSum = stage.firstSum + stage.sums
    choose(from: size)
    next.removeAll(keepingCapacity: true)
    var mine: UInt128 = 0
    for number in around { mine |= 1 &<< number.shift }
    for from in states.indices {
      for laid in allowed(by: states[from], size) {
        let state = states[from] &- UInt128(truncatingIfNeeded: laid) &* mine
        let to = place(of: state)
        let target = firstSum + to * width
        if to == next.count {
          next.append(state)
          while forward.count < target + width { forward.append(0) }
          forward.withUnsafeMutableBufferPointer { forward in
            for sum in target..<target + width { forward[sum] = 0 }
          }
        }
        let ways = choices[laid]
        steps.append(BoxChain.Step(from: from, to: to, mines: laid, ways: ways))
        let source = stage.firstSum + from * stage.width
        forward.withUnsafeMutableBufferPointer { forward in
          for before in 0..<max(0, min(stage.width, width - laid)) {
            forward[target + laid + before] += forward[source + before] * ways
          }
        }
      }
    }
    if next.count > Self.few { places.removeAll(keepingCapacity: true) }
    stages.append(
      BoxChain.Stage(
        firstStep: steps.count, firstSum: firstSum, states: next.count, width: width))
  }

  /// Computes the ways to choose cells of a box.
  private mutating func choose(from size: Int) {
    choices.removeAll(keepingCapacity: true)
    choices.append(1)
    for laid in 0..<size {
      choices.append(choices[laid] * Double(size - laid) / Double(laid + 1))
    }
  }

  /// How many mines the numbers of ``around`` allow in a box.
  @inline(__always)
  private func allowed(by state: UInt128, _ size: Int) -> Range<Int> {
    var (least, most) = (0, size)
    for (shift, room) in around {
      let rest = Int(truncatingIfNeeded: state &>> shift) & 15
      least = max(least, rest - room)
      most = min(most, rest)
    }
    return least..<max(least, most + 1)
  }

  /// The place of a state among those after a box, or the next place if it is new. It is found by
  /// linear search as long as they are few.
  private mutating func place(of state: UInt128) -> Int {
    guard next.count > Self.few else {
      for place in next.indices where next[place] == state { return place }
      if next.count == Self.few {
        for (place, state) in next.enumerated() { places[state] = place }
        places[state] = next.count
      }
      return next.count
    }
    if let place = places[state] { return place }
    places[state] = next.count
    return next.count
  }

  /// Computes an order in which few numbers are open at a time.
  private mutating func sort(_ tangle: Tangle) {
    numbers.fill(Number(), count: tangle.rests.count)
    for box in 0..<tangle.boxCount { tangle.forEachNumber(of: box) { numbers[$0].left += 1 } }
    rest.fill(with: 0..<tangle.boxCount)
    order.removeAll(keepingCapacity: true)
    while !rest.isEmpty {
      var best = 0
      var least = Int.max
      for (place, box) in rest.enumerated() {
        var cost = 0
        var touches = order.isEmpty
        tangle.forEachNumber(of: box) { index in
          let number = numbers[index]
          if number.isOpen { touches = true } else { cost += 2 }
          if number.left == 1 { cost -= 2 }
          // Numbers that are nearly complete come first.
          if number.isOpen, number.left == 2 { cost -= 1 }
        }
        if !touches { cost += 100 }
        if cost < least { (least, best) = (cost, place) }
      }
      let box = rest.remove(at: best)
      order.append(box)
      tangle.forEachNumber(of: box) { number in
        numbers[number].isOpen = true
        numbers[number].left -= 1
      }
    }
  }
}

extension Array {
  /// Fills the array with an element, reusing its memory.
  mutating func fill(_ element: Element, count: Int) {
    if self.count > count { removeLast(self.count - count) }
    if capacity < count { reserveCapacity(2 * count) }
    for index in indices { self[index] = element }
    while self.count < count { append(element) }
  }

  /// Fills the array with other elements, likewise.
  mutating func fill(with elements: some Collection<Element>) {
    removeAll(keepingCapacity: true)
    append(contentsOf: elements)
  }
}
