#if Server
  import GRDB

  /// A game of ten rounds.
  struct Game: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "games"

    var id: Int64?
    var starter: Int
    /// The raw value of a ``GameWith``.
    var playedWith: Int
    /// 2, a game of ten rounds; the only mode there is.
    var mode = 2
    /// How many will sit at the table.
    var places: Int
    /// The place that is said to be next; in games of ten rounds everybody may play at any time.
    var turn: Int
    var name: String
    /// The round that ends the game, more than 10 in overtime.
    var lastRound = TenRules.lastRound
    var isOvertime = false
    /// The winner's number; 0 while the game goes on.
    var winner = 0
    /// Why the winner won.
    var reason: String?
    var started: Int64
    var expires: Int64
    var finished: Int64?
    /// The ``BoardDay`` on which it ended.
    var day: Int?

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// The number of a game that is in the database.
    var number: Int { Int(id ?? 0) }

    /// Whom it is played with.
    var with: GameWith { GameWith(rawValue: playedWith) ?? .friends }

    /// Whether it has ended.
    var isOver: Bool { winner > 0 }
  }
#endif
