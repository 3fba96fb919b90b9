import Synchronization

@testable import parlord

/// A clock that tests set forward.
final class VirtualTime: Sendable {
  private let moment: Mutex<Timestamp>

  /// The default is the time of the captured traffic: 2026-11-20 23:12:34.785.
  init(_ milliseconds: Int64 = 1_795_216_354_785) {
    moment = Mutex(Timestamp(milliseconds: milliseconds))
  }

  var now: Timestamp { moment.withLock { $0 } }

  func advance(seconds: Int64) { moment.withLock { $0.milliseconds += seconds * 1000 } }
  func advance(hours: Int64) { advance(seconds: hours * 3600) }
}
