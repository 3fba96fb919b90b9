public import ParlorKit

/// The record of a game, and the statistics of all games.
extension Mastermind {
  /// The number of guesses, and whether the code was found.
  public func record(of history: GameHistory<Mastermind>) -> GameRecord {
    let end = history.replay()
    let rules = end.rules
    var metrics: Metrics = [
      "slots": rules.slots, "colors": rules.colors, "guesses": end.answers.count,
    ]
    if end.ending == .solved {
      metrics["guessesToSolve"] = end.answers.count
      metrics["timeToSolve"] = Int(clamping: end.elapsed)
    }
    let result: PlayerResult =
      switch end.ending {
      case nil: .abandoned
      case .solved: .won
      case .lost: .lost
      case .resigned: .resigned
      }
    return GameRecord(
      mode: "\(rules.slots)x\(rules.colors)",
      players: [PlayerRecord(history.players(in: end)[0], result, metrics)],
      milliseconds: end.isOver ? end.elapsed : history.steps.last?.time.milliseconds ?? 0)
  }

  /// The guesses and the time that the player needs.
  public var statistics: StatisticsDefinition {
    StatisticsDefinition(
      otherModes: Self.sizes, statistics: Self.figures, ranking: Self.ranking,
      winMetric: "guessesToSolve")
  }

  /// The modes: the numbers of slots and colours.
  private static let sizes = ModePattern("SLOTSxCOLORS") { word in
    let parts = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let slots = parts[0], let colors = parts[1] else { return false }
    return 1...Code.mostPegs ~= slots && 2...Code.mostColors ~= colors
      && word == "\(slots)x\(colors)"
  }

  private static let figures = [
    Statistic(
      "solved", "Solved", .games(with: "guessesToSolve"), "Games in which the secret was found."),
    Statistic(
      "fewestGuesses", "Fewest guesses", .lowest("guessesToSolve"),
      "The fewest guesses in which a secret was found."),
    Statistic(
      "averageGuesses", "Guesses a secret", .average("guessesToSolve"),
      "The average number of guesses in games in which the secret was found."),
    Statistic(
      "fastestSolutionSeconds", "Fastest solution", .lowest("timeToSolve"), unit: .milliseconds,
      "The shortest time in which a secret was found."),
  ]

  private static let ranking = Ranking(
    "Solved games, by slots, then colours, then guesses, then time.",
    [
      .init("slots", "Slots", prefersMore: true),
      .init("colors", "Colours", prefersMore: true), .init("guessesToSolve", "Guesses"),
      .init("timeToSolve", "Time", unit: .milliseconds),
    ])
}
