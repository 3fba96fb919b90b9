/// The polling of the lobby: when the next tick is due, and whether it asks.
package struct LobbyWatch: Sendable, Equatable {
  /// Whether and why there are ticks.
  package enum State: String, Sendable {
    /// There are none.
    case off
    /// They go on.
    case watching
    /// There were enough; something has to wake them.
    case idle
  }

  /// Whether there are ticks.
  package private(set) var state = State.off
  /// When the next tick is due, in milliseconds of the session's clock.
  package private(set) var due: Int64?
  /// How many ticks there were since they began.
  package private(set) var ticks = 0
  private var askedAt: Int64?

  /// No ticks.
  package init() {}

  /// Begins anew; the first tick is now, and whoever begins asks for the lobby himself.
  package mutating func begin(at now: Int64) {
    state = .watching
    ticks = 0
    count(at: now)
  }

  /// Ends the ticks.
  package mutating func stop() { self = LobbyWatch() }

  /// Makes the tick that is due.
  ///
  /// - Returns: whether it asks: not while the answer to an earlier one is still awaited.
  package mutating func tick(at now: Int64) -> Bool {
    guard state == .watching, let due, now >= due else { return false }
    count(at: now)
    if let askedAt, now - askedAt < LobbySchedule.patience { return false }
    askedAt = now
    return true
  }

  /// Notes that the answer has come, or that it never will.
  package mutating func answered() { askedAt = nil }

  private mutating func count(at now: Int64) {
    ticks += 1
    due = LobbySchedule.pause(after: ticks).map { now + $0 }
    if due == nil { state = .idle }
  }
}
