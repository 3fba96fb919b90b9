#if Server
  import GRDB
  import Platform

  extension Desk {
    /// Ends a player's round, and the game if it was the last one of all.
    func end(round seat: inout Seat, of game: Game, with score: Int, isFarkle: Bool) throws {
      let round = seat.round
      try database.execute(
        sql: """
          INSERT INTO rounds (gameId, playerId, round, score, moment, day) VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          game.number, me, round, score, now.milliseconds, BoardDay(now).number,
        ])
      seat.score += score
      seat.lastScore = score
      seat.lastPlayed = now.milliseconds
      seat.round += 1
      try count(score, total: seat.score, isFarkle: isFarkle)
      if score > 750 { try give(Experience.forGoodRound, to: me) }
      if round == TenRules.lastRound {
        seat.lastXP = Experience.forFinishing(players: game.places)
        try give(seat.lastXP, to: me)
        try checkPerfection(of: game)
      }
      try seat.update(database)
      if seat.round > game.lastRound { try settle(game) }
    }

    private func count(_ score: Int, total: Int, isFarkle: Bool) throws {
      try database.execute(
        sql: """
          UPDATE players SET lastPlayed = :now, totalPoints = totalPoints + :score,
            highestRound = max(highestRound, :score), highestTotal = max(highestTotal, :total),
            rounds = rounds + 1, farkles = farkles + :farkles WHERE id = :me
          """,
        arguments: [
          "now": now.milliseconds, "score": score, "total": total, "farkles": isFarkle ? 1 : 0,
          "me": me,
        ])
      try award(Milestones.round(score), to: me)
      if score == 0 {
        try award([8], to: me)
        let farkles = try Int.fetchOne(
          database, sql: "SELECT farkles FROM players WHERE id = ?", arguments: [me])
        try award(Milestones.farkles(farkles ?? 0), to: me)
      }
    }

    private func checkPerfection(of game: Game) throws {
      let farkles = try Int.fetchOne(
        database,
        sql: "SELECT count(*) FROM rounds WHERE gameId = ? AND playerId = ? AND score = 0",
        arguments: [game.number, me])
      if farkles == 0 { try award([44], to: me) }
    }

    /// `quitgame`: without harm before the first round is played, as a loss after it. Nothing if the
    /// player does not play.
    func quit() throws -> JSONValue? {
      guard let number = form.integer("gameid"), var game = try Game.find(number, in: database),
        !game.isOver, var seat = try game.seat(of: me, in: database)
      else { return nil }
      let seats = try game.seats(in: database)
      let isAlone = game.with == .random && seats.count == 1
      if seat.round > 1 && game.with != .solo && !isAlone {
        seat.score = 0
        seat.hasLeft = true
        seat.round = game.lastRound + 1
        try seat.update(database)
      } else {
        try seat.delete(database)
        game.places -= 1
      }
      let rest = try game.seats(in: database)
      if rest.isEmpty || game.places <= 1 && game.with != .random {
        try game.delete(database)
      } else {
        // A game of strangers waits for somebody else.
        if game.with == .random && rest.count < seats.count { game.places += 1 }
        game.turn = 1
        game.name = GameName.make(
          game.with, names: try game.names(in: database), seats: game.places)
        try game.update(database)
        try settle(game)
      }
      return 1
    }

    /// `submitemoji`: an emoji for the other player, or none. It is asked for once a game.
    func react() throws -> JSONValue {
      guard let number = form.integer("gameid"), number > 0 else {
        throw ActionError("Missing required parameters.")
      }
      guard let game = try Game.find(number, in: database),
        var seat = try game.seat(of: me, in: database)
      else { throw ActionError("You are not a participant in this game.") }
      let done: JSONValue = ["Error": nil, "success": true]
      if seat.hasReacted {
        return done.adding("message", "Emoji already submitted for this game.")
      }
      seat.hasReacted = true
      seat.reaction = String((form["emoji"] ?? "").filter { !$0.isASCII }.prefix(1))
      try seat.update(database)
      let other = try game.seats(in: database).first { $0.playerId != me }
      if !seat.reaction.isEmpty, let other,
        var player = try Player.find(other.playerId, in: database)
      {
        player.reactions = String((seat.reaction + player.reactions).prefix(54))
        try player.update(database)
      }
      return done
    }
  }
#endif
