import ParlorKit

/// The statistic that the leaderboard features; it changes every day.
enum FeaturedStat: String, Sendable, CaseIterable {
  case highestRound = "hot_dice"
  case farkleRate = "farkle_rate"
  case comeback = "comeback_king"
  case winStreak = "hot_streak"
  case consistency

  /// The statistic of a day.
  static func of(_ day: BoardDay) -> FeaturedStat { allCases[day.ordinal % allCases.count] }

  /// The heading that the client shows.
  var title: String {
    switch self {
    case .highestRound: "Hot Dice -- Highest Single Round"
    case .farkleRate: "Farkle Rate -- Lowest Farkle %"
    case .comeback: "Comeback King -- Largest Deficit Overcome"
    case .winStreak: "Hot Streak -- Current Win Streak"
    case .consistency: "Consistency -- Steadiest Scorer"
    }
  }

  /// Whether lower values are better.
  var isLowBest: Bool { self == .farkleRate || self == .consistency }

  /// The values of a day by player, for all players who have one.
  func values(on day: BoardDay, in database: any Database) throws -> [Int: Double] {
    var values: [Int: Double] = [:]
    let rows = try Row.fetchAll(
      database, prepared: query, arguments: self == .winStreak ? [] : ["day": day.number])
    for row in rows {
      let value: Double = row["value"]
      values[row["playerId"]] = self == .consistency ? max(0, value).squareRoot() : value
    }
    for bot in try Int.fetchAll(
      database, prepared: "SELECT id FROM players WHERE bot IS NOT NULL")
    {
      values[bot] = nil
    }
    return values
  }

  /// A value rounded to one decimal, as an integer where possible.
  static func wire(_ value: Double) -> Value {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? .integer(Int(rounded)) : .number(rounded)
  }

  private var query: String {
    switch self {
    case .highestRound:
      """
      SELECT rounds.playerId, max(score) AS value FROM rounds
      JOIN games ON games.id = gameId AND playedWith <> 2
      WHERE rounds.day = :day AND score > 0 GROUP BY rounds.playerId
      """
    case .farkleRate:
      """
      SELECT rounds.playerId, 100.0 * count(CASE WHEN score = 0 THEN 1 END) / count(*) AS value FROM rounds
      JOIN games ON games.id = gameId AND playedWith <> 2
      WHERE rounds.day = :day GROUP BY rounds.playerId HAVING count(*) >= 10
      """
    case .comeback:
      """
      WITH halves AS (
        SELECT rounds.gameId, rounds.playerId, winner, sum(score) AS half FROM rounds
        JOIN games ON games.id = rounds.gameId
        WHERE games.day = :day AND playedWith <> 2 AND round <= 5
        GROUP BY rounds.gameId, rounds.playerId, winner)
      SELECT own.playerId, max(other.half - own.half) AS value FROM halves AS own
      JOIN halves AS other ON other.gameId = own.gameId AND other.half > own.half
      WHERE own.playerId = own.winner GROUP BY own.playerId
      """
    case .winStreak: "SELECT id AS playerId, streak AS value FROM players WHERE streak >= 2"
    case .consistency:
      // The variance; `values` takes the square root.
      """
      SELECT playerId, avg(score * score) - avg(score) * avg(score) AS value FROM (
        SELECT playerId, 1.0 * score AS score,
          row_number() OVER (PARTITION BY playerId ORDER BY score DESC) AS place
        FROM boardGames WHERE day = :day AND number <= 20) AS ranked
      WHERE place <= 10 GROUP BY playerId HAVING count(*) >= 5
      """
    }
  }
}
