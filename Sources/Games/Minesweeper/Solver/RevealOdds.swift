/// The chances of mines after one more reveal, of each cell with each number.
///
/// Most groups of numbers stay as they are, so only those are searched and counted again that have
/// changed.
struct RevealOdds {
  /// The known cells, at times with a supposed one.
  private var solver: Solver
  /// The groups of numbers before the reveal.
  private let chains: [BoxChain]
  /// The numbers with unknown neighbours.
  private let numbers: [Int]
  /// The group of each number and of each cell; -1 without one.
  private let groups: [Int]
  /// For each group whether the reveal changes it, and whether it is counted.
  private var isChanged: [Bool] = []
  private var isAdded: [Bool] = []
  private var finder: TangleFinder
  private var odds = BoxOdds()

  /// What is known after a reveal.
  struct Outcome {
    /// The natural logarithm of the number of arrangements.
    var logarithm: Double
    /// The two lowest chances of mines.
    var least: Double
    var second: Double
  }

  /// - Parameter odds: the chances before the reveal, which are exact.
  init(_ solver: Solver, _ odds: MineOdds) {
    self.solver = solver
    chains = odds.chains
    numbers = solver.shape.indices.filter { solver.cells[$0].isOpenNumber }
    finder = TangleFinder(solver.shape)
    var groups = [Int](repeating: -1, count: solver.shape.area)
    for (group, chain) in chains.enumerated() {
      for cell in chain.tangle.cells { groups[Int(cell)] = group }
    }
    for number in numbers {
      let bit = solver.cells[number].mask.trailingZeroBitCount
      groups[number] = groups[solver.neighbor(of: number, at: bit)]
    }
    self.groups = groups
  }

  /// What is known after an unknown cell shows a number.
  ///
  /// - Parameter counter: counts the groups that change.
  /// - Returns: `nil` if that is impossible, or if there are too many arrangements to count them.
  mutating func after(_ cell: Int, _ number: Int, _ counter: inout BoxCounter) -> Outcome? {
    defer { solver.retract() }
    guard solver.suppose(cell, number: number) else { return nil }
    odds.begin(solver)
    finder.restart()
    noteChanges(around: cell)
    // The groups are counted in the order of their first numbers.
    var isCellNext = true
    for number in numbers {
      if isCellNext, number > cell {
        isCellNext = false
        guard add(cell, &counter) else { return nil }
      }
      guard add(number, &counter) else { return nil }
    }
    if isCellNext { guard add(cell, &counter) else { return nil } }
    odds.weigh(mines: solver.minesLeft)
    guard let logarithm = odds.logarithm else { return nil }
    let (least, second) = odds.twoLeast(solver)
    return Outcome(logarithm: logarithm, least: least, second: second)
  }

  /// Notes the groups with cells that have become known, and those next to the revealed cell.
  private mutating func noteChanges(around cell: Int) {
    isChanged.fill(false, count: chains.count)
    isAdded.fill(false, count: chains.count)
    for known in solver.supposed where groups[Int(known)] >= 0 {
      isChanged[groups[Int(known)]] = true
    }
    solver.shape.forEachNeighbor(of: cell) { if groups[$0] >= 0 { isChanged[groups[$0]] = true } }
  }

  /// Adds the group of a number.
  ///
  /// - Returns: false if that is impossible or too large.
  private mutating func add(_ number: Int, _ counter: inout BoxCounter) -> Bool {
    guard solver.cells[number].isOpenNumber else { return true }
    let group = groups[number]
    if group >= 0, !isChanged[group] {
      if !isAdded[group] { odds.add(chains[group]) }
      isAdded[group] = true
    } else if let tangle = finder.tangle(around: number, in: solver) {
      odds.add(tangle, counter.countAnew(tangle, mines: solver.mines))
    }
    return odds.isPossible && odds.large.isEmpty
  }
}
