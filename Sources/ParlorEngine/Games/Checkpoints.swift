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
  private var all: Course
  /// A power of two.
  private var spacing = leastCheckpointSpacing
  /// Copies just before the place that the last undo went back to, so that the next one replays a few moves.
  private var trail = Course()
  private static var trailLimit: Int { 8 }

  /// Copies with the numbers of moves before them, the earliest first. Lists of pairs would be searched by copying
  /// the games.
  private struct Course {
    var copies: [Copy] = []
    var moves: [Int] = []

    /// Keeps a copy in the place of the one with as many moves, or before the first with more.
    mutating func insert(_ copy: Copy, after count: Int) {
      let place = moves.firstIndex { $0 >= count } ?? moves.count
      let replaced = place..<(place < moves.count && moves[place] == count ? place + 1 : place)
      copies.replaceSubrange(replaced, with: [copy])
      moves.replaceSubrange(replaced, with: [count])
    }

    mutating func remove(at place: Int) {
      copies.remove(at: place)
      moves.remove(at: place)
    }

    /// Drops the copies with more moves, but for the first ones.
    mutating func drop(after count: Int, but first: Int) {
      while moves.count > first, let last = moves.last, last > count { remove(at: moves.count - 1) }
    }
  }

  /// How many moves before its goal an undo leaves a copy.
  static var trailDistances: [Int] { [256, 64, 16, 4, 1] }

  init(start: Copy) {
    all = Course(copies: [start], moves: [0])
  }

  /// Whether the game after so many moves is to be kept.
  func isDue(after moves: Int) -> Bool { moves & (spacing - 1) == 0 }

  /// Keeps the game after a move.
  mutating func add(_ copy: Copy, after moves: Int) {
    all.drop(after: moves - 1, but: 0)
    all.insert(copy, after: moves)
    guard all.moves.count > Self.limit else { return }
    spacing *= 2
    for place in all.moves.indices.reversed() where all.moves[place] % spacing != 0 {
      all.remove(at: place)
    }
  }

  /// Keeps the game for the next undo; after it come at most the moves up to where the last one
  /// went.
  mutating func addToTrail(_ copy: Copy, after moves: Int) {
    trail.insert(copy, after: moves)
    if trail.moves.count > Self.trailLimit { trail.remove(at: 0) }
  }

  /// The game before its first move.
  var start: Copy { all.copies[0] }

  /// The last copy with at most so many moves.
  func nearest(before moves: Int) -> Copy {
    let kept = all.moves.lastIndex { $0 <= moves } ?? 0
    guard let near = trail.moves.lastIndex(where: { $0 <= moves }),
      trail.moves[near] > all.moves[kept]
    else { return all.copies[kept] }
    return trail.copies[near]
  }

  /// The last copy with at most so many moves; later ones are dropped.
  mutating func last(before moves: Int) -> Copy {
    all.drop(after: moves, but: 1)
    trail.drop(after: moves, but: 0)
    return nearest(before: moves)
  }
}
