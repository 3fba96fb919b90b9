/// A moment after which waiting has failed.
struct Limit {
  private let end: ContinuousClock.Instant

  init(_ patience: Duration) {
    end = .now + patience
  }

  var isOver: Bool { end <= .now }

  /// What is left, in milliseconds, for poll(2).
  var milliseconds: Int32 {
    let (seconds, attoseconds) = max(end - .now, .zero).components
    return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
  }
}
