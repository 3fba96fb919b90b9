import ParlorKit

extension MinesweeperState {
  /// What games are compared by: the 3BV of the board, and how much of it was done; 0 for both
  /// where no mines were laid.
  var measures: [Measure] {
    let score = score
    return [
      Measure("3BV", Double(score?.difficulty.bbbv ?? 0)),
      Measure("3BV solved", Double(score?.solved ?? 0)),
    ]
  }
}
