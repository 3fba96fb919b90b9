extension Solver {
  /// Finds what all numbers tell together with the number of mines left, by going through every
  /// way to lay mines around connected numbers.
  ///
  /// - Returns: whether anything was found.
  mutating func deduceExactly() -> Bool {
    guard minesLeft >= 0 else { return false }
    let components = Component.all(in: self)
    // Cells of components that are too large count as cells of which nothing is seen: then more
    // seems possible than is, and what is certain all the same is certain.
    let free = unknownLeft - components.reduce(0) { $0 + $1.cellCount }
    let totals = Totals(components.map(\.isPossible), mines: minesLeft, free: free)
    let before = unknownLeft
    for (place, component) in components.enumerated() {
      let summary = component.summary(of: totals.possible(at: place))
      for (box, cells) in component.boxes.enumerated() {
        if summary.mines >> UInt128(box) & 1 == 0 {
          for cell in cells { find(Int(cell)) }
        } else if summary.safe >> UInt128(box) & 1 == 0 {
          for cell in cells { settle(Int(cell), as: .mine) }
        }
      }
    }
    settleFree(totals.free, components)
    return unknownLeft < before
  }

  /// Takes in what the number of mines tells of the cells in no component.
  private mutating func settleFree(_ range: ClosedRange<Int>?, _ components: [Component]) {
    guard let range, range.count == 1 else { return }
    let inside = Set(components.flatMap { $0.boxes.joined() })
    let free = shape.indices.filter { known[$0] == .nothing && !inside.contains(UInt16($0)) }
    if range.lowerBound == 0 {
      for cell in free { find(cell) }
    } else if range.lowerBound == free.count {
      for cell in free { settle(cell, as: .mine) }
    }
  }
}

/// How many mines components may have, given how many there are in all.
private struct Totals {
  private let counts: [[Bool]]
  private let mines: Int
  private let freeCells: Int
  /// For each component the sums that those before it can have, and those after it.
  private let before: [[Bool]]
  private let after: [[Bool]]

  init(_ counts: [[Bool]], mines: Int, free: Int) {
    self.counts = counts
    self.mines = mines
    freeCells = free
    var start = [Bool](repeating: false, count: mines + 1)
    start[0] = true
    var before = [start]
    for count in counts { before.append(Self.sums(before[before.count - 1], count)) }
    var after = [start]
    for count in counts.reversed() { after.append(Self.sums(after[after.count - 1], count)) }
    self.before = before
    self.after = after.reversed()
  }

  /// The sums of one number of each of two sets, as far as there are mines.
  private static func sums(_ one: [Bool], _ other: [Bool]) -> [Bool] {
    var sums = [Bool](repeating: false, count: one.count)
    for (number, isPossible) in one.enumerated() where isPossible {
      for (more, isPossible) in other.enumerated()
      where isPossible && number + more < sums.count {
        sums[number + more] = true
      }
    }
    return sums
  }

  /// The numbers of mines that a component can have.
  func possible(at place: Int) -> [Int] {
    let others = Self.sums(before[place], after[place + 1])
    return counts[place].indices.filter { count in
      guard counts[place][count], count <= mines else { return false }
      let least = max(0, mines - count - freeCells)
      return least <= mines - count && others[least...(mines - count)].contains(true)
    }
  }

  /// The least and the most mines that the cells outside all components can have.
  var free: ClosedRange<Int>? {
    let sums = before[counts.count]
    let possible = sums.indices.filter { sums[$0] && mines - $0 <= freeCells }
    guard let least = possible.first, let most = possible.last else { return nil }
    return (mines - most)...(mines - least)
  }
}
