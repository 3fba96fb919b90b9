import ParlorKit

/// Runs tournaments: announces and starts them, pairs the players of each round, and ends them.
struct TournamentRounds {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private var database: any Database { context.database }
  private var now: Timestamp { context.now }

  /// Starts and advances the tournaments that are due, and announces a new one if the server is
  /// configured to and there is none.
  func runDue() throws {
    let due = try Tournament.fetchAll(
      database,
      prepared: """
        SELECT * FROM tournaments WHERE winner = 0 AND (
          round = 0 AND condition = 1 AND launch <= :now
          OR round > 0 AND roundStarted + hours * 3600000 <= :now)
        ORDER BY id LIMIT 4
        """, arguments: ["now": now.milliseconds])
    for tournament in due {
      if tournament.round == 0 {
        try start(tournament)
      } else {
        try startNextRound(of: tournament)
      }
    }
    if context.options.holdsTournaments,
      try Tournament.active(at: now.milliseconds, in: database) == nil
    {
      try announce()
    }
  }

  /// Announces a tournament for 64 players that starts in 24 hours.
  private func announce() throws {
    var tournament = Tournament(
      name: "\(WireDate.day(now)) Farkle Open Tournament", launch: now.milliseconds + 86_400_000)
    try tournament.announce(at: now, in: database)
  }

  /// Draws the seeds and starts the first round. A tournament with less than two players waits.
  func start(_ tournament: Tournament) throws {
    var entrants = try tournament.entrants(in: database)
    guard entrants.count >= 2 else { return }
    var chance = context.random.chance()
    chance.shuffle(&entrants)
    for (index, entrant) in entrants.enumerated() {
      var entrant = entrant
      entrant.seed = index + 1
      try entrant.update(database)
    }
    try startNextRound(of: tournament)
  }

  /// Starts the next round of a tournament if the game was the last of the current one.
  func advance(after game: Game) throws {
    guard
      let tournament = try Tournament.fetchOne(
        database,
        prepared: """
          SELECT tournaments.* FROM pairings JOIN tournaments ON tournaments.id = tournamentId
          WHERE gameId = ? AND winner = 0 AND pairings.round = tournaments.round
          """, arguments: [game.number])
    else { return }
    for seat in try game.seats(in: database) {
      try context.award(.tournamentGame, to: seat.playerId)
    }
    try context.award(.tournamentRoundWin, to: game.winner)
    if try openGames(of: tournament).isEmpty { try startNextRound(of: tournament) }
  }

  private func openGames(of tournament: Tournament) throws -> [Game] {
    try Game.fetchAll(
      database,
      prepared: """
        SELECT games.* FROM pairings JOIN games ON games.id = gameId
        WHERE tournamentId = ? AND pairings.round = ? AND winner = 0 ORDER BY number
        """, arguments: [tournament.number, tournament.round])
  }

  /// Ends the current round and pairs the remaining players. The last remaining player wins.
  private func startNextRound(of tournament: Tournament) throws {
    var tournament = tournament
    for var game in try openGames(of: tournament) {
      let seats = try game.seats(in: database)
      // When the time of the round is over, the player with the highest score wins; among equals,
      // the one who has played more rounds.
      guard
        let best = seats.max(by: {
          ($0.score, $0.round, -$0.turn) < ($1.score, $1.round, -$1.turn)
        })
      else { continue }
      try GameResults(context).win(
        &game, best.playerId, reason: "Tournament round time ran out. Highest score wins.",
        advances: false)
    }
    try database.execute(
      prepared: """
        UPDATE entrants SET losses = losses + 1 WHERE tournamentId = :tournament
          AND EXISTS (SELECT 1 FROM pairings
            JOIN games ON games.id = pairings.gameId
            JOIN seats ON seats.gameId = games.id AND seats.playerId = entrants.playerId
            WHERE pairings.tournamentId = :tournament AND pairings.round = :round
              AND winner <> entrants.playerId)
        """, arguments: ["tournament": tournament.number, "round": tournament.round])
    let remaining = try tournament.entrants(in: database).filter { $0.losses < tournament.losses }
    if remaining.count <= 1 {
      return try finish(&tournament, winner: remaining.first?.playerId)
    }
    tournament.round += 1
    tournament.roundStarted = now.milliseconds
    try tournament.update(database)
    // The order is reversed every round, so that the bye goes to another player.
    let order = tournament.round % 2 == 1 ? remaining : remaining.reversed()
    for (number, index) in stride(from: 0, to: order.count, by: 2).enumerated() {
      let pair = order[index..<min(index + 2, order.count)].map(\.playerId)
      let game =
        pair.count == 2
        ? try Matchmaking(context).open(
          .friends, players: pair, places: 2, duration: Int64(tournament.hours + 24) * 3_600_000)
        : nil
      try database.execute(
        prepared: """
          INSERT INTO pairings (tournamentId, round, number, gameId, bye) VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [
          tournament.number, tournament.round, number + 1, game?.number,
          game == nil ? pair[0] : nil,
        ])
    }
  }

  private func finish(_ tournament: inout Tournament, winner: Int?) throws {
    let entrants = try tournament.entrants(in: database)
    // If no player remains, the one with the highest seed wins.
    guard let winner = winner ?? entrants.last?.playerId else { return }
    tournament.winner = winner
    tournament.finished = now.milliseconds
    try tournament.update(database)
    for entrant in entrants {
      try context.give(Experience.forTournament, to: entrant.playerId)
    }
    try context.give(Experience.forTournamentWin, to: winner)
    try Player.award([tournament.achievementId], to: winner, at: now, in: database)
  }
}
