public import ParlorKit

extension Counter {
  /// The ranking, best first, and the number of turns of each player. No player wins or loses:
  /// whether points are good or bad depends on the game at the table.
  public func record(of history: GameHistory<Counter>) -> GameRecord {
    let end = history.replay()
    var turns = [Int](repeating: 0, count: end.roster.names.count + 1)
    for turn in end.turns.all { turns[Int(turn.player)] += 1 }
    let names = Dictionary(
      zip(end.roster.players.map(\.number), end.players ?? []),
      uniquingKeysWith: { name, _ in name })
    let players = Results(end).players.map { rank, player in
      PlayerRecord(
        names[player.number] ?? player.label, end.isFinished ? .played : .abandoned,
        ["points": player.score, "rank": rank, "turns": turns[player.number]])
    }
    return GameRecord(players: players, metrics: ["turns": end.turns.count])
  }

  /// The points of the players, whatever they were counted for.
  public var statistics: StatisticsDefinition {
    StatisticsDefinition(statistics: [
      Statistic(
        "highestGame", "Highest score", .highest("points"), unit: .points,
        "The highest score at the end of a game."),
      Statistic(
        "averagePoints", "Points a game", .average("points"), unit: .points,
        "The average score at the end of a game."),
      Statistic("turnsTaken", "Turns", .sum("turns"), "How often the player's score changed."),
    ])
  }
}
