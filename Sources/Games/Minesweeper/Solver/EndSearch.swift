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
  /// For each arrangement the cells with a mine, as bits of ``words`` words.
  private let mined: [UInt64]
  private let words: Int
  /// For each arrangement the numbers of the cells, four bits each.
  private let packed: [UInt64]
  /// A random number for each arrangement, for identifying sets.
  private let marks: [UInt64]
  /// The sets of the search, one after the other: all arrangements, then parts of them.
  private var sets: [UInt16]
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
    guard lister.run(isInterrupted), lister.count > 0 else { return nil }
    count = lister.count
    cells = solver.shape.indices.filter {
      solver.known($0) != .number && solver.known($0) != .mine
    }
    words = cells.count / 64 + 1
    var numbers: [UInt8] = []
    var mined = [UInt64](repeating: 0, count: count * words)
    var packed = [UInt64](repeating: 0, count: 4 * count * words)
    numbers.reserveCapacity(cells.count * count)
    for (place, cell) in cells.enumerated() {
      for word in 0...(count - 1) / 64 {
        let mines = lister.mined(at: cell, word)
        let around = BitCounts.around(cell, solver.shape) { lister.mined(at: $0, word) }
        for arrangement in 64 * word..<min(count, 64 * word + 64) {
          let bit = UInt64(arrangement % 64)
          if mines &>> bit & 1 == 0 {
            let number = around.number(at: bit)
            numbers.append(number)
            packed[4 * arrangement * words + place / 16] |=
              UInt64(number) &<< UInt64(4 * (place % 16))
          } else {
            numbers.append(Self.mine)
            mined[arrangement * words + place / 64] |= 1 &<< UInt64(place % 64)
          }
        }
      }
    }
    self.numbers = numbers
    self.mined = mined
    self.packed = packed
    marks = (0..<count).map { UInt64($0 + 1).mixed }
    sets = (0..<count).map { UInt16(truncatingIfNeeded: $0) }
    budget = Self.budget
  }

  /// The chance to win after a reveal of each cell, with the best continuation.
  ///
  /// - Returns: `nil` if that takes too long.
  mutating func chances(isInterrupted: () -> Bool) -> [(cell: Int, chance: Double)]? {
    var safe = [Int](repeating: 0, count: cells.count)
    for promise in promising(0..<count) { safe[promise.place] = promise.safe }
    var chances: [(cell: Int, chance: Double)] = []
    for place in cells.indices {
      let won = value(of: place, 0..<count, safe: safe[place], above: -1, isInterrupted)
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
    let safe = push(0..<count) { search, arrangement in
      places.allSatisfy { search.numbers[$0 * search.count + arrangement] != Self.mine }
    }
    let won = safe.isEmpty ? 0 : value(of: safe, revealing: places[...], isInterrupted)
    pop(safe)
    return budget < 0 ? nil : Double(won) / Double(count)
  }

  /// The cell with the best chance to win.
  ///
  /// - Returns: `nil` if that takes too long.
  mutating func best(isInterrupted: () -> Bool) -> Int? {
    let promising = promising(0..<count)
    if let first = promising.first, first.safe == count { return cells[first.place] }
    var best: (place: Int, won: Int)?
    for next in promising where next.safe > best?.won ?? 0 {
      let won = value(
        of: next.place, 0..<count, safe: next.safe, above: best?.won ?? -1, isInterrupted)
      if budget < 0 { return nil }
      if won > best?.won ?? -1 { best = (next.place, won) }
    }
    return best.map { cells[$0.place] }
  }

  // MARK: Sets

  /// Puts a part of a set after the other sets.
  private mutating func push(
    _ set: Range<Int>, where isInside: (_ search: Self, _ arrangement: Int) -> Bool
  ) -> Range<Int> {
    let start = sets.count
    for place in set {
      let arrangement = sets[place]
      if isInside(self, Int(arrangement)) { sets.append(arrangement) }
    }
    return start..<sets.count
  }

  private mutating func pop(_ set: Range<Int>) { sets.removeSubrange(set) }

  /// The numbers that a cell shows in a set, as bits.
  private func shown(_ cell: Int, _ set: Range<Int>) -> UInt16 {
    let row = cell * count
    var shown: UInt16 = 0
    numbers.withUnsafeBufferPointer { numbers in
      for place in set { shown |= 1 &<< UInt16(numbers[row + Int(sets[place])]) }
    }
    return shown
  }

  /// The cells that may be safe, with the arrangements in which they are, most first.
  private func promising(_ set: Range<Int>) -> [(place: Int, safe: Int)] {
    var mines = [Int](repeating: 0, count: cells.count)
    for place in set {
      let first = Int(sets[place]) * words
      for word in 0..<words {
        var rest = mined[first + word]
        while rest != 0 {
          mines[64 * word + rest.trailingZeroBitCount] += 1
          rest &= rest &- 1
        }
      }
    }
    // The numbers of mines with the places of their cells sort faster than pairs.
    var promising: [Int] = []
    promising.reserveCapacity(mines.count)
    for (place, mines) in mines.enumerated() where mines < set.count {
      promising.append(mines << 32 | place)
    }
    promising.sort()
    return promising.map { ($0 & 0xFFFF_FFFF, set.count - $0 >> 32) }
  }

  /// The cells that are safe in a whole set and show different numbers there.
  private func telling(_ set: Range<Int>) -> [Int] {
    var telling: [Int] = []
    for word in 0..<words {
      var safe = UInt64.max
      for place in set { safe &= ~mined[Int(sets[place]) * words + word] }
      for pack in 4 * word..<4 * word + 4 {
        let first = packed[4 * Int(sets[set.lowerBound]) * words + pack]
        var different: UInt64 = 0
        for place in set { different |= packed[4 * Int(sets[place]) * words + pack] ^ first }
        while different != 0 {
          let place = different.trailingZeroBitCount / 4
          different &= ~(15 &<< UInt64(4 * place))
          let cell = 16 * pack + place
          if safe &>> UInt64(cell % 64) & 1 != 0 { telling.append(cell) }
        }
      }
    }
    return telling
  }

  // MARK: Values

  /// The arrangements in a set in which the game is won after a reveal of a cell.
  ///
  /// - Parameters:
  ///   - safe: in how many arrangements the cell is safe.
  ///   - least: a lower result may be too high.
  private mutating func value(
    of cell: Int, _ set: Range<Int>, safe: Int, above least: Int, _ isInterrupted: () -> Bool
  ) -> Int {
    let row = cell * count
    let shown = shown(cell, set)
    var won = safe
    for number in 0..<Self.mine where shown &>> UInt16(number) & 1 != 0 {
      guard won > least, budget >= 0 else { return won }
      let part = push(set) { $0.numbers[row + $1] == number }
      won += value(of: part, isInterrupted) - part.count
      pop(part)
    }
    return won
  }

  /// The arrangements in a set in which the game is won after a reveal of safe cells.
  private mutating func value(
    of set: Range<Int>, revealing safe: ArraySlice<Int>, _ isInterrupted: () -> Bool
  ) -> Int {
    guard set.count > 1, let cell = safe.first else { return value(of: set, isInterrupted) }
    let row = cell * count
    let shown = shown(cell, set)
    if shown.nonzeroBitCount == 1 {
      return value(of: set, revealing: safe.dropFirst(), isInterrupted)
    }
    var won = 0
    for number in 0..<Self.mine where shown &>> UInt16(number) & 1 != 0 {
      let part = push(set) { $0.numbers[row + $1] == number }
      won += value(of: part, revealing: safe.dropFirst(), isInterrupted)
      pop(part)
    }
    return won
  }

  /// The arrangements of a set in which the game is won.
  private mutating func value(of set: Range<Int>, _ isInterrupted: () -> Bool) -> Int {
    if set.count == 1 { return 1 }
    var mark: UInt64 = 0
    for place in set { mark &+= marks[Int(sets[place])] }
    if let value = known[mark] { return value }
    budget -= set.count * cells.count
    guard budget >= 0, !isInterrupted() else {
      budget = -1
      return 0
    }
    let safe = telling(set)
    var value = 0
    if !safe.isEmpty {
      value = self.value(of: set, revealing: safe[...], isInterrupted)
    } else {
      for next in promising(set) where next.safe < set.count {
        if next.safe <= value { break }
        value = max(
          value, self.value(of: next.place, set, safe: next.safe, above: value, isInterrupted))
        if budget < 0 { break }
      }
    }
    known[mark] = value
    return value
  }
}

