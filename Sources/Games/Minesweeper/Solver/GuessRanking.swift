import ParlorKit

/// Which hidden cell to reveal when none is certainly safe.
///
/// Each of the safest cells is tried with every number that it can show. The value of a reveal is
/// the chance that it is safe, times the safety of the best next reveals, plus a little if it opens
/// a safe cell. The idea and the shares are those of the solver of David Hill (JSMinesweeper),
/// where it is called secondary safety.
struct GuessRanking {
  /// The cells that were tried, best first, with the values of their reveals, which mean something
  /// only against each other.
  private(set) var cells: [(cell: Int, value: Double)] = []

  /// A cell is tried if it is at least this share as safe as the safest one.
  private static let leastShare = 0.9
  /// The maximum number of cells to try.
  private static let mostTried = 12
  /// When the remaining numbers have less than this share of the chance, they count as the average
  /// of the others.
  private static let leastRest = 0.05
  /// The bonus for opening a safe cell.
  private static let progress = 0.1

  /// Ranks cells.
  ///
  /// - Parameters:
  ///   - solver: the known cells; none is certainly safe.
  ///   - odds: the chances of mines.
  ///   - counter: as for ``MineOdds``.
  /// - Throws: ``GameError/stopped``.
  init(
    _ solver: Solver, _ odds: MineOdds, _ counter: inout BoxCounter,
    isInterrupted: () -> Bool
  ) throws(GameError) {
    guard odds.isExact, let logarithm = odds.logarithm else { return }
    var reveals = RevealOdds(solver, odds)
    var worth: [(cell: Int, value: Double)] = []
    var best = 0.0
    for cell in Self.candidates(solver, odds) {
      let safe = 1 - odds.chances[cell]
      if safe * (1 + Self.progress) <= best { continue }
      var (value, opened, rest) = (0.0, 0.0, safe)
      var mines = 0
      solver.shape.forEachNeighbor(of: cell) { if solver.known($0) == .mine { mines += 1 } }
      for number in mines...min(8, mines + solver.cells[cell].unknown) {
        if isInterrupted() { throw .stopped }
        guard rest > Self.leastRest * safe else { break }
        // The remaining numbers can no longer make it the best.
        if (value + rest) * (1 + Self.progress) <= best { break }
        guard let after = reveals.after(cell, number, &counter) else { continue }
        let chance = Logarithm.power(after.logarithm - logarithm)
        rest -= chance
        value += chance * (4 * (1 - after.least) + 1 - after.second) / 5
        if after.least == 0 { opened += chance }
      }
      guard rest < safe else { continue }
      value *= (1 + Self.progress * opened / (safe - rest)) * safe / (safe - rest)
      best = max(best, value)
      worth.append((cell, value))
    }
    cells = worth.enumerated().sorted {
      ($1.element.value, $0.offset) < ($0.element.value, $1.offset)
    }.map(\.element)
  }

  /// The safest cells. Of those without a number around them, which are all equally safe, some with
  /// the fewest neighbours, and some next to cells with a number around them.
  private static func candidates(_ solver: borrowing Solver, _ odds: MineOdds) -> [Int] {
    var isBorder = [Bool](repeating: false, count: solver.shape.area)
    var isNear = isBorder
    for chain in odds.chains {
      for cell in chain.tangle.cells {
        isBorder[Int(cell)] = true
        solver.shape.forEachNeighbor(of: Int(cell)) { isNear[$0] = true }
      }
    }
    var (chosen, free): ([Int], [Int]) = ([], [])
    chosen.reserveCapacity(odds.unknown.count)
    free.reserveCapacity(odds.unknown.count)
    for cell in odds.unknown where solver.known(cell) == .nothing {
      if isBorder[cell] { chosen.append(cell) } else { free.append(cell) }
    }
    let least = chosen.reduce(free.first.map { odds.chances[$0] } ?? 1) {
      min($0, odds.chances[$1])
    }
    let most = 1 - leastShare * (1 - least)
    if let first = free.first, odds.chances[first] <= most {
      chosen += few(free, solver)
      chosen += few(free.filter { isNear[$0] }, solver).filter { !chosen.contains($0) }
    }
    return Array(
      chosen.filter { odds.chances[$0] <= most }
        .sorted { (odds.chances[$0], $0) < (odds.chances[$1], $1) }.prefix(mostTried))
  }

  /// Three cells with the fewest unknown neighbours.
  private static func few(_ cells: [Int], _ solver: borrowing Solver) -> [Int] {
    var few: [(unknown: Int, cell: Int)] = []
    for cell in cells {
      let unknown = solver.cells[cell].unknown
      if few.count == 3 {
        // Of equal cells the first counts.
        if unknown >= few[2].unknown { continue }
        few.removeLast()
      }
      let place = few.firstIndex { $0.unknown > unknown } ?? few.count
      few.insert((unknown, cell), at: place)
    }
    return few.map(\.cell)
  }
}
