import ParlorKit

extension MinesweeperState {
  /// What games are compared by: the 3BV of the board, and how much of it was done; 0 for both
  /// where no mines were laid.
  var measures: [Metric] {
    let score = score
    return [
      Metric("3BV", Double(score?.difficulty.bbbv ?? 0)),
      Metric("3BV solved", Double(score?.solved ?? 0)),
    ]
  }
}