/// Lists all arrangements of mines that fit the known cells.
private struct Lister {
  /// The unknown cells in the order of the search.
  private var order: [Int] = []
  /// For each of them, where the numbers around it begin in ``numbers``, and the end.
  private var starts: [Int] = [0]
  private var numbers: [Int] = []
  /// For each number the mines still to be found around it, and the cells still to be laid.
  private var rests: [Int] = []
  private var open: [Int] = []
  private var isMine: [Bool] = []
  private let mines: Int
  private let isTooLarge: Bool
  private(set) var count = 0
  /// For each cell the arrangements with a mine there, as a set of ``EndSearch``.
  private var arrangements: [UInt64]
  private var steps = 0

  private static let mostSteps = 200_000
  /// The words of a set with one arrangement more than the maximum.
  private static let words = EndSearch.mostArrangements / 64 + 1

  init(_ solver: Solver) {
    let tangles = solver.tangles
    mines = solver.minesLeft
    isTooLarge = tangles.contains(where: \.isTooLarge)
    arrangements = [UInt64](repeating: 0, count: solver.shape.area * Self.words)
    for index in solver.shape.indices where solver.known(index) == .mine {
      for word in 0..<Self.words { arrangements[index * Self.words + word] = .max }
    }
    for tangle in tangles {
      let first = rests.count
      rests += tangle.rests
      open += tangle.rests.map { _ in 0 }
      for box in 0..<tangle.boxCount {
        for cell in tangle.cells(of: box) {
          order.append(Int(cell))
          tangle.forEachNumber(of: box) { number in
            numbers.append(first + number)
            open[first + number] += 1
          }
          starts.append(numbers.count)
        }
      }
    }
    var isInside = [Bool](repeating: false, count: solver.shape.area)
    for cell in order { isInside[cell] = true }
    order += solver.shape.indices.filter { solver.known($0) == .nothing && !isInside[$0] }
    starts += [Int](repeating: numbers.count, count: order.count + 1 - starts.count)
    isMine = [Bool](repeating: false, count: order.count)
  }

