#if Server
  import GRDB
  import Platform

  extension ActionContext {
    /// `getachievements`: all of them, those that the player has first, and the player's score.
    func achievements() throws -> JSONValue {
      let owner = form.integer("playerid") ?? me
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT achievements.*, moment FROM achievements
          LEFT JOIN earned ON achievementId = id AND playerId = ?
          WHERE moment IS NOT NULL OR id < 1000
          ORDER BY moment IS NULL, moment DESC, worth DESC, id
          """, arguments: [owner])
      let score = rows.filter { $0["moment"] as Int64? != nil }.reduce(0) {
        $0 + ($1["worth"] as Int)
      }
      return [.array(rows.map(achievement)), .integer(score)]
    }

    private func achievement(_ row: Row) -> JSONValue {
      let moment = (row["moment"] as Int64?).map(Timestamp.init(milliseconds:))
      return [
        "earned": .integer(moment == nil ? 0 : 1), "achievementid": .integer(row["id"]),
        "name": .string(row["title"]), "description": .string(row["description"]),
        "xp_reward": .integer(row["worth"]), "worth": .integer(row["worth"]),
        "title": .string(row["title"]), "imagefile": .string(row["image"]),
        "achievedate": .optional(moment.map { WireDate.stamp($0) }),
        "formatteddate": .string(WireDate.dayOfYear(moment ?? now)),
      ]
    }

    /// `ackachievement`: the player has seen it.
    func acknowledgeAchievement() throws -> JSONValue? {
      guard let achievement = form.integer("achievementid"), achievement > 0 else { return nil }
      try database.execute(
        sql: "UPDATE earned SET isSeen = 1 WHERE playerId = ? AND achievementId = ?",
        arguments: [me, achievement])
      return 1
    }

    /// `acklevel`: the player has seen it.
    func acknowledgeLevel() throws -> JSONValue {
      try database.execute(sql: "UPDATE players SET levelSeen = 1 WHERE id = ?", arguments: [me])
      return 1
    }
  }
#endif
