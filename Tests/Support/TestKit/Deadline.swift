/// A moment after which waiting has failed.
package struct Deadline {
  private let end: ContinuousClock.Instant

  /// As late as only a failure takes, for a machine with much to do.
  package init(_ timeout: Duration = .seconds(120)) { end = .now + timeout }

  var isOver: Bool { end <= .now }

  /// What is left, in milliseconds, for poll(2).
  var milliseconds: Int32 {
    let (seconds, attoseconds) = max(end - .now, .zero).components
    return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
