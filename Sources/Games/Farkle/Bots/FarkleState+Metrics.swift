import ParlorKit

extension FarkleState {
  /// What games are compared by: their length, how high they were won, and the best turn.
  var measures: [Metric] {
    let winners = (outcome?.winners ?? []).seats.map { seats[$0].score }.max()
    return [
      Metric("rounds", Double(round)),
      Metric("turns", Double(turns)),
      Metric("winning score", Double(winners ?? highestScore)),
      Metric("highest turn", Double(seats.lazy.map(\.highestTurn).max() ?? 0)),
    ]
  }
}
