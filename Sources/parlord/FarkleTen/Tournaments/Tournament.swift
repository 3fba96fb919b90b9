#if Server
  import GRDB

  /// An elimination tournament.
  struct Tournament: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "tournaments"

    var id: Int64?
    var name: String
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
    var achievementId: Int
    var launch: Int64
    var roundStarted: Int64?
    var finished: Int64?

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// The number of a stored tournament.
    var number: Int { Int(id ?? 0) }

    /// The tournament that the lobby shows: the first that is not finished, or finished less than
    /// three days ago.
    static func active(at now: Int64, in database: Database) throws -> Tournament? {
      try Tournament.fetchOne(
        database,
        prepared: "SELECT * FROM tournaments WHERE winner = 0 OR finished > ? ORDER BY id LIMIT 1",
        arguments: [now - 3 * 86_400_000])
    }

    /// The players of the tournament in the order of their seeds.
    func entrants(in database: Database) throws -> [Entrant] {
      try Entrant.fetchAll(
        database, prepared: "SELECT * FROM entrants WHERE tournamentId = ? ORDER BY seed, playerId",
        arguments: [number])
    }
  }

  /// A player in a tournament.
  struct Entrant: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "entrants"

    var tournamentId: Int
    var playerId: Int
    /// The position in the order of pairing, from 1.
    var seed: Int
    var losses = 0
  }
#endif
