public import ParlorKit

extension Farkle {
  /// The statistics of a player over all games.
  public var statistics: StatisticsDefinition { StatisticsDefinition(statistics: Self.all) }

  private static let comeback = 2000

  private static let all = [
    Statistic(
      "highestTurn", "Highest turn", .highest("highestTurn"), unit: .points,
      "The most points banked in one turn."),
    Statistic(
      "highestGame", "Highest game", .highest("points"), unit: .points,
      "The highest score at the end of a game."),
    Statistic(
      "lifetimePoints", "Lifetime points", .sum("points"), unit: .points,
      "The sum of the scores at the end of all games."),
    Statistic(
      "averagePoints", "Points a game", .average("points"), unit: .points,
      "The lifetime points divided by the number of games."),
    Statistic("farkles", "Farkles", .sum("farkles"), "Turns lost to a roll that scored nothing."),
    Statistic(
      "hotDiceStreak", "Hot-dice streak", .highest("hotDice"),
      "The most hot dice in one turn."),
    Statistic(
      "comebackKid", "Comeback kid", .wins(with: "furthestBehind", atLeast: comeback),
      "Games won after having been \(comeback.grouped) or more behind the leader when some turn ended."
    ),
    Statistic(
      "riskTaker", "Risk taker", .ratio("diceSetAside", to: "bankedTurns"),
      "The average number of dice set aside in turns that were banked."),
    Statistic(
      "greedyGus", "Greedy Gus", .sum("greedyFarkles"),
      "Farkles with \(SeatNotes.greed) points or more at stake."),
    Statistic(
      "luckyNumber", "Lucky number", .largest(SeatNotes.faces), unit: .label,
      "The face rolled most often; of equals, the smallest."),
    Statistic(
      "clutchFactor", "Clutch factor", .sum("finalPoints"), unit: .points,
      "The points banked in final rounds."),
  ]
}
