/// When the lobby is asked for, as a function of how often it was.
///
/// The first tick comes at once, the next ones after 10 seconds each, from the twentieth on after
/// 20 seconds; the fortieth is the last. So there are 40 ticks in 590 seconds.
package enum LobbySchedule {
  /// How many ticks there are.
  package static let ticks = 40

  /// How long an answer is waited for before the next tick asks again, in milliseconds.
  package static let patience: Int64 = 15_000

  /// The milliseconds from a tick, counted from 1, to the next; nothing after the last.
  package static func pause(after tick: Int) -> Int64? {
    if tick < 20 { return 10_000 }
    return tick < ticks ? 20_000 : nil
  }
}
