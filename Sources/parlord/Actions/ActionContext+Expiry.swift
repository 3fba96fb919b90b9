#if Server
  import GRDB
  import Platform

  extension ActionContext {
    /// Ends or removes the games whose time is over, some at a time.
    func endExpiredGames() throws {
      let games = try Game.fetchAll(
        database,
        sql: "SELECT * FROM games WHERE winner = 0 AND expires < ? ORDER BY expires LIMIT 50",
        arguments: [now.milliseconds])
      for game in games { try expire(game) }
    }

    private func expire(_ game: Game) throws {
      var game = game
      let seats = try game.seats(in: database)
      let played = seats.filter { $0.round > 1 }
      switch game.with {
      case .random where !played.isEmpty && played.count < max(seats.count, game.places):
        // Whoever has not come makes room for another, and time begins anew.
        for seat in seats where seat.round == 1 { try seat.delete(database) }
        game.expires = now.milliseconds + TenRules.strangersDuration
        game.name = GameName.make(.random, names: try game.names(in: database), seats: game.places)
        try game.update(database)
      case .random, .friends:
        guard played.count == seats.count,
          let best = seats.max(by: { ($0.score, -$0.turn) < ($1.score, -$1.turn) })
        else { fallthrough }
        try win(&game, best.playerId, reason: "Game time expired.")
      case .solo:
        try game.delete(database)
      }
    }
  }
#endif
