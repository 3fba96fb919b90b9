/// A moment at which a wait fails.
package struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// The default timeout is long, for a busy machine: only a failure reaches it.
  package init(after timeout: Duration = .seconds(120)) { end = .now + timeout }

  package var hasPassed: Bool { end <= .now }

  /// The remaining time in milliseconds, for poll(2).
  package var milliseconds: Int32 {
    let (seconds, attoseconds) = max(end - .now, .zero).components
    return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
