#if Server
  import GRDB

  /// The boards: of a day, a week, all times.
  enum BoardTier: String, Sendable {
    /// The best ten of the first twenty games of a day; three games to be ranked.
    case daily
    /// The best five days from Monday to Sunday; three days to be ranked.
    case weekly
    /// The average of all games; fifty to be ranked.
    case alltime

    /// The day whose board tells how everybody stood before.
    func earlier(_ day: BoardDay) -> BoardDay? {
      switch self {
      case .daily: BoardDay(number: day.number - 1)
      case .weekly: BoardDay(number: day.number - 7)
      case .alltime: nil
      }
    }

    /// Everybody who has played, the best first.
    func standings(on day: BoardDay, in database: Database) throws -> [BoardStanding] {
      let range = days(around: day)
      let rows = try Row.fetchAll(
        database,
        sql: """
          WITH counted AS (
            SELECT playerId, day, score,
              row_number() OVER (PARTITION BY playerId, day ORDER BY score DESC) AS place
            FROM boardGames WHERE day BETWEEN :first AND :last AND number <= 20),
          days AS (
            SELECT playerId, sum(iif(place <= 10, score, 0)) AS score, count(*) AS games
            FROM counted GROUP BY playerId, day),
          weeks AS (
            SELECT playerId, score,
              row_number() OVER (PARTITION BY playerId ORDER BY score DESC) AS place
            FROM days WHERE games >= 3)
          SELECT playerId, name, board.score, board.games FROM (\(query)) AS board
          JOIN players ON players.id = playerId ORDER BY board.score DESC, playerId
          """, arguments: ["first": range.lowerBound, "last": range.upperBound])
      return rows.map { row in
        BoardStanding(
          player: row["playerId"], name: row["name"], score: row["score"], games: row["games"],
          isRanked: row["games"] as Int >= least)
      }
    }

    private var least: Int { self == .alltime ? 50 : 3 }

    private var query: String {
      switch self {
      case .daily: "SELECT playerId, score, games FROM days"
      case .weekly:
        """
        SELECT playerId, sum(score) AS score, count(*) AS games FROM weeks WHERE place <= 5
        GROUP BY playerId
        """
      case .alltime:
        """
        SELECT playerId, CAST(round(avg(score)) AS INTEGER) AS score, count(*) AS games
        FROM boardGames GROUP BY playerId
        """
      }
    }

    private func days(around day: BoardDay) -> ClosedRange<Int> {
      switch self {
      case .weekly: day.weekStart.number...day.weekStart.number + 6
      case .daily, .alltime: day.number...day.number
      }
    }
  }

  /// A player on a board.
  struct BoardStanding: Sendable, Equatable {
    var player: Int
    var name: String
    var score = 0
    /// The games, or on the board of the week the days, that count.
    var games = 0
    /// Whether they are enough to have a rank.
    var isRanked = false
  }
#endif
