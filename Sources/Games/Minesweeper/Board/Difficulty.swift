/// The difficulty of a board: its 3BV and its openings.
///
/// The 3BV (Bechtel's board benchmark value) is the fewest left clicks that clear a board: one for
/// every opening, which is a connected region of zeros with its border, and one for every number
/// that borders no zero. Source: "3BV" and "Opening" in the wiki of Authoritative Minesweeper,
/// minesweeper.info.
public struct Difficulty: Sendable, Equatable {
  /// The 3BV.
  public let bbbv: Int
  /// The number of openings.
  public let openings: Int

  /// The difficulty of a layout.
  public init(_ layout: Layout) { self.init(layout, revealed: nil) }

  /// The part of the difficulty that is solved: the openings and the numbers that were revealed.
  init(_ layout: Layout, in board: Board) {
    self.init(layout, revealed: board.revealedRows)
  }

  /// - Parameter revealed: the cells that count, in rows like those of the layout; `nil` for all
  ///   cells. An opening counts if one of its zeros does.
  private init(_ layout: Layout, revealed: [UInt64]?) {
    let (zeros, lone) = Self.parts(of: layout)
    openings = Self.regions(of: zeros, touching: revealed ?? zeros)
    bbbv =
      lone.indices.reduce(0) { $0 + (lone[$1] & (revealed?[$1] ?? .max)).nonzeroBitCount }
      + openings
  }

  /// The number of islands of a layout: connected regions of numbers that border no opening.
  static func islands(of layout: Layout) -> Int {
    let (_, lone) = parts(of: layout)
    return regions(of: lone, touching: lone)
  }

  /// The zeros of a layout, and the numbers that border none.
  private static func parts(of layout: Layout) -> (zeros: [UInt64], lone: [UInt64]) {
    let inside: UInt64 = ((1 << UInt64(layout.shape.columns)) - 1) << 1
    let zeros = outside(layout.rows, within: inside)
    var lone = outside(zeros, within: inside)
    for row in lone.indices { lone[row] &= ~layout.rows[row] }
    return (zeros, lone)
  }

  /// The cells that are neither in a set nor next to it.
  private static func outside(_ rows: [UInt64], within inside: UInt64) -> [UInt64] {
    var result = [UInt64](repeating: 0, count: rows.count)
    var above: UInt64 = 0
    var wide = rows[1] | rows[1] &<< 1 | rows[1] &>> 1
    for row in 1..<(rows.count - 1) {
      let next = rows[row + 1]
      let below = next | next &<< 1 | next &>> 1
      result[row] = ~(above | wide | below) & inside
      (above, wide) = (wide, below)
    }
    return result
  }

  /// Adjacent cells of one row, and the number of their region so far.
  private struct Run {
    var cells: UInt64
    var region: Int32
  }

  /// The number of connected regions of a set that have a cell in another set. Runs of a row are
  /// joined with those that they touch in the row above.
  private static func regions(of rows: [UInt64], touching others: [UInt64]) -> Int {
    var parents: [Int32] = []
    var isTouched: [Bool] = []
    parents.reserveCapacity(64)
    isTouched.reserveCapacity(64)
    var above: [Run] = []
    var runs: [Run] = []
    for row in 1..<(rows.count - 1) {
      var rest = rows[row]
      runs.removeAll(keepingCapacity: true)
      while rest != 0 {
        let lowest = rest & (0 &- rest)
        let run = rest & ~(rest &+ lowest)
        rest &= ~run
        var region = Int32(truncatingIfNeeded: parents.count)
        parents.append(region)
        isTouched.append(run & others[row] != 0)
        let wide = run | run &<< 1 | run &>> 1
        for other in above where other.cells & wide != 0 {
          let root = Self.root(of: other.region, &parents)
          if root == region { continue }
          parents[Int(region)] = root
          isTouched[Int(root)] = isTouched[Int(root)] || isTouched[Int(region)]
          region = root
        }
        runs.append(Run(cells: run, region: region))
      }
      swap(&above, &runs)
    }
    return parents.indices.count { Int(parents[$0]) == $0 && isTouched[$0] }
  }

  /// The root of a region, with the path to it halved (Tarjan and van Leeuwen, "Worst-
  /// Case Analysis of Set Union Algorithms", Journal of the ACM 31, 1984, section 2).
  private static func root(of region: Int32, _ parents: inout [Int32]) -> Int32 {
    var region = region
    while parents[Int(region)] != region {
      parents[Int(region)] = parents[Int(parents[Int(region)])]
      region = parents[Int(region)]
    }
    return region
  }
}
