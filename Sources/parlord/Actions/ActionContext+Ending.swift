#if Server
  import GRDB
  import Platform

  extension ActionContext {
    /// Ends a game that everybody has played to its last round, or goes into overtime.
    func settle(_ game: Game) throws {
      var game = game
      let seats = try game.seats(in: database)
      let isDone = seats.count >= game.places && seats.allSatisfy { $0.round > game.lastRound }
      guard isDone else { return }
      let rivals = seats.filter { !$0.hasLeft }
      // Of players who have all given up the last one was the most patient.
      guard let top = rivals.map(\.score).max() else {
        return try win(&game, me, reason: "All players have quit")
      }
      let equals = rivals.filter { $0.score == top }
      for seat in seats { try award(Milestones.total(seat.score), to: seat.playerId) }
      guard equals.count > 1 else {
        return try win(&game, equals[0].playerId, reason: reason(of: game))
      }
      if game.lastRound < TenRules.maxRounds {
        game.lastRound += 1
        game.isOvertime = true
        try game.update(database)
        try database.execute(
          sql: "UPDATE seats SET round = ? + hasLeft WHERE gameId = ?",
          arguments: [game.lastRound, game.number])
      } else {
        let best = try equals.map { seat in (seat, try highestRound(of: seat)) }
        guard let first = best.max(by: { ($0.1, -$0.0.turn) < ($1.1, -$1.0.turn) }),
          let name = try Player.find(first.0.playerId, in: database)?.name
        else { return }
        try win(
          &game, first.0.playerId,
          reason: reason(of: game)
            + ". \(name) won tiebreaker with highest single round score of \(first.1)")
      }
    }

    private func reason(of game: Game) -> String {
      game.isOvertime
        ? "Highest score after \(game.lastRound - TenRules.lastRound) overtime round(s)"
        : "Highest score in 10 rounds"
    }

    private func highestRound(of seat: Seat) throws -> Int {
      try Int.fetchOne(
        database, sql: "SELECT max(score) FROM rounds WHERE gameId = ? AND playerId = ?",
        arguments: [seat.gameId, seat.playerId]) ?? 0
    }

    /// Ends a game with a winner: wins and losses, experience, achievements, boards, tournaments.
    ///
    /// - Parameter advances: whether a tournament may go on; not while its round is being ended.
    func win(_ game: inout Game, _ winner: Int, reason: String, advances: Bool = true) throws {
      game.winner = winner
      game.reason = reason
      game.finished = now.milliseconds
      game.day = BoardDay(now).number
      try game.update(database)
      let seats = try game.seats(in: database)
      if game.with == .solo {
        try give(Experience.forSolo, to: winner)
        return
      }
      let losers = seats.map(\.playerId).filter { $0 != winner }
      try database.execute(
        sql: "UPDATE players SET wins = wins + 1, streak = streak + 1 WHERE id = ?",
        arguments: [winner])
      for loser in losers {
        try database.execute(
          sql: "UPDATE players SET losses = losses + 1, streak = 0 WHERE id = ?", arguments: [loser]
        )
      }
      try give(Experience.forWinning(players: game.places), to: winner)
      try honor(winner, over: losers, in: seats)
      for seat in seats { try record(seat, of: game) }
      if advances { try advanceTournament(after: game) }
    }

    private func honor(_ winner: Int, over losers: [Int], in seats: [Seat]) throws {
      let wins = try Int.fetchOne(
        database, sql: "SELECT wins FROM players WHERE id = ?", arguments: [winner])
      try award(Milestones.wins(wins ?? 0), to: winner)
      let scores = seats.map(\.score).sorted(by: >)
      if scores.count > 1 { try award(Milestones.margin(scores[0] - scores[1]), to: winner) }
      let opponents = try Int.fetchOne(
        database,
        sql: """
          SELECT count(DISTINCT other.playerId) FROM seats AS own
          JOIN games ON games.id = own.gameId AND winner > 0
          JOIN seats AS other ON other.gameId = own.gameId AND other.playerId <> own.playerId
          WHERE own.playerId = ?
          """, arguments: [winner])
      try award(Milestones.opponents(opponents ?? 0), to: winner)
      for loser in losers {
        let beaten = try Int.fetchOne(
          database,
          sql: """
            SELECT count(*) FROM games JOIN seats ON gameId = games.id AND playerId = ?
            WHERE winner = ? AND EXISTS
              (SELECT 1 FROM seats AS own WHERE own.gameId = games.id AND own.playerId = winner)
            """, arguments: [loser, winner])
        try award(Milestones.rivalry(beaten ?? 0), to: winner)
      }
    }
  }
#endif
