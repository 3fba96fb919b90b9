#if Server
  import GRDB

  /// An account.
  struct Player: Codable, Sendable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "players"

    var id: Int64?
    /// The name, written as its owner writes it; no other name differs from it in case only.
    var name: String
    /// The MD5 of the name, by which the client asks for it.
    var nameHash: String
    var email: String
    /// The MD5 of the address in lower case; nothing if there is no address.
    var emailHash: String?
    /// What ``PasswordHash`` makes of the password.
    var password: String
    /// The SHA-256 of a code that lets its owner choose another password.
    var resetCode: String?
    /// When the code ends, in milliseconds since 1970.
    var resetExpires: Int64?
    var title: String?
    var titleLevel = 0
    var card = "green"
    var level = 1
    var xp = 0
    var xpNeeded = 40
    /// Whether the player has been told of the level.
    var levelSeen = true
    var wins = 0
    var losses = 0
    /// The games won in a row.
    var streak = 0
    var totalPoints = 0
    var highestRound = 0
    var highestTotal = 0
    var farkles = 0
    var rolls = 0
    var rounds = 0
    /// The emoji that others gave, the last first.
    var reactions = ""
    var wantsMail = true
    var isSelectable = true
    /// In milliseconds since 1970, as every moment of the tables.
    var lastPlayed: Int64
    var created: Int64

    mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }

    /// The number of an account that is in the database.
    var number: Int { Int(id ?? 0) }

    /// The level with its points.
    var experience: Experience {
      get { Experience(level: level, points: xp, needed: xpNeeded) }
      set { (level, xp, xpNeeded) = (newValue.level, newValue.points, newValue.needed) }
    }
  }
#endif