  /// A word of the set of arrangements with a mine at a cell.
  func mined(at cell: Int, _ word: Int) -> UInt64 { arrangements[cell * Self.words + word] }

  /// - Returns: whether all were listed.
  mutating func run(_ isInterrupted: () -> Bool) -> Bool {
    !isTooLarge && lay(0, mines: mines, isInterrupted)
  }

  private mutating func lay(_ place: Int, mines: Int, _ isInterrupted: () -> Bool) -> Bool {
    guard place < order.count else {
      if mines == 0 { note() }
      return count <= EndSearch.mostArrangements
    }
    steps += 1
    guard steps < Self.mostSteps, steps & 255 != 0 || !isInterrupted() else { return false }
    // What the numbers around the cell allow.
    var (fitsNone, fitsMine) = (mines <= order.count - place - 1, mines > 0)
    for index in starts[place]..<starts[place + 1] {
      let number = numbers[index]
      open[number] -= 1
      if rests[number] > open[number] { fitsNone = false }
      if rests[number] == 0 { fitsMine = false }
    }
    isMine[place] = false
    var isDone = !fitsNone || lay(place + 1, mines: mines, isInterrupted)
    if isDone, fitsMine {
      isMine[place] = true
      for index in starts[place]..<starts[place + 1] { rests[numbers[index]] -= 1 }
      isDone = lay(place + 1, mines: mines - 1, isInterrupted)
      for index in starts[place]..<starts[place + 1] { rests[numbers[index]] += 1 }
    }
    for index in starts[place]..<starts[place + 1] { open[numbers[index]] += 1 }
    return isDone
  }

  /// Notes the arrangement that was laid.
  private mutating func note() {
    if count < EndSearch.mostArrangements {
      for (place, cell) in order.enumerated() where isMine[place] {
        arrangements[cell * Self.words + count / 64] |= 1 << UInt64(count % 64)
      }
    }
    count += 1
  }
}
