/// The polling of the lobby: when the next tick is due, and whether it sends a request.
package struct LobbyWatch: Sendable, Equatable {
  /// The state of the ticks.
  package enum State: String, Sendable {
    /// Off, since the player does not watch.
    case off
    /// More to come.
    case watching
    /// Completed; `lobby` restarts them.
    case idle
  }

  /// The state of the ticks.
  package private(set) var state = State.off
  /// When the next tick is due, in milliseconds of the session's clock.
  package private(set) var due: Int64?
  /// The number of ticks since ``begin(at:)``.
  package private(set) var ticks = 0
  private var askedAt: Int64?

  /// No ticks.
  package init() {}

  /// Restarts. The first tick is now; the caller makes its request.
  package mutating func begin(at now: Int64) {
    state = .watching
    ticks = 0
    count(at: now)
  }

  package mutating func stop() { self = LobbyWatch() }

  /// Makes the tick that is due.
  ///
  /// - Returns: whether to send a request: not while one has been pending for less
  ///   than `LobbySchedule.timeout`.
  package mutating func tick(at now: Int64) -> Bool {
    guard state == .watching, let due, now >= due else { return false }
    count(at: now)
    if let askedAt, now - askedAt < LobbySchedule.timeout { return false }
    askedAt = now
    return true
  }

  /// The pending request is done.
  package mutating func answered() { askedAt = nil }

  private mutating func count(at now: Int64) {
    ticks += 1
    due = LobbySchedule.pause(after: ticks).map { now + $0 }
    if due == nil { state = .idle }
  }
}

/// The times of the requests for the lobby.
///
/// The first tick is immediate. The next come every 10 seconds, after the twentieth every 20
/// seconds; the fortieth is the last. So there are 40 ticks in 590 seconds.
package enum LobbySchedule {
  package static let ticks = 40

  /// After this many milliseconds a tick no longer waits for an earlier request.
  package static let timeout: Int64 = 15_000

  /// The milliseconds from a tick, counted from 1, to the next; `nil` after the last.
  package static func pause(after tick: Int) -> Int64? {
    if tick < 20 { return 10_000 }
    return tick < ticks ? 20_000 : nil
  }
}
