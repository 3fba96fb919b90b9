import ParlorKit

extension FarkleState {
  /// What games are compared by: their length, how high they were won, and the best turn.
  var measures: [Measure] {
    let winners = (outcome?.winners ?? []).seats.map { seats[$0].score }.max()
    return [
      Measure("rounds", Double(round)),
      Measure("turns", Double(turns)),
      Measure("winning score", Double(winners ?? highestScore)),
      Measure("highest turn", Double(seats.lazy.map(\.highestTurn).max() ?? 0)),
    ]
  }
}
