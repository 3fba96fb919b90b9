import ParlorKit

extension CounterState {
  /// Mixes in the players, whose turn it is, the timer and the table of turns.
  func combine(into digest: inout Digest) {
    digest.combine(roster.names.count)
    for name in roster.names { digest.combine(name) }
    digest.combine(roster.players.count)
    for player in roster.players {
      digest.combine(player.number)
      digest.combine(player.score)
    }
    digest.combine(hasStarted)
    digest.combine(current)
    digest.combine(Int(timer.start))
    digest.combine(Int(timer.paused ?? -1))
    digest.combine(turns.count)
    digest.combine(turns.digest)
  }
}
