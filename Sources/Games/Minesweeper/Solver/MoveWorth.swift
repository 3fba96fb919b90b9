import ParlorKit

/// What the moves of a position are worth against the best one, which is worth 1.
///
/// If a cell is certainly safe, its reveal is best, and another is worth its safety. Otherwise the
/// values of ``GuessRanking`` count, and cells that it did not try are worth what the tried ones are
/// worth on average for their safety.
struct MoveWorth {
  /// The hidden cells, best first.
  let cells: [Int]
  private let chances: [Double]
  /// The values of the cells that were tried.
  private var tried: [Int: Double] = [:]
  /// The value of a cell that is certainly safe, as far as it is not tried.
  private var scale = 1.0

  init(_ position: Position, _ isInterrupted: () -> Bool) throws(GameError) {
    chances = position.odds.chances
    let chances = chances
    let byChance = position.odds.unknown.sorted { (chances[$0], $0) < (chances[$1], $1) }
    guard position.least > 0 else {
      cells = byChance
      return
    }
    let guesses = try position.guesses(isInterrupted)
    guard let best = guesses.first, best.value > 0 else {
      cells = byChance
      scale = 1 / max(1 - position.least, 1e-9)
      return
    }
    let shares = guesses.map { ($0.cell, $0.value / best.value) }
    tried = Dictionary(shares) { first, _ in first }
    scale =
      shares.reduce(0) { $0 + $1.1 / (1 - chances[$1.0]) } / Double(shares.count)
    let known = Set(guesses.map(\.cell))
    cells = guesses.map(\.cell) + byChance.filter { !known.contains($0) }
  }

  /// What the reveal of a cell is worth.
  func share(of cell: Int) -> Double { tried[cell] ?? share(safe: 1 - chances[cell]) }

  /// What a move is worth that is safe with a chance.
  func share(safe: Double) -> Double { min(1, safe * scale) }
}
