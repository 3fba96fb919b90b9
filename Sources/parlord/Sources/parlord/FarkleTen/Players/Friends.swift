import ParlorKit

/// The friends of a player.
struct Friends {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private var database: any Database { context.database }
  private var me: Int { context.me }

  /// `getfriends`: the friends, the most recently active first, or a message if there are none.
  func list() throws -> Value {
    let rows = try Row.fetchAll(
      database,
      prepared: """
        SELECT name, id, title, card, lastPlayed FROM friends
        JOIN players ON players.id = friendId WHERE playerId = ? ORDER BY lastPlayed DESC, id
        """, arguments: [me])
    if rows.isEmpty { return ["Message": "No friends found."] }
    return .array(
      rows.map { row in
        [
          "username": .string(row["name"]), "playerid": .integer(row["id"]),
          "playertitle": .optional(row["title"] as String?), "cardcolor": .string(row["card"]),
          "lastplayed": .string(WireDate.stamp(Timestamp(milliseconds: row["lastPlayed"]))),
        ]
      })
  }

  /// The friends who were active in the last ten minutes, and what they are doing.
  func active() throws -> Value {
    let rows = try Row.fetchAll(
      database,
      prepared: """
        SELECT name, id, title, card, reactions,
          (SELECT opponent.name FROM seats AS own
            JOIN games ON games.id = own.gameId AND games.winner = 0
            JOIN seats AS other ON other.gameId = own.gameId AND other.playerId <> own.playerId
            JOIN players AS opponent ON opponent.id = other.playerId
            WHERE own.playerId = players.id
              AND own.round <= games.lastRound AND own.lastPlayed >= :since
            ORDER BY own.lastPlayed DESC, games.id DESC, other.turn LIMIT 1) AS opponent
        FROM friends JOIN players ON players.id = friendId
        WHERE playerId = :me AND players.lastPlayed >= :since
        ORDER BY players.lastPlayed DESC, id
        """,
      arguments: ["me": me, "since": context.now.milliseconds - TenRules.activeDuration])
    return .array(
      rows.map { row in
        let opponent: String? = row["opponent"]
        return [
          "username": .string(row["name"]), "playerid": .integer(row["id"]),
          "playertitle": .optional(row["title"] as String?), "cardcolor": .string(row["card"]),
          "emoji_reactions": .string(row["reactions"]),
          "status": .string(opponent.map { "Playing: \($0)" } ?? "In Lobby"),
        ]
      })
  }

  /// `addfriend`: adds a friend by name, mail address or number, and returns all friends.
  func add() throws -> Value {
    guard let friend = try requestedFriend() else { throw ActionError("No friend selected.") }
    guard friend != me else { throw ActionError("Cannot friend yourself.") }
    let isKnown = try Bool.fetchOne(
      database, prepared: "SELECT 1 FROM friends WHERE playerId = ? AND friendId = ?",
      arguments: [me, friend])
    guard isKnown == nil else { throw ActionError("Already friends with this player.") }
    try database.execute(
      prepared: "INSERT INTO friends (playerId, friendId) VALUES (?, ?)", arguments: [me, friend])
    try awardForFriends(of: me)
    return try list()
  }

  private func requestedFriend() throws -> Int? {
    let text = context.form["identstring"] ?? ""
    switch context.form["ident"] {
    case "username":
      guard let friend = try Player.find(name: text, in: database) else {
        throw ActionError("Player not found.")
      }
      return friend.number
    case "email":
      return try Player.find(hash: Secrets.md5(text.lowercased()), in: database)?.number
    case "playerid":
      guard let number = context.form.integer("identstring"), number > 0 else { return nil }
      guard try Player.find(number, in: database) != nil else {
        throw ActionError("Player not found.")
      }
      return number
    default: return nil
    }
  }

  /// `removefriend`.
  func remove() throws -> Value {
    let friend = try context.number("friendid", or: ActionError("No friend selected."))
    try database.execute(
      prepared: "DELETE FROM friends WHERE playerId = ? AND friendId = ?",
      arguments: [me, friend])
    return 1
  }

  /// Awards the achievements for friends who have played.
  func awardForFriends(of player: Int) throws {
    let count = try Int.fetchOne(
      database,
      prepared: """
        SELECT count(*) FROM friends WHERE playerId = ?
          AND EXISTS (SELECT 1 FROM seats WHERE seats.playerId = friendId)
        """, arguments: [player])
    try context.award(Achievement.forFriends(count ?? 0), to: player)
  }
}
