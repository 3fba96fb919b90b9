import ParlorKit

/// The known part of a board, with the chances of mines.
struct Position {
  /// What is known, with all certain cells.
  let solver: Solver
  let odds: MineOdds
  /// The least chance of a mine: 0 if a cell is certainly safe.
  let least: Double
  private var counter = BoxCounter()

  init(_ solver: consuming Solver, _ isInterrupted: () -> Bool) throws(GameError) {
    while !solver.safeCells().isEmpty {
      if isInterrupted() { throw .stopped }
    }
    let odds = try MineOdds(solver, &counter, isInterrupted: isInterrupted)
    self.solver = solver
    self.odds = odds
    least = odds.unknown.reduce(1) { min($0, odds.chances[$1]) }
  }

  /// Whether few arrangements are left, so that ``end(_:)`` is tried.
  var isEnd: Bool {
    // One more, for the error of the logarithm.
    guard odds.isExact, let logarithm = odds.logarithm else { return false }
    return logarithm < Logarithm.natural(Double(EndSearch.mostArrangements + 1))
  }

  /// The search of all continuations, if they are few.
  func end(_ isInterrupted: () -> Bool) -> EndSearch? {
    isEnd ? EndSearch(solver, isInterrupted: isInterrupted) : nil
  }

  /// The cells that are worth trying if none is safe, by ``GuessRanking``.
  func guesses(_ isInterrupted: () -> Bool) throws(GameError) -> [(cell: Int, value: Double)] {
    var counter = counter
    return try GuessRanking(solver, odds, &counter, isInterrupted: isInterrupted).cells
  }

  /// The best guess if no cell is safe.
  func guess(_ isInterrupted: () -> Bool) throws(GameError) -> Int? {
    if let best = try guesses(isInterrupted).first { return best.cell }
    return odds.unknown.min { (odds.chances[$0], $0) < (odds.chances[$1], $1) }
  }

  /// The chance that the hidden cells without a flag around a number are safe, if it has as many
  /// flags as mines: then they are if these flags are right.
  ///
  /// - Returns: an estimate if there are too many arrangements to count them.
  func safety(
    of cells: [Int], flags: [Int], _ isInterrupted: () -> Bool
  ) throws(GameError) -> Double {
    let risks = cells.map { odds.chances[$0] }.filter { $0 > 0 }
    let product = risks.reduce(1) { $0 * (1 - $1) }
    if risks.count < 2 || product == 0 || !odds.isExact { return product }
    var (chance, counter) = (1.0, counter)
    for place in flags.indices where chance > 0 {
      guard let assumed = solver.assuming(mines: Array(flags[..<place])) else { return 0 }
      let odds = try MineOdds(assumed, &counter, isInterrupted: isInterrupted)
      chance *= odds.chances[flags[place]]
    }
    return chance
  }
}
