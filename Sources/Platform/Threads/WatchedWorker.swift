import Synchronization

/// A thread at work, as its supervisor sees it.
final class WatchedWorker: Sendable {
  let pulse = Pulse()
  private let current = Atomic(0)
  private let isOver = Atomic(false)
  /// The beat that was seen last, and when it was seen first.
  private let seen = Mutex<(beat: Int?, since: Int64)>((nil, 0))

  var index: Int { current.load(ordering: .acquiring) }
  var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  func begin(_ index: Int) { current.store(index, ordering: .releasing) }
  func end() { isOver.store(true, ordering: .releasing) }

  /// Whether the same task has been under way for too long.
  func isOverdue(at now: Int64, patience: Int) -> Bool {
    let beat = pulse.beat
    return seen.withLock { seen in
      guard let beat, beat == seen.beat else {
        seen = (beat, now)
        return false
      }
      return now - seen.since >= Int64(patience)
    }
  }
}
