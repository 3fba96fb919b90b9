/// The moves of a game, with the time before each and whether the players gave its outcome.
public struct MoveRecord<Move: Sendable>: Sendable {
  /// The moves, their outcomes written out.
  @usableFromInline package var moves = MoveLog<Move>()
  /// The milliseconds between each move and the previous one; empty if the game reads no clock.
  @usableFromInline var pauses = MoveLog<Int64>()
  @usableFromInline package let readsClock: Bool
  /// A bit for each move, up to the last one that is set: whether its outcome was entered instead
  /// of drawn.
  private var given: [UInt64] = []

  package init(readsClock: Bool) { self.readsClock = readsClock }

  /// The moves of another record before `end`.
  package init(_ other: MoveRecord, upTo end: Int) {
    self = other
    truncate(to: end)
  }

  /// The milliseconds between a move and the previous one; 0 if the game reads no clock.
  @inlinable
  package func pause(before place: Int) -> Int64 { readsClock ? pauses[place] : 0 }

  /// Adds a move at `place`, dropping those from there on.
  @inlinable
  package mutating func append(_ move: Move, at place: Int, after pause: Int64) {
    if moves.count > place { truncate(to: place) }
    moves.append(move)
    if readsClock { pauses.append(pause) }
  }

  /// Notes that the outcome of the last move was given.
  package mutating func noteGiven() { noteGiven(at: moves.count - 1) }

  /// Notes that the outcome of a move was given.
  package mutating func noteGiven(at place: Int) {
    while given.count <= place / 64 { given.append(0) }
    given[place / 64] |= 1 << UInt64(place % 64)
  }

  /// Whether the outcome of a move was given.
  package func isGiven(at place: Int) -> Bool {
    given.indices.contains(place / 64) && given[place / 64] >> UInt64(place % 64) & 1 == 1
  }

  /// Drops the moves from `end` on.
  @usableFromInline
  package mutating func truncate(to end: Int) {
    guard end < moves.count else { return }
    moves.truncate(to: end)
    pauses.truncate(to: end)
    guard given.count > end / 64 else { return }
    given.removeSubrange((end / 64 + 1)...)
    given[end / 64] &= (1 << UInt64(end % 64)) - 1
  }
}

/// Values in order, in chunks, so that a growing log is never copied and takes no more memory than
/// its moves.
@usableFromInline
package struct MoveLog<Entry: Sendable>: Sendable {
  @usableFromInline static var chunkSize: Int { 1 << 12 }
  @usableFromInline var chunks: [ContiguousArray<Entry>] = []

  /// The number of values.
  @usableFromInline package var count = 0

  @inlinable
  package subscript(index: Int) -> Entry {
    chunks[index / Self.chunkSize][index % Self.chunkSize]
  }

  @inlinable
  package mutating func append(_ entry: Entry) {
    if count % Self.chunkSize == 0 {
      chunks.append(ContiguousArray())
      // The first chunk grows as needed: most games are short.
      if chunks.count > 1 { chunks[chunks.count - 1].reserveCapacity(Self.chunkSize) }
    }
    chunks[chunks.count - 1].append(entry)
    count += 1
  }

  /// Drops the values from `end` on.
  package mutating func truncate(to end: Int) {
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
