/// An elimination tournament.
struct Tournament: NumberedRecord {
  static let table = "tournaments"
  static let columns: [Column<Self>] = [
    Column("id", \.id), Column("name", \.name), Column("cap", \.cap), Column("losses", \.losses),
    Column("condition", \.condition), Column("hours", \.hours), Column("round", \.round),
    Column("winner", \.winner), Column("achievementId", \.achievementId),
    Column("launch", \.launch), Column("roundStarted", \.roundStarted),
    Column("finished", \.finished),
  ]

  var id: Int64?
  var name = ""
  /// The maximum number of players.
  var cap = 64
  /// The losses that eliminate a player: 1, or 2 for double elimination.
  var losses = 1
  /// When it starts: 1 at its date, 2 when all places are taken.
  var condition = 1
  /// The duration of a round in hours.
  var hours = 24
  /// The current round; 0 before the first.
  var round = 0
  /// The number of the winner; 0 before the end.
  var winner = 0
  /// The number of the achievement that the winner gets.
  var achievementId = 0
  var launch: Int64 = 0
  var roundStarted: Int64?
  var finished: Int64?

  static func find(_ number: Int, in database: any Database) throws -> Tournament? {
    try Tournament.fetchOne(
      database, prepared: "SELECT * FROM tournaments WHERE id = ?", arguments: [number])
  }

  /// The tournament that the lobby shows: the first that is not finished, or finished less than
  /// three days ago.
  static func active(at now: Int64, in database: any Database) throws -> Tournament? {
    try Tournament.fetchOne(
      database,
      prepared: "SELECT * FROM tournaments WHERE winner = 0 OR finished > ? ORDER BY id LIMIT 1",
      arguments: [now - 3 * 86_400_000])
  }

  /// Stores a new tournament, with the achievement for its winner.
  mutating func announce(at now: Timestamp, in database: any Database) throws {
    let last = try Int.fetchOne(database, prepared: "SELECT max(id) FROM achievements") ?? 0
    achievementId = max(last + 1, 1000)
    try database.execute(
      prepared:
        "INSERT INTO achievements (id, title, description, worth, image) VALUES (?, ?, ?, ?, ?)",
      arguments: [
        achievementId, "Win \(name)", "Hosted \(WireDate.dayOfYear(now))",
        Achievement.tournamentWorth, Achievement.image(of: achievementId),
      ])
    try insert(database)
  }

  /// Removes a tournament that has not begun, with its entries and the achievement for its winner.
  func cancel(in database: any Database) throws {
    for sql in [
      "DELETE FROM entrants WHERE tournamentId = ?", "DELETE FROM tournaments WHERE id = ?",
    ] {
      try database.execute(prepared: sql, arguments: [number])
    }
    try database.execute(
      prepared: "DELETE FROM achievements WHERE id = ?", arguments: [achievementId])
  }

  /// The players of the tournament in the order of their seeds.
  func entrants(in database: any Database) throws -> [Entrant] {
    try Entrant.fetchAll(
      database, prepared: "SELECT * FROM entrants WHERE tournamentId = ? ORDER BY seed, playerId",
      arguments: [number])
  }
}

/// A player in a tournament.
struct Entrant: Record {
  static let table = "entrants"
  static let key = ["tournamentId", "playerId"]
  static let columns: [Column<Self>] = [
    Column("tournamentId", \.tournamentId), Column("playerId", \.playerId),
    Column("seed", \.seed), Column("losses", \.losses),
  ]

  var tournamentId = 0
  var playerId = 0
  /// The position in the order of pairing, from 1.
  var seed = 0
  var losses = 0
}
