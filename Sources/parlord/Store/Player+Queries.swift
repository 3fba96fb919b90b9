#if Server
  import GRDB
  import Platform

  extension Player {
    /// An account by its number.
    static func find(_ number: Int, in database: Database) throws -> Player? {
      try Player.fetchOne(database, key: number)
    }

    /// The account whose session a token is.
    static func find(token: String, in database: Database) throws -> Player? {
      guard Hex.isText(token, digits: 64) else { return nil }
      return try Player.fetchOne(
        database,
        sql: """
          SELECT players.* FROM devices JOIN players ON players.id = devices.playerId
          WHERE devices.token = ?
          """, arguments: [Secrets.digest(token)])
    }

    /// The account whose name or address has an MD5.
    static func find(hash: String, in database: Database) throws -> Player? {
      let hash = hash.lowercased()
      return try Player.fetchOne(
        database, sql: "SELECT * FROM players WHERE nameHash = ? OR emailHash = ?",
        arguments: [hash, hash])
    }

    /// The account of a name, whatever the case.
    static func find(name: String, in database: Database) throws -> Player? {
      try Player.fetchOne(
        database, sql: "SELECT * FROM players WHERE name = ?", arguments: [name])
    }

    /// Notes that the player is there.
    static func touch(_ number: Int, at now: Timestamp, in database: Database) throws {
      try database.execute(
        sql: "UPDATE players SET lastPlayed = ? WHERE id = ?",
        arguments: [now.milliseconds, number])
    }

    /// Gives points, and the level, card and achievements that come with them.
    static func give(
      _ points: Int, to number: Int, at now: Timestamp, in database: Database
    ) throws {
      guard points > 0, var player = try find(number, in: database) else { return }
      let reached = player.experience.adding(points)
      player.experience = reached.experience
      if !reached.levels.isEmpty {
        player.levelSeen = false
        player.card = Experience.card(at: player.level)
      }
      try player.update(database, columns: ["level", "xp", "xpNeeded", "levelSeen", "card"])
      try award(Milestones.levels(reached.levels), to: number, at: now, in: database)
    }

    /// Gives achievements that the player does not have yet.
    static func award(
      _ achievements: [Int], to number: Int, at now: Timestamp, in database: Database
    ) throws {
      for achievement in achievements {
        try database.execute(
          sql: """
            INSERT OR IGNORE INTO earned (playerId, achievementId, moment) VALUES (?, ?, ?)
            """, arguments: [number, achievement, now.milliseconds])
      }
    }
  }

  extension Experience {
    /// The same with more points, and the levels that they reach.
    fileprivate func adding(_ points: Int) -> (experience: Experience, levels: [Int]) {
      var experience = self
      let levels = experience.add(points)
      return (experience, levels)
    }
  }
#endif
