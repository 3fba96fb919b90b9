public import ParlorKit

extension Minesweeper {
  /// How the board was cleared, and in what time.
  public func record(of history: GameHistory<Minesweeper>) -> GameRecord {
    let end = history.replay()
    var measures: Metrics = [:]
    if let score = end.score {
      measures = [
        "bbbv": score.difficulty.bbbv, "openings": score.difficulty.openings,
        "bbbvSolved": score.solved, "clicks": score.clicks,
      ]
    }
    return GameRecord(
      mode: end.match.mode.rawValue,
      players: [PlayerRecord(history.players(in: end)[0], end.status.result, measures)],
      milliseconds: end.elapsed(at: history.steps.last?.time.milliseconds ?? 0))
  }

  /// The modes; what is told of each the host counts.
  public var statistics: StatisticsDefinition {
    StatisticsDefinition(modes: Mode.ladder.map(\.rawValue))
  }
}

extension Status {
  /// How the game ended for the player.
  fileprivate var result: PlayerResult {
    switch self {
    case .playing: .abandoned
    case .won: .won
    case .lost: .lost
    case .resigned: .resigned
    }
  }
}
