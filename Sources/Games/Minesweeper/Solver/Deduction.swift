import ParlorKit

/// How a player can conclude which cells are safe: step by step, each from as few numbers as
/// possible.
///
/// A step follows from its numbers and from the steps before it. Single numbers come first, then
/// pairs, then longer chains of numbers, and the number of all mines last.
struct Deduction {
  private let board: Board
  private let mines: Int
  /// Whether a hidden cell is a mine, for the cells that are decided.
  private var isMine: [Int: Bool] = [:]
  private(set) var steps: [Step] = []

  /// A conclusion.
  struct Step: Equatable {
    /// The numbers it follows from, as indices.
    var numbers: [Int]
    /// Whether it needs the number of all mines, and all numbers.
    var countsMines = false
    /// How many arrangements of mines fit these numbers, if they are few enough to count.
    var arrangements: Int?
    /// The cells that are mines, and those that are safe.
    var mines: [Int] = []
    var safe: [Int] = []

    var kind: Reasoning {
      if countsMines { return .count }
      return numbers.count == 1 ? .single : numbers.count == 2 ? .pair : .chain
    }
  }

  /// What a step follows from: one number, two, more, or all numbers and the number of mines.
  enum Reasoning: String {
    case single, pair, chain, count
  }

  /// The most steps of a search for an arrangement.
  private static let mostSteps = 20_000
  /// The most cells for which the shortest chain is sought.
  private static let mostTargets = 8

  /// - Parameter known: cells that are known to be mines.
  init(_ board: Board, mines: Int, known: [Int] = []) {
    self.board = board
    self.mines = mines
    for cell in known { isMine[cell] = true }
  }

  /// Steps until a cell is decided.
  ///
  /// - Returns: those of them that it follows from; nil if it does not.
  mutating func proof(of cell: Int, _ isInterrupted: () -> Bool) -> [Step]? {
    while isMine[cell] == nil {
      if isInterrupted() || !advance() { return nil }
    }
    var wanted: Set<Int> = [cell]
    var needed: [Step] = []
    for step in steps.reversed() where !wanted.isDisjoint(with: step.mines + step.safe) {
      needed.append(step)
      if step.countsMines { continue }
      // A number that has all its mines needs no other cell.
      let isFull = step.numbers.count == 1 && step.mines.isEmpty
      wanted.formUnion(step.numbers.flatMap(hidden).filter { !isFull || isMine[$0] == true })
    }
    return needed.reversed()
  }

  /// All steps until nothing more is certain or some cells are safe.
  ///
  /// - Returns: the safe cells.
  mutating func safeCells() -> [Int] {
    while advance() {
      if let step = steps.last, !step.safe.isEmpty { return step.safe }
    }
    return []
  }

  /// Makes one step.
  ///
  /// - Returns: false if nothing more is certain.
  private mutating func advance() -> Bool {
    guard let step = single() ?? pair() ?? chain() else { return false }
    for cell in step.mines { isMine[cell] = true }
    for cell in step.safe { isMine[cell] = false }
    steps.append(step)
    return true
  }

  // MARK: Numbers and their cells

  private func hidden(around number: Int) -> [Int] {
    board.neighbors(of: number) { !Mark.isNumber($0) && $0 != Mark.frame }
  }

  private func open(around number: Int) -> [Int] {
    hidden(around: number).filter { isMine[$0] == nil }
  }

  private func rest(of number: Int) -> Int {
    Int(board.marks[number] - Mark.zero)
      - hidden(around: number).count { isMine[$0] == true }
  }

  /// The numbers with undecided cells around them.
  private var openNumbers: [Int] {
    board.shape.indices.filter {
      Mark.isNumber(board.marks[$0]) && !open(around: $0).isEmpty
    }
  }

  // MARK: Steps

  private func single() -> Step? {
    for number in openNumbers {
      let (cells, rest) = (open(around: number), rest(of: number))
      if rest == 0 { return Step(numbers: [number], safe: cells) }
      if rest == cells.count { return Step(numbers: [number], mines: cells) }
    }
    return nil
  }

  private func pair() -> Step? {
    let numbers = openNumbers
    for one in numbers {
      let cells = open(around: one)
      for other in numbers where other != one && isNear(one, other) {
        let others = open(around: other)
        let own = cells.filter { !others.contains($0) }
        guard own.count < cells.count, rest(of: one) - rest(of: other) == own.count else {
          continue
        }
        let safe = others.filter { !cells.contains($0) }
        if own.isEmpty, safe.isEmpty { continue }
        return Step(numbers: [one, other], mines: own, safe: safe)
      }
    }
    return nil
  }

  private func isNear(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (board.shape.cell(at: one), board.shape.cell(at: other))
    return abs(Int(first.row) - Int(second.row)) <= 2
      && abs(Int(first.column) - Int(second.column)) <= 2
  }

