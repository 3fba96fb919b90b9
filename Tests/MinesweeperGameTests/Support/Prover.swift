import ParlorKit

@testable import MinesweeperGame

/// Proves that a hidden cell is safe, by failing to lay mines with one there: cell after cell along
/// the edge of what is seen, with nothing remembered and nothing grouped.
///
/// Slow, and in nothing like the game's solver.
struct Prover {
  private let reference: Reference
  private let board: Board
  private let mines: Int

  init(_ reference: Reference, _ board: Board, mines: Int) {
    self.reference = reference
    self.board = board
    self.mines = mines
  }

  private func number(_ cell: Cell) -> Int? {
    let mark = board[cell]
    return Mark.isNumber(mark) ? Int(mark) - 48 : nil
  }

  /// Whether no way to lay the mines has one at a cell.
  func isSafe(_ cell: Cell) -> Bool {
    var edge = [cell]
    var numbers: [Cell] = []
    // Cells in the order in which they hang together, so that contradictions come early.
    var next = 0
    var restart: [Cell] = reference.cells.filter { number($0) != nil }
    while true {
      while next < edge.count {
        for other in reference.neighbors(edge[next])
        where number(other) != nil && !numbers.contains(other) {
          numbers.append(other)
          for hidden in reference.neighbors(other)
          where number(hidden) == nil && !edge.contains(hidden) {
            edge.append(hidden)
          }
        }
        next += 1
      }
      if isImpossible(edge, numbers, countsAll: false) { return true }
      // Only the number of all mines can tell now: take the other parts of the edge in as well.
      restart.removeAll(where: numbers.contains)
      guard let seed = restart.first(where: hasHidden) else { break }
      edge.append(contentsOf: reference.neighbors(seed).filter { number($0) == nil }.prefix(1))
    }
    return isImpossible(edge, numbers, countsAll: true)
  }

  private func hasHidden(_ cell: Cell) -> Bool {
    reference.neighbors(cell).contains { number($0) == nil }
  }

  /// Whether no way to lay mines at the edge, with one at its first cell, fits the numbers.
  private func isImpossible(_ edge: [Cell], _ numbers: [Cell], countsAll: Bool) -> Bool {
    var isMine: [Cell: Bool] = [:]
    let free = reference.cells.count { number($0) == nil } - edge.count
    func fits(_ cell: Cell) -> Bool {
      reference.neighbors(cell).allSatisfy { other in
        guard let number = number(other) else { return true }
        let hidden = reference.neighbors(other).filter { self.number($0) == nil }
        let laid = hidden.count { isMine[$0] == true }
        let open = hidden.count { isMine[$0] == nil }
        return laid <= number && number <= laid + open
      }
    }
    func lay(_ place: Int, _ laid: Int) -> Bool {
      if laid > mines { return false }
      if place == edge.count { return !countsAll || laid + free >= mines }
      for choice in place == 0 ? [true] : [false, true] {
        isMine[edge[place]] = choice
        if fits(edge[place]), lay(place + 1, laid + (choice ? 1 : 0)) { return true }
      }
      isMine[edge[place]] = nil
      return false
    }
    return !lay(0, 0)
  }
}
