import ParlorKit

/// The fewest moves between two checkpoints.
let leastCheckpointSpacing = 128

/// Copies of a game along its log, so that an undo replays a part of the log rather than all.
///
/// At most 16 are kept, evenly spaced: when there are more, every second one is dropped and the
/// spacing doubles. An undo replays at most an eighth of the log, or 128 moves, and leaves copies
/// on its way, so that those that follow replay a few moves. Memory is bounded by 24 copies.
struct Checkpoints<Copy> {
  private static var limit: Int { 16 }
  private var all: [(copy: Copy, moves: Int)]
  /// A power of two.
  private var spacing = leastCheckpointSpacing
  /// Copies just before the place that the last undo went back to, the earliest first, so that the
  /// next one replays a few moves.
  private var trail: [(copy: Copy, moves: Int)] = []
  private static var trailLimit: Int { 8 }

  /// How many moves before its goal an undo leaves a copy.
  static var trailDistances: [Int] { [256, 64, 16, 4, 1] }

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

  /// Keeps the game for the next undo; after it come at most the moves up to where the last one
  /// went.
  mutating func addToTrail(_ copy: Copy, after moves: Int) {
    trail.removeAll { $0.moves == moves }
    trail.append((copy, moves))
    trail.sort { $0.moves < $1.moves }
    if trail.count > Self.trailLimit { trail.removeFirst() }
  }

  /// The game before its first move.
  var start: Copy { all[0].copy }

  /// The last copy with at most so many moves.
  func nearest(before moves: Int) -> Copy {
    let kept = all.last { $0.moves <= moves } ?? all[0]
    guard let near = trail.last(where: { $0.moves <= moves }), near.moves > kept.moves else {
      return kept.copy
    }
    return near.copy
  }

  /// The last copy with at most so many moves; later ones are dropped.
  mutating func last(before moves: Int) -> Copy {
    while all.count > 1, all[all.count - 1].moves > moves { all.removeLast() }
    while let last = trail.last, last.moves > moves { trail.removeLast() }
    return nearest(before: moves)
  }
}
