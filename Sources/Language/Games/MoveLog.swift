/// The moves of a game in order, in chunks, so that a growing log is never copied and takes no
/// more memory than its moves.
struct MoveLog<Entry> {
  private static var chunkSize: Int { 1 << 12 }
  private var chunks: [ContiguousArray<Entry>] = []

  /// The number of moves.
  private(set) var count = 0

  subscript(index: Int) -> Entry {
    chunks[index / Self.chunkSize][index % Self.chunkSize]
  }

  mutating func append(_ entry: Entry) {
    if count % Self.chunkSize == 0 {
      chunks.append(ContiguousArray())
      // The first chunk grows as it is needed: most games are short.
      if chunks.count > 1 { chunks[chunks.count - 1].reserveCapacity(Self.chunkSize) }
    }
    chunks[chunks.count - 1].append(entry)
    count += 1
  }

  /// Drops the moves from `end` on.
  mutating func truncate(to end: Int) {
    guard end < count else { return }
    let kept = (end + Self.chunkSize - 1) / Self.chunkSize
    chunks.removeSubrange(kept...)
    if kept > 0 {
      let size = end - (kept - 1) * Self.chunkSize
      chunks[kept - 1].removeSubrange(size...)
    }
    count = end
  }
}

/// The fewest moves between two checkpoints.
let leastCheckpointSpacing = 128

/// The moves of a game with their times and what the players gave.
struct MoveRecord<Move> {
  /// The moves, their outcomes written out.
  private(set) var moves = MoveLog<Move>()
  /// For each move the milliseconds since the one before; empty in a game that reads no clock.
  private(set) var stamps = MoveLog<Int64>()
  /// A bit for each move, as far as one is set: whether this session was given its outcome, rather
  /// than drew it.
  private var given: [UInt64] = []

  init() {}

  /// The moves of another record before a place.
  init(_ other: MoveRecord, upTo end: Int) {
    self = other
    truncate(to: end)
  }

  mutating func append(_ move: Move, stamp: Int64?) {
    moves.append(move)
    if let stamp { stamps.append(stamp) }
  }

  /// Notes that the outcome of the last move was given.
  mutating func noteGiven() {
    let place = moves.count - 1
    while given.count <= place / 64 { given.append(0) }
    given[place / 64] |= 1 << UInt64(place % 64)
  }

  /// Whether the outcome of a move was given.
  func isGiven(at place: Int) -> Bool {
    given.indices.contains(place / 64) && given[place / 64] >> UInt64(place % 64) & 1 == 1
  }

  /// Drops the moves from `end` on.
  mutating func truncate(to end: Int) {
    guard end < moves.count else { return }
    moves.truncate(to: end)
    stamps.truncate(to: end)
    guard given.count > end / 64 else { return }
    given.removeSubrange((end / 64 + 1)...)
    given[end / 64] &= (1 << UInt64(end % 64)) - 1
  }
}

/// A change of a log by `amend`: a step of `undo` that replaces the log as a whole.
struct Amendment<Move> {
  /// The number of the move that was replaced, from 1.
  var number: Int
  /// The line that did it.
  var line: String
  /// How many moves had been made then.
  var place: Int
  /// The log on the other side of the change.
  var log: MoveRecord<Move>
}

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
