import ParlorKit

/// The chance to win when few arrangements of mines are left, by trying all continuations.
///
/// A player knows the set of arrangements that are still possible. Cells that are safe in all of
/// them are revealed first, so that this set describes the position completely; the result for a
/// set is cached.
struct EndSearch {
  /// The cells that may or may not be a mine.
  private let cells: [Int]
  /// For each cell, then each arrangement, the number that a reveal shows; ``mine`` for a mine.
  private let numbers: [UInt8]
  /// How many arrangements there are.
  let count: Int
  /// A random number for each arrangement, for identifying sets.
  private let marks: [UInt64]
  private var known: [UInt64: Int] = [:]
  /// How many numbers the search may still examine.
  private var budget: Int

  private static let mine: UInt8 = 9
  /// The maximum number of arrangements.
  static let mostArrangements = 400
  /// How many numbers a search may examine.
  private static let budget = 4_000_000

  /// Lists the arrangements.
  ///
  /// - Parameter isInterrupted: asked often.
  /// - Returns: `nil` if there are too many.
  init?(_ solver: Solver, isInterrupted: () -> Bool) {
    var lister = Lister(solver)
    guard lister.run(isInterrupted), !lister.arrangements.isEmpty else { return nil }
    let arrangements = lister.arrangements
    count = arrangements.count
    let isHidden = solver.shape.indices.filter {
      solver.known($0) != .number && solver.known($0) != .mine
    }
    cells = isHidden
    var numbers: [UInt8] = []
    numbers.reserveCapacity(cells.count * count)
    for cell in cells {
      for arrangement in arrangements {
        if arrangement[cell] {
          numbers.append(Self.mine)
          continue
        }
        var number: UInt8 = 0
        solver.shape.forEachNeighbor(of: cell) { if arrangement[$0] { number += 1 } }
        numbers.append(number)
      }
    }
    self.numbers = numbers
    marks = (0..<count).map { UInt64($0 + 1).mixed }
    budget = Self.budget
  }

  /// The chance to win after a reveal of each cell, with the best continuation.
  ///
  /// - Returns: `nil` if that takes too long.
  mutating func chances(isInterrupted: () -> Bool) -> [(cell: Int, chance: Double)]? {
    let all = (0..<count).map { UInt16(truncatingIfNeeded: $0) }
    var chances: [(cell: Int, chance: Double)] = []
    for place in cells.indices {
      let won = value(of: place, all, above: -1, isInterrupted)
      if budget < 0 { return nil }
      chances.append((cells[place], Double(won) / Double(count)))
    }
    return chances
  }

  /// The chance to win after a reveal of several cells at once.
  ///
  /// - Returns: `nil` if that takes too long.
  mutating func chance(revealing some: [Int], isInterrupted: () -> Bool) -> Double? {
    let places = some.compactMap(cells.firstIndex)
    // The others are mines in all arrangements.
    guard places.count == some.count else { return 0 }
    var won = 0
    for part in parts(of: (0..<count).map { UInt16(truncatingIfNeeded: $0) }, by: places) {
      won += value(of: part, isInterrupted)
      if budget < 0 { return nil }
    }
    return Double(won) / Double(count)
  }

  /// The cell with the best chance to win.
  ///
  /// - Returns: `nil` if that takes too long.
  mutating func best(isInterrupted: () -> Bool) -> Int? {
    let all = (0..<count).map { UInt16(truncatingIfNeeded: $0) }
    if let safe = cells.indices.first(where: { isSafe($0, all) }) { return cells[safe] }
    var best: (place: Int, won: Int)?
    for (place, safe) in promising(all) where safe > best?.won ?? 0 {
      let won = value(of: place, all, above: best?.won ?? -1, isInterrupted)
      if budget < 0 { return nil }
      if won > best?.won ?? -1 { best = (place, won) }
    }
    return best.map { cells[$0.place] }
  }

  private func isSafe(_ place: Int, _ set: [UInt16]) -> Bool {
    set.allSatisfy { numbers[place * count + Int($0)] != Self.mine }
  }

  /// The cells that may be safe, with the arrangements in which they are, most first.
  private func promising(_ set: [UInt16]) -> [(place: Int, safe: Int)] {
    numbers.withUnsafeBufferPointer { numbers in
      cells.indices.map { place in
        let row = place * count
        var safe = 0
        for arrangement in set where numbers[row + Int(arrangement)] != Self.mine { safe += 1 }
        return (place, safe)
      }.filter { $0.safe > 0 }.sorted { ($1.safe, $0.place) < ($0.safe, $1.place) }
    }
  }

