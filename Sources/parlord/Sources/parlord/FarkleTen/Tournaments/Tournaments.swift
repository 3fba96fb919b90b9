import ParlorKit

/// The tournament page: information, entering and leaving.
struct Tournaments {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private var database: any Database { context.database }
  private var me: Int { context.me }

  /// The tournament as the lobby shows it; false if there is none.
  func active() throws -> Value {
    guard let tournament = try Tournament.active(at: context.now.milliseconds, in: database)
    else {
      return false
    }
    return [
      "tournamentid": .integer(tournament.number), "lobbyimage": "tButton1.png",
      "dayssincefinished": .optional(
        tournament.finished.map { Int((context.now.milliseconds - $0) / 86_400_000) }),
    ]
  }

  /// `addplayertotourney`: enters a tournament before its first round.
  func enter() throws -> Value {
    let tournament = try requestedTournament()
    let isIn = try Bool.fetchOne(
      database,
      prepared: """
        SELECT 1 FROM entrants JOIN tournaments ON tournaments.id = tournamentId
        WHERE playerId = ? AND winner = 0
        """, arguments: [me])
    guard isIn == nil else {
      throw ActionError(
        "You are already playing in a tournament. Currently limited to 1 tournament.")
    }
    let count = try tournament.entrants(in: database).count
    guard tournament.round == 0, tournament.winner == 0, count < tournament.cap else {
      throw ActionError("This tournament takes no more players.")
    }
    try Entrant(tournamentId: tournament.number, playerId: me, seed: count + 1).insert(database)
    if tournament.condition == 2, count + 1 == tournament.cap {
      try TournamentRounds(context).start(tournament)
    }
    return 1
  }

  /// `t_removeplayer`: leaves a tournament before its first round.
  func leave() throws -> Value {
    let tournament = try requestedTournament()
    guard tournament.round == 0 else { throw ActionError("The tournament has begun.") }
    try database.execute(
      prepared: "DELETE FROM entrants WHERE tournamentId = ? AND playerId = ?",
      arguments: [tournament.number, me])
    return 1
  }

  private func requestedTournament() throws -> Tournament {
    guard let number = context.form.integer("tid"),
      let tournament = try Tournament.find(number, in: database)
    else { throw ActionError("Tournament not found.") }
    return tournament
  }

  /// `gettournamentinfo`: the tournament, its games (0 before the first round) and its players.
  func information() throws -> Value {
    guard let number = context.form.integer("tid"),
      let tournament = try Tournament.find(number, in: database)
    else { return [nil, 0, []] }
    let players = try Row.fetchAll(
      database,
      prepared: """
        SELECT name, id, title, card, level, seed FROM entrants
        JOIN players ON players.id = playerId WHERE tournamentId = ? ORDER BY seed, id
        """, arguments: [number])
    let list = players.map { row -> Value in
      [
        "username": .string(row["name"]), "playerid": .integer(row["id"]),
        "playertitle": .optional(row["title"] as String?), "cardcolor": .string(row["card"]),
        "playerlevel": .integer(row["level"]), "seednum": .integer(row["seed"]),
      ]
    }
    let isIn = players.contains { $0["id"] as Int == me }
    return [
      try facts(of: tournament, players: players.count, isIn: isIn),
      tournament.round > 0 ? try pairings(of: tournament) : 0, .array(list),
    ]
  }

  private func facts(of tournament: Tournament, players: Int, isIn: Bool) throws -> Value {
    let prize = try Row.fetchOne(
      database, prepared: "SELECT * FROM achievements WHERE id = ?",
      arguments: [tournament.achievementId])
    let end = tournament.roundStarted.map { $0 + Int64(tournament.hours) * 3_600_000 }
    return [
      "launchdate": .string(WireDate.hour(Timestamp(milliseconds: tournament.launch))),
      "finishdate": .optional(
        tournament.finished.map { WireDate.stamp(Timestamp(milliseconds: $0)) }),
      "winningplayer": .integer(tournament.winner), "roundnum": .integer(tournament.round),
      "tname": .string(tournament.name), "tformat": .integer(tournament.losses),
      "roundhours": .integer(tournament.hours), "pointstowin": 10_000, "mintostart": 0,
      "playercap": .integer(tournament.cap), "startcondition": .integer(tournament.condition),
      "gamemode": 2, "imagefile": .optional(prize?["image"] as String?),
      "title": .optional(prize?["title"] as String?),
      "description": .optional(prize?["description"] as String?),
      "worth": .optional(prize?["worth"] as Int?),
      "nextrounddate": .optional(end.map { WireDate.hour(Timestamp(milliseconds: $0)) }),
      "numplayers": .integer(players), "participant": .integer(isIn ? 1 : 0),
    ]
  }

  private func pairings(of tournament: Tournament) throws -> Value {
    let rows = try Row.fetchAll(
      database,
      prepared: """
        SELECT pairings.round AS stage, bye, games.*, one.playerId AS p1, two.playerId AS p2,
          oneName.name AS n1, twoName.name AS n2, one.round AS r1, two.round AS r2,
          one.score AS s1, two.score AS s2, byeName.name AS byeName,
          coalesce(one.playerId = :me OR two.playerId = :me, bye = :me) AS isMine
        FROM pairings
        LEFT JOIN games ON games.id = pairings.gameId
        LEFT JOIN seats AS one ON one.gameId = games.id AND one.turn = 1
        LEFT JOIN seats AS two ON two.gameId = games.id AND two.turn = 2
        LEFT JOIN players AS oneName ON oneName.id = one.playerId
        LEFT JOIN players AS twoName ON twoName.id = two.playerId
        LEFT JOIN players AS byeName ON byeName.id = bye
        WHERE tournamentId = :tournament AND (bye IS NOT NULL OR one.gameId IS NOT NULL)
        ORDER BY stage DESC, coalesce(winner, bye) > 0, isMine DESC, coalesce(one.playerId, bye)
        """, arguments: ["me": me, "tournament": tournament.number])
    return .array(rows.map(pairing))
  }

  private func pairing(_ row: Row) -> Value {
    let bye: Int? = row["bye"]
    let name: String = row["byeName"] ?? row["name"] ?? ""
    let first: String = row["byeName"] ?? row["n1"] ?? ""
    return [
      "roundnum": .integer(row["stage"]), "winningplayer": .integer(bye ?? row["winner"] ?? 0),
      "gameid": .integer(row["id"] ?? 0), "gamemode": .integer(row["mode"] ?? 0),
      "currentturn": .integer(row["turn"] ?? 0),
      "playerstring": .string(bye == nil ? name : "\(name) - Bye Round"),
      "p1id": .integer(bye ?? row["p1"] ?? 0), "p1u": .string(first),
      "p1rnd": .integer(row["r1"] ?? 0), "firstplayerscore": .integer(row["s1"] ?? 0),
      "p2id": .integer(row["p2"] ?? 0), "p2u": .string(row["n2"] ?? "bye"),
      "p2rnd": .integer(row["r2"] ?? 0), "secondplayerscore": .integer(row["s2"] ?? 0),
      "yourplayer": .bool(row["isMine"] ?? false),
    ]
  }
}
