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
