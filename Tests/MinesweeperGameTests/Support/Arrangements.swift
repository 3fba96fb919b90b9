import ParlorKit

@testable import MinesweeperGame

/// All ways to lay the mines that fit what a player sees, found by trying every choice of hidden cells.
///
/// Small boards only. It shares nothing with the solver: cells are pairs of numbers, and an arrangement is
/// a word with a bit for each hidden cell.
struct Arrangements {
  let hidden: [Cell]
  private(set) var all: [UInt64] = []
  /// For each hidden cell the bits of the hidden cells around it.
  private let around: [UInt64]

  /// - Parameter numbers: what is revealed.
  init(rows: Int, columns: Int, mines: Int, numbers: [Cell: Int]) {
    let cells = (1...rows).flatMap { row in (1...columns).map { Cell(row, $0) } }
    let hidden = cells.filter { numbers[$0] == nil }
    self.hidden = hidden
    func near(_ cell: Cell) -> UInt64 {
      var bits: UInt64 = 0
      for (place, other) in hidden.enumerated() where other != cell {
        let (down, across) = (Int(other.row) - Int(cell.row), Int(other.column) - Int(cell.column))
        if down * down <= 1, across * across <= 1 { bits |= 1 << UInt64(place) }
      }
      return bits
    }
    around = hidden.map(near)
    let demands = numbers.map { (near($0.key), $0.value) }
    if mines == 0 {
      if demands.allSatisfy({ $0.1 == 0 }) { all = [0] }
      return
    }
    guard mines <= hidden.count else { return }
    var set: UInt64 = (1 << UInt64(mines)) - 1
    while set < 1 << UInt64(hidden.count) {
      if demands.allSatisfy({ (set & $0.0).nonzeroBitCount == $0.1 }) { all.append(set) }
      // The next word with as many bits.
      let low = set & (0 &- set)
      let next = set + low
      set = next | (((next ^ set) >> 2) / low)
    }
  }

  /// The arrangements in which a hidden cell has no mine and shows a number.
  func showing(_ number: Int, at place: Int) -> [UInt64] {
    all.filter { $0 >> UInt64(place) & 1 == 0 && ($0 & around[place]).nonzeroBitCount == number }
  }

  /// The share of some arrangements in which a hidden cell is a mine.
  static func chance(of place: Int, in sets: [UInt64]) -> Double {
    Double(sets.count { $0 >> UInt64(place) & 1 == 1 }) / Double(sets.count)
  }
}
