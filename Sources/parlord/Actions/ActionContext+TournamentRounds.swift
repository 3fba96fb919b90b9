#if Server
  import GRDB
  import ParlorKit
  import Platform

  extension ActionContext {
    /// Announces, starts and advances the tournaments whose time has come.
    func runTournaments() throws {
      let due = try Tournament.fetchAll(
        database,
        sql: """
          SELECT * FROM tournaments WHERE winner = 0 AND (
            round = 0 AND condition = 1 AND launch <= :now
            OR round > 0 AND roundStarted + hours * 3600000 <= :now)
          ORDER BY id LIMIT 4
          """, arguments: ["now": now.milliseconds])
      for tournament in due {
        if tournament.round == 0 { try start(tournament) } else { try next(tournament) }
      }
      if options.holdsTournaments, try Tournament.active(at: now.milliseconds, in: database) == nil
      {
        try announce()
      }
    }

    /// Announces a tournament of 64 that begins in a day.
    private func announce() throws {
      let date = WireDate.day(now)
      let last = try Int.fetchOne(database, sql: "SELECT max(id) FROM achievements") ?? 0
      let prize = Achievement(
        id: max(last + 1, 1000), title: "Win \(date) Farkle Open Tournament",
        description: "Hosted \(WireDate.dayOfYear(now))", worth: Achievement.tournamentWorth)
      try database.execute(
        sql:
          "INSERT INTO achievements (id, title, description, worth, image) VALUES (?, ?, ?, ?, ?)",
        arguments: [prize.id, prize.title, prize.description, prize.worth, prize.image])
      var tournament = Tournament(
        name: "\(date) Farkle Open Tournament", achievementId: prize.id,
        launch: now.milliseconds + 86_400_000)
      try tournament.insert(database)
    }

    /// Draws the seeds and begins the first round; a tournament of less than two waits.
    func start(_ tournament: Tournament) throws {
      var entrants = try entrants(of: tournament)
      guard entrants.count >= 2 else { return }
      var chance = random.chance()
      chance.shuffle(&entrants)
      for (index, entrant) in entrants.enumerated() {
        var entrant = entrant
        entrant.seed = index + 1
        try entrant.update(database)
      }
      try next(tournament)
    }

    /// Goes on if the game was the last of its round.
    func advanceTournament(after game: Game) throws {
      guard
        let tournament = try Tournament.fetchOne(
          database,
          sql: """
            SELECT tournaments.* FROM pairings JOIN tournaments ON tournaments.id = tournamentId
            WHERE gameId = ? AND winner = 0 AND pairings.round = tournaments.round
            """, arguments: [game.number])
      else { return }
      for seat in try game.seats(in: database) { try award([46], to: seat.playerId) }
      try award([47], to: game.winner)
      if try openGames(of: tournament).isEmpty { try next(tournament) }
    }

    private func openGames(of tournament: Tournament) throws -> [Game] {
      try Game.fetchAll(
        database,
        sql: """
          SELECT games.* FROM pairings JOIN games ON games.id = gameId
          WHERE tournamentId = ? AND pairings.round = ? AND winner = 0 ORDER BY number
          """, arguments: [tournament.number, tournament.round])
    }

    /// Ends a round and pairs those who are left; the last one wins.
    private func next(_ tournament: Tournament) throws {
      var tournament = tournament
      for var game in try openGames(of: tournament) {
        let seats = try game.seats(in: database)
        // Time is over: whoever is ahead wins, and of equals who played more rounds.
        guard
          let best = seats.max(by: {
            ($0.score, $0.round, -$0.turn) < ($1.score, $1.round, -$1.turn)
          })
        else { continue }
        try win(
          &game, best.playerId, reason: "Tournament round time ran out. Highest score wins.",
          advances: false)
      }
      try database.execute(
        sql: """
          UPDATE entrants SET losses = losses + 1 WHERE tournamentId = :tournament
            AND EXISTS (SELECT 1 FROM pairings
              JOIN games ON games.id = pairings.gameId
              JOIN seats ON seats.gameId = games.id AND seats.playerId = entrants.playerId
              WHERE pairings.tournamentId = :tournament AND pairings.round = :round
                AND winner <> entrants.playerId)
          """, arguments: ["tournament": tournament.number, "round": tournament.round])
      let left = try entrants(of: tournament).filter { $0.losses < tournament.losses }
      if left.count <= 1 { return try finish(&tournament, winner: left.first?.playerId) }
      tournament.round += 1
      tournament.roundStarted = now.milliseconds
      try tournament.update(database)
      // The order turns round each time, so that the odd one out is another.
      let order = tournament.round % 2 == 1 ? left : left.reversed()
      for (number, index) in stride(from: 0, to: order.count, by: 2).enumerated() {
        let pair = order[index..<min(index + 2, order.count)].map(\.playerId)
        let game =
          pair.count == 2
          ? try open(
            .friends, players: pair, places: 2, span: Int64(tournament.hours + 24) * 3_600_000)
          : nil
        try database.execute(
          sql: """
            INSERT INTO pairings (tournamentId, round, number, gameId, bye) VALUES (?, ?, ?, ?, ?)
            """,
          arguments: [
            tournament.number, tournament.round, number + 1, game?.number,
            game == nil ? pair[0] : nil,
          ])
      }
    }

    private func finish(_ tournament: inout Tournament, winner: Int?) throws {
      let entrants = try entrants(of: tournament)
      // If all lost their last game, the last of them by seed has come furthest.
      guard let winner = winner ?? entrants.last?.playerId else { return }
      tournament.winner = winner
      tournament.finished = now.milliseconds
      try tournament.update(database)
      for entrant in entrants { try give(Experience.forTournament, to: entrant.playerId) }
      try give(Experience.forTournamentWin, to: winner)
      try award([tournament.achievementId], to: winner)
    }
  }
#endif
