#if Server
  import GRDB

  /// A tournament by elimination: whoever has lost as often as its form allows is out.
  struct Tournament: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "tournaments"

    var id: Int64?
    var name: String
    /// The most players.
    var cap = 64
    /// The losses that end it for a player: 1, or 2 for double elimination.
    var losses = 1
    /// What starts it: 1 its date, 2 all places taken.
    var condition = 1
    /// The hours of a round.
    var hours = 24
    /// The round that is played; 0 before the first.
    var round = 0
    /// The winner's number; 0 before the end.
    var winner = 0
    /// The achievement of its winner.
    var achievementId: Int
    var launch: Int64
    var roundStarted: Int64?
    var finished: Int64?

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// The number of a tournament that is in the database.
    var number: Int { Int(id ?? 0) }

    /// The tournament that the lobby shows: the first that is not over or has been for less than three
    /// days.
    static func active(at now: Int64, in database: Database) throws -> Tournament? {
      try Tournament.fetchOne(
        database,
        sql: "SELECT * FROM tournaments WHERE winner = 0 OR finished > ? ORDER BY id LIMIT 1",
        arguments: [now - 3 * 86_400_000])
    }
  }

  /// A player of a tournament.
  struct Entrant: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "entrants"

    var tournamentId: Int
    var playerId: Int
    /// The place in the order of pairing.
    var seed: Int
    var losses = 0
  }
#endif
