#if Server
  import GRDB
  import Platform

  extension ActionContext {
    /// The games of a day that count.
    static let gamesOfDay = 20
    /// The best of these that make the score of the day.
    static let bestOfDay = 10
    /// The games that a day needs to be ranked.
    static let gamesToRank = 3

    /// Notes a finished game for the boards. Games alone, of less than 1000 points or of less than
    /// three rounds do not count.
    func record(_ seat: Seat, of game: Game) throws {
      guard game.with != .solo, seat.score >= 1000, seat.round >= 3 else { return }
      let day = BoardDay(now).number
      try database.execute(
        sql: """
          INSERT INTO boardGames (playerId, day, number, gameId, score)
          SELECT :player, :day, coalesce(max(number), 0) + 1, :game, :score FROM boardGames
          WHERE playerId = :player AND day = :day
          """,
        arguments: ["player": seat.playerId, "day": day, "game": game.number, "score": seat.score])
    }

    /// `getdailyprogress`: what the player's games of the day are worth on the board.
    func dailyProgress() throws -> JSONValue {
      let scores = try todaysScores()
      return [
        "games_played": .integer(scores.count), "games_max": .integer(Self.gamesOfDay),
        "daily_score": .integer(scores.prefix(Self.bestOfDay).reduce(0, +)),
        "top_scores": .integers(scores), "qualifies": .bool(scores.count >= Self.gamesToRank),
      ]
    }

    /// What a game that has ended did for the player's day.
    func feedback(on game: Game, of seat: Seat) throws -> JSONValue {
      let scores = try todaysScores()
      let rank = scores.firstIndex(of: seat.score).map { $0 + 1 }
      let counts = game.with != .solo && seat.score >= 1000
      return [
        "is_eligible": .bool(counts),
        "rank_in_top10": .optional(counts ? rank.flatMap { $0 <= Self.bestOfDay ? $0 : nil } : nil),
        "games_remaining": .integer(max(0, Self.gamesOfDay - scores.count)),
        "daily_score": .integer(scores.prefix(Self.bestOfDay).reduce(0, +)),
      ]
    }

    private func todaysScores() throws -> [Int] {
      try Int.fetchAll(
        database,
        sql: """
          SELECT score FROM boardGames WHERE playerId = ? AND day = ? AND number <= ?
          ORDER BY score DESC
          """, arguments: [me, BoardDay(now).number, Self.gamesOfDay])
    }
  }
#endif
