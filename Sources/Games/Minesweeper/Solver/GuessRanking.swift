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
    let shape = solver.shape
    var (border, free): ([Int], [Int]) = ([], [])
    for cell in odds.unknown where solver.known(cell) == .nothing {
      var hasNumber = false
      shape.forEachNeighbor(of: cell) { if solver.known($0) == .number { hasNumber = true } }
      if hasNumber { border.append(cell) } else { free.append(cell) }
    }
    let least = (border + free.prefix(1)).map { odds.chances[$0] }.min() ?? 1
    let most = 1 - leastShare * (1 - least)
    var isInside = [Bool](repeating: false, count: shape.area)
    for cell in border { isInside[cell] = true }
    let near = free.filter { cell in
      var isNear = false
      shape.forEachNeighbor(of: cell) { if isInside[$0] { isNear = true } }
      return isNear
    }
    func few(_ cells: [Int], _ count: Int) -> [Int] {
      Array(
        cells.sorted {
          (solver.cells[$0].unknown, $0) < (solver.cells[$1].unknown, $1)
        }.prefix(count))
    }
    var chosen = few(free, 3)
    chosen += few(near, 3).filter { !chosen.contains($0) }
    chosen += border
    return Array(
      chosen.filter { odds.chances[$0] <= most }
        .sorted { (odds.chances[$0], $0) < (odds.chances[$1], $1) }.prefix(mostTried))
  }
}
