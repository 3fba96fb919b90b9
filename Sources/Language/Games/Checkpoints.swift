import ParlorKit

/// The fewest moves between two checkpoints.
let leastCheckpointSpacing = 128

/// Copies of a game along its log, so that an undo replays a part of the log rather than all.
///
/// At most 16 are kept, evenly spaced: when there are more, every second one is dropped and the
/// spacing doubles. Memory is bounded by 16 copies, and an undo replays at most an eighth of the
/// log, or 128 moves.
struct Checkpoints<Copy> {
  private static var limit: Int { 16 }
  private var all: [(copy: Copy, moves: Int)]
  /// A power of two.
  private var spacing = leastCheckpointSpacing

  init(start: Copy) { all = [(start, 0)] }

  /// Whether the game after so many moves is to be kept.
  func isDue(after moves: Int) -> Bool { moves & (spacing - 1) == 0 }

  /// Keeps the game after a move.
  mutating func add(_ copy: Copy, after moves: Int) {
    while let last = all.last, last.moves >= moves { all.removeLast() }
    all.append((copy, moves))
    guard all.count > Self.limit else { return }
    spacing *= 2
    all.removeAll { $0.moves % spacing != 0 }
  }

  /// The last copy with at most so many moves.
  func nearest(before moves: Int) -> Copy {
    (all.last { $0.moves <= moves } ?? all[0]).copy
  }

  /// The last copy with at most so many moves; later ones are dropped.
  mutating func last(before moves: Int) -> Copy {
    while all.count > 1, all[all.count - 1].moves > moves { all.removeLast() }
    return all[all.count - 1].copy
  }
}
