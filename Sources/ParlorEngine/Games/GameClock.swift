import LineSyntax
import ParlorKit
import Platform

/// The clock of a game: the time for which it was played. In a game that reads no clock it stands
/// at 0.
package struct GameClock {
  /// The session's clock.
  private let session: SessionClock
  private let isRead: Bool
  /// The game's time at the last move in force, in milliseconds.
  private(set) var lastMove: Int64 = 0
  /// The session's time at the last move in force.
  private var anchor: Int64
  /// The time since the last move during a replay, in which only ``advance(milliseconds:)`` moves
  /// it.
  private var replayed: Int64?
  /// Later times count as this one, so that no sum of times is too large.
  private static var latest: Int64 { 1 << 60 }

  /// A clock that begins to run.
  init(_ session: SessionClock, isRead: Bool) {
    self.session = session
    self.isRead = isRead
    anchor = session.milliseconds
  }

  var time: GameTime {
    guard isRead else { return .zero }
    let time = lastMove + (replayed ?? session.milliseconds - anchor)
    return GameTime(milliseconds: min(time, Self.latest))
  }

  /// The milliseconds since the last move.
  package var restTime: Int64 { time.milliseconds - lastMove }

  /// The session's time at which the game began, or would have if it had been played since without a break.
  var beginning: Int64 { anchor - lastMove }

  /// The session's time in milliseconds.
  var sessionTime: Int64 { session.milliseconds }

  /// Notes that a move was made.
  ///
  /// - Returns: the milliseconds since the one before.
  mutating func noteMove(at time: GameTime) -> Int64 {
    let pause = time.milliseconds - lastMove
    anchor += pause
    lastMove = time.milliseconds
    if replayed != nil { replayed = 0 }
    return pause
  }

  /// Goes on after another move than before.
  ///
  /// - Parameters:
  ///   - lastMove: the game's time at the move.
  ///   - time: the game's time now, unless a replay says how much time passes.
  mutating func resume(after lastMove: GameTime, at time: GameTime) {
    self.lastMove = lastMove.milliseconds
    anchor = session.milliseconds - max(0, time.milliseconds - self.lastMove)
    if replayed != nil { replayed = 0 }
  }

  /// Whether a log is replayed.
  var isReplaying: Bool { replayed != nil }

  mutating func beginReplay() { replayed = 0 }

  /// Stands until ``goOn()``.
  mutating func stop() { replayed = restTime }

  /// Runs by itself again. A log may have ended with time that has passed since its last move.
  mutating func goOn() {
    anchor = session.milliseconds - (replayed ?? 0)
    replayed = nil
  }

  /// Moves it forward: in a replay, or in a saved game that is run as a script.
  mutating func advance(milliseconds: Int64) {
    if let replayed {
      self.replayed = min(replayed + milliseconds, Int64(Span.limit))
    } else {
      anchor = max(anchor - milliseconds, session.milliseconds - Int64(Span.limit))
    }
  }
}