  /// The arrangements in a set in which the game is won after a reveal of a cell.
  ///
  /// - Parameter least: a lower result may be too high.
  private mutating func value(
    of place: Int, _ set: [UInt16], above least: Int, _ isInterrupted: () -> Bool
  ) -> Int {
    let parts = parts(of: set, by: [place])
    var won = parts.reduce(0) { $0 + $1.count }
    for part in parts {
      guard won > least, budget >= 0 else { return won }
      won += value(of: part, isInterrupted) - part.count
    }
    return won
  }

  /// A set split by the numbers of cells, without the arrangements that have a mine there.
  private func parts(of set: [UInt16], by places: [Int]) -> [[UInt16]] {
    var parts = [set]
    for place in places {
      let row = place * count
      var next: [[UInt16]] = []
      for part in parts {
        var shown: UInt16 = 0
        for arrangement in part { shown |= 1 << UInt16(numbers[row + Int(arrangement)]) }
        if shown.nonzeroBitCount == 1, shown != 1 << UInt16(Self.mine) {
          next.append(part)
          continue
        }
        for number in 0..<Self.mine where shown >> UInt16(number) & 1 != 0 {
          next.append(part.filter { numbers[row + Int($0)] == number })
        }
      }
      parts = next
    }
    return parts
  }

  /// The arrangements of a set in which the game is won.
  private mutating func value(of set: [UInt16], _ isInterrupted: () -> Bool) -> Int {
    if set.count == 1 { return 1 }
    var mark: UInt64 = 0
    for arrangement in set { mark &+= marks[Int(arrangement)] }
    if let value = known[mark] { return value }
    budget -= set.count * cells.count
    guard budget >= 0, !isInterrupted() else {
      budget = -1
      return 0
    }
    let promising = promising(set)
    let safe = promising.prefix { $0.safe == set.count }
      .filter { cell in
        let row = cell.place * count
        let first = numbers[row + Int(set[0])]
        return set.contains { numbers[row + Int($0)] != first }
      }
    var value = 0
    if !safe.isEmpty {
      for part in parts(of: set, by: safe.map(\.place)) {
        value += self.value(of: part, isInterrupted)
      }
    } else {
      for (place, safe) in promising where safe < set.count {
        if safe <= value { break }
        value = max(value, self.value(of: place, set, above: value, isInterrupted))
        if budget < 0 { break }
      }
    }
    known[mark] = value
    return value
  }
}

/// Lists all arrangements of mines that fit the known cells.
private struct Lister {
  private let solver: Solver
  private let order: [Int]
  private var rests: [Int8]
  private var open: [Int8]
  private var isMine: [Bool]
  private(set) var arrangements: [[Bool]] = []
  private var steps = 0

  private static let mostSteps = 200_000

  init(_ solver: Solver) {
    self.solver = solver
    rests = solver.cells.map(\.rest)
    open = solver.cells.map { Int8($0.unknown) }
    isMine = solver.cells.map { $0.known == .mine }
    var order = Tangle.all(in: solver).flatMap { $0.cells.map { Int($0) } }
    let inside = Set(order)
    order += solver.shape.indices.filter { solver.known($0) == .nothing && !inside.contains($0) }
    self.order = order
  }

  /// - Returns: whether all were listed.
  mutating func run(_ isInterrupted: () -> Bool) -> Bool {
    lay(0, mines: solver.minesLeft, isInterrupted)
  }

  private mutating func lay(_ place: Int, mines: Int, _ isInterrupted: () -> Bool) -> Bool {
    guard place < order.count else {
      if mines == 0 { arrangements.append(isMine) }
      return arrangements.count <= EndSearch.mostArrangements
    }
    steps += 1
    guard steps < Self.mostSteps, steps & 255 != 0 || !isInterrupted() else { return false }
    let cell = order[place]
    for mine in [false, true] {
      if mine ? mines == 0 : mines > order.count - place - 1 { continue }
      let rest: Int8 = mine ? 1 : 0
      var fits = true
      solver.shape.forEachNeighbor(of: cell) { number in
        guard solver.known(number) == .number else { return }
        rests[number] -= rest
        open[number] -= 1
        if rests[number] < 0 || rests[number] > open[number] { fits = false }
      }
      isMine[cell] = mine
      let isDone = !fits || lay(place + 1, mines: mines - Int(rest), isInterrupted)
      isMine[cell] = false
      solver.shape.forEachNeighbor(of: cell) { number in
        guard solver.known(number) == .number else { return }
        rests[number] += rest
        open[number] += 1
      }
      if !isDone { return false }
    }
    return true
  }
}
