import ParlorKit

/// An account, and the statistics of its owner.
struct Player: NumberedRecord {
  static let table = "players"
  static let columns: [Column<Self>] = [
    Column("id", \.id), Column("name", \.name), Column("nameHash", \.nameHash),
    Column("email", \.email), Column("emailHash", \.emailHash), Column("password", \.password),
    Column("resetCode", \.resetCode), Column("resetExpires", \.resetExpires),
    Column("title", \.title), Column("titleLevel", \.titleLevel), Column("card", \.card),
    Column("level", \.level), Column("xp", \.xp), Column("xpNeeded", \.xpNeeded),
    Column("levelSeen", \.levelSeen), Column("wins", \.wins), Column("losses", \.losses),
    Column("streak", \.streak), Column("totalPoints", \.totalPoints),
    Column("highestRound", \.highestRound), Column("highestTotal", \.highestTotal),
    Column("farkles", \.farkles), Column("rolls", \.rolls), Column("rounds", \.rounds),
    Column("reactions", \.reactions), Column("wantsMail", \.wantsMail),
    Column("isSelectable", \.isSelectable), Column("bot", \.bot),
    Column("lastPlayed", \.lastPlayed), Column("created", \.created),
  ]

  var id: Int64?
  /// The name as registered. Names are unique without regard to case.
  var name = ""
  /// The MD5 of the name, which clients send to log in.
  var nameHash = ""
  var email = ""
  /// The MD5 of the mail address in lower case; `nil` without an address.
  var emailHash: String?
  /// The password, hashed by ``PasswordHash``.
  var password = ""
  /// The SHA-256 of a code with which the owner can choose a new password.
  var resetCode: String?
  /// When the code expires. All times in the database are milliseconds since 1970.
  var resetExpires: Int64?
  var title: String?
  var titleLevel = 0
  var card = "green"
  var level = 1
  var xp = 0
  var xpNeeded = 40
  /// Whether the client has acknowledged the level.
  var levelSeen = true
  var wins = 0
  var losses = 0
  /// The number of games won in a row.
  var streak = 0
  var totalPoints = 0
  var highestRound = 0
  var highestTotal = 0
  var farkles = 0
  var rolls = 0
  var rounds = 0
  /// The emoji received from other players, the latest first.
  var reactions = ""
  var wantsMail = true
  var isSelectable = true
  /// The ``BotStrategy`` by which a bot plays; `nil` for a person.
  var bot: String?
  var lastPlayed: Int64 = 0
  var created: Int64 = 0

  var experience: Experience {
    get { Experience(level: level, points: xp, needed: xpNeeded) }
    set { (level, xp, xpNeeded) = (newValue.level, newValue.points, newValue.needed) }
  }
}

// MARK: Queries and changes

extension Player {
  static func find(_ number: Int, in database: any Database) throws -> Player? {
    try Player.fetchOne(
      database, prepared: "SELECT * FROM players WHERE id = ?", arguments: [number])
  }

  /// The account whose session has this token.
  static func find(token: String, in database: any Database) throws -> Player? {
    guard Hex.isText(token, digits: 64) else { return nil }
    return try Player.fetchOne(
      database,
      prepared: """
        SELECT players.* FROM devices JOIN players ON players.id = devices.playerId
        WHERE devices.token = ?
        """, arguments: [Secrets.digest(token)])
  }

  /// The account whose name or mail address has this MD5.
  static func find(hash: String, in database: any Database) throws -> Player? {
    let hash = hash.lowercased()
    return try Player.fetchOne(
      database, prepared: "SELECT * FROM players WHERE nameHash = ? OR emailHash = ?",
      arguments: [hash, hash])
  }

  /// The account with this name, without regard to case.
  static func find(name: String, in database: any Database) throws -> Player? {
    try Player.fetchOne(
      database, prepared: "SELECT * FROM players WHERE name = ?", arguments: [name])
  }

  /// Creates an account.
  ///
  /// - Parameter password: the hash by ``PasswordHash``.
  static func create(
    name: String, email: String, password: String, at now: Timestamp, in database: any Database
  ) throws -> Player {
    let emailHash = email.isEmpty ? nil : Secrets.md5(email.lowercased())
    let isTaken = try Bool.fetchOne(
      database, prepared: "SELECT 1 FROM players WHERE name = ? OR emailHash = ?",
      arguments: [name, emailHash])
    guard isTaken == nil else {
      throw ActionError(
        "Username or email already exists. If you forgot your information, "
          + "try the Forgot my Farkle Password link on the home page.")
    }
    var player = Player(
      name: name, nameHash: Secrets.md5(name), email: email, emailHash: emailHash,
      password: password, lastPlayed: now.milliseconds, created: now.milliseconds)
    try player.insert(database)
    return player
  }

  /// The bot of a difficulty. Its account is created when it is first needed; nobody can log in to
  /// it.
  static func bot(
    _ strategy: BotStrategy, at now: Timestamp, in database: any Database
  ) throws -> Player {
    let bot = try Player.fetchOne(
      database, prepared: "SELECT * FROM players WHERE bot = ?", arguments: [strategy.rawValue])
    if let bot { return bot }
    // A person may have had the name first.
    var name = strategy.name
    while try find(name: name, in: database) != nil { name += " 2" }
    var player = try create(name: name, email: "", password: "", at: now, in: database)
    player.bot = strategy.rawValue
    player.isSelectable = false
    try player.update(database)
    return player
  }

  /// Sets a code with which the owner of an account can choose a new password within a day.
  ///
  /// - Returns: whether there is an account of this name.
  static func setResetCode(
    _ code: String, for name: String, at now: Timestamp, in database: any Database
  ) throws -> Bool {
    let count = try database.execute(
      prepared: "UPDATE players SET resetCode = ?, resetExpires = ? WHERE name = ?",
      arguments: [Secrets.digest(code), now.milliseconds + 86_400_000, name])
    return count > 0
  }

  /// Records that the player is active.
  static func touch(_ number: Int, at now: Timestamp, in database: any Database) throws {
    try database.execute(
      prepared: "UPDATE players SET lastPlayed = ? WHERE id = ?",
      arguments: [now.milliseconds, number])
  }

  /// Adds experience points and updates level, card and achievements accordingly.
  static func give(
    _ points: Int, to number: Int, at now: Timestamp, in database: any Database
  ) throws {
    guard points > 0, var player = try find(number, in: database) else { return }
    var experience = player.experience
    let levels = experience.add(points)
    player.experience = experience
    if !levels.isEmpty {
      player.levelSeen = false
      player.card = Experience.card(at: player.level)
    }
    try player.update(database, columns: ["level", "xp", "xpNeeded", "levelSeen", "card"])
    try award(
      Achievement.forLevels(levels).map(\.rawValue), to: number, at: now, in: database)
  }

  /// Awards achievements by number, except those that the player already has.
  static func award(
    _ achievements: [Int], to number: Int, at now: Timestamp, in database: any Database
  ) throws {
    for achievement in achievements {
      try database.execute(
        prepared: """
          INSERT INTO earned (playerId, achievementId, moment) VALUES (?, ?, ?)
          ON CONFLICT (playerId, achievementId) DO NOTHING
          """, arguments: [number, achievement, now.milliseconds])
    }
  }
}