  /// The shortest chain of numbers that decides a cell, otherwise all numbers and mines.
  private func chain() -> Step? {
    var solver = Solver(board, mines: mines)
    while !solver.safeCells().isEmpty {}
    let certain = board.shape.indices.filter {
      isMine[$0] == nil && (solver.known($0) == .safe || solver.known($0) == .mine)
    }
    let safe = certain.filter { solver.known($0) == .safe }
    var best: Step?
    for cell in (safe + certain.filter { solver.known($0) == .mine }).prefix(Self.mostTargets) {
      let isMine = solver.known(cell) == .mine
      guard let numbers = chain(deciding: cell, isMine: isMine, below: best?.numbers.count) else {
        continue
      }
      var step = Step(numbers: numbers, mines: isMine ? [cell] : [], safe: isMine ? [] : [cell])
      step.arrangements = arrangements(of: numbers)
      best = step
    }
    if let best { return best }
    guard !certain.isEmpty else { return nil }
    let odds = try? MineOdds(board, mines: mines)
    let count = odds?.logarithm.flatMap {
      $0 < 9 ? Int((1 / Logarithm.power(-max($0, 0))).rounded()) : nil
    }
    return Step(
      numbers: openNumbers, countsMines: true, arrangements: count,
      mines: certain.filter { solver.known($0) == .mine }, safe: safe)
  }

  /// Few numbers near a cell that decide it.
  private func chain(deciding cell: Int, isMine: Bool, below most: Int?) -> [Int]? {
    var numbers: [Int] = []
    var isSeen: Set<Int> = []
    var next = [cell]
    // Take in numbers in waves, until they contradict the opposite.
    while true {
      var wave: [Int] = []
      for cell in next {
        for number in board.neighbors(of: cell, where: Mark.isNumber)
        where isSeen.insert(number).inserted { wave.append(number) }
      }
      if wave.isEmpty { return nil }
      numbers += wave
      if isImpossible(numbers, cell, isMine: !isMine) { break }
      next = wave.flatMap(open)
    }
    for number in numbers.reversed() {
      let fewer = numbers.filter { $0 != number }
      if isImpossible(fewer, cell, isMine: !isMine) { numbers = fewer }
    }
    return most.map { numbers.count < $0 } ?? true ? numbers : nil
  }

  /// Whether no arrangement that fits some numbers has a mine at a cell, or none there.
  private func isImpossible(_ numbers: [Int], _ cell: Int, isMine: Bool) -> Bool {
    var search = ArrangementSearch(demands(of: numbers), first: cell)
    return search.count(where: isMine, upTo: 1, steps: Self.mostSteps) == 0
  }

  /// The number of arrangements that fit some numbers; nil if there are many.
  private func arrangements(of numbers: [Int]) -> Int? {
    var search = ArrangementSearch(demands(of: numbers), first: nil)
    let most = 10_000
    return search.count(where: nil, upTo: most, steps: Self.mostSteps).flatMap {
      $0 < most ? $0 : nil
    }
  }

  private func demands(of numbers: [Int]) -> [(cells: [Int], rest: Int)] {
    numbers.map { (open(around: $0), rest(of: $0)) }
  }
}

/// Lays mines in cells one after another, so that numbers are met.
private struct ArrangementSearch {
  /// For each number its remaining mines and its cells without a decision.
  private var rests: [Int]
  private var open: [Int]
  /// For each cell the numbers around it.
  private var around: [[Int]] = []
  private var steps = 0

  /// - Parameter first: the cell that is laid first.
  init(_ demands: [(cells: [Int], rest: Int)], first: Int?) {
    rests = demands.map(\.rest)
    open = demands.map(\.cells.count)
    var places: [Int: Int] = [:]
    if let first { places[first] = 0 }
    if first != nil { around.append([]) }
    for (number, demand) in demands.enumerated() {
      for cell in demand.cells {
        let place = places[cell] ?? around.count
        if place == around.count { around.append([]) }
        places[cell] = place
        around[place].append(number)
      }
    }
  }

  /// The number of arrangements, at most a limit.
  ///
  /// - Parameter isMine: what the first cell is, if that is fixed.
  /// - Returns: nil if it takes too many steps.
  mutating func count(where isMine: Bool?, upTo most: Int, steps limit: Int) -> Int? {
    var found = 0
    func lay(_ place: Int, _ search: inout Self) -> Bool {
      guard place < search.around.count else {
        found += 1
        return true
      }
      search.steps += 1
      if search.steps > limit { return false }
      for mines in [0, 1] {
        if found >= most { return true }
        if place == 0, let isMine, isMine != (mines == 1) { continue }
        var fits = true
        for number in search.around[place] {
          search.rests[number] -= mines
          search.open[number] -= 1
          if search.rests[number] < 0 || search.rests[number] > search.open[number] {
            fits = false
          }
        }
        let isDone = !fits || lay(place + 1, &search)
        for number in search.around[place] {
          search.rests[number] += mines
          search.open[number] += 1
        }
        if !isDone { return false }
      }
      return true
    }
    return lay(0, &self) ? found : nil
  }
}
