#if Server
  import GRDB

  /// A player's place in a game.
  struct Seat: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "seats"

    var gameId: Int
    var playerId: Int
    /// The place at the table, from 1.
    var turn: Int
    /// The round to be played next.
    var round = 1
    var score = 0
    var lastScore = 0
    var lastXP = 0
    /// Whether the player has given up.
    var hasLeft = false
    /// Whether the player has seen how the game ended.
    var isAcknowledged = false
    /// Whether the player has answered the question for an emoji.
    var hasReacted = false
    var reaction = ""
    var lastPlayed: Int64
  }
#endif
