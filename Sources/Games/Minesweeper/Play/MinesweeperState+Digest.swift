import ParlorKit

extension MinesweeperState {
  /// Mixes in all that matters for play.
  func combine(into digest: inout Digest) {
    digest.combine(match.digest)
    digest.combine(status.rawValue)
    digest.combine(clicks)
    for time in [start, end] { digest.combine(time.map { Int($0) } ?? -1) }
    for cell in [lastCell, exploded] {
      digest.combine(cell.map { Int($0.row) << 8 | Int($0.column) } ?? 0)
    }
    for row in layout?.rows ?? [] { digest.combine(Int(truncatingIfNeeded: row)) }
    for mark in board.marks { digest.combine(byte: mark) }
  }
}
