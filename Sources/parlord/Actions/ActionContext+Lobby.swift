#if Server
  import GRDB
  import Platform

  extension ActionContext {
    /// `getlobbyinfo`: player, games, new achievement, new level, tournament, friends who are there.
    func lobby() throws -> JSONValue {
      try Player.touch(me, at: now, in: database)
      let date = now.civil
      if date.month == 12, 24...25 ~= date.day { try award([45], to: me) }
      return [
        try playerCard(), try games(areFinished: false), try newAchievement(of: me),
        try newLevel(of: me), try activeTournament(), try activeFriends(),
      ]
    }

    private func playerCard() throws -> JSONValue {
      [
        "username": .string(player.name), "playertitle": .optional(player.title),
        "cardcolor": .string(player.card), "cardbg": nil, "playerlevel": .integer(player.level),
        "xp": .integer(player.xp), "xp_to_level": .integer(player.xpNeeded),
        "emoji_reactions": .string(player.reactions), "achscore": try achievementScore(of: me),
      ]
    }

    /// The sum of the worth of a player's achievements; null without any.
    func achievementScore(of player: Int) throws -> JSONValue {
      .optional(
        try Int.fetchOne(
          database,
          sql: """
            SELECT sum(worth) FROM earned JOIN achievements ON achievements.id = achievementId
            WHERE playerId = ?
            """, arguments: [player]))
    }

    /// The games of the player: those under way or not looked at since they ended, or those that have
    /// ended, the last first. Games that wait for the player come before those that wait for others.
    func games(of owner: Int? = nil, areFinished: Bool) throws -> JSONValue {
      let order =
        areFinished
        ? "finished DESC, id DESC"
        : """
        winner DESC,
        (done = places - 1 AND myRound > 1 AND myRound <= lastRound) DESC,
        (done = places - 1 AND myRound = 1) DESC,
        (myRound > 1 AND myRound <= lastRound AND done < places) DESC,
        (myRound <= lastRound) DESC, started, id
        """
      let condition = areFinished ? "winner > 0 AND places > 1" : "winner = 0 OR isAcknowledged = 0"
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM (
            SELECT games.*, seats.turn AS myTurn, seats.round AS myRound, seats.isAcknowledged,
              (SELECT count(*) FROM seats AS other
                WHERE other.gameId = games.id AND other.round > games.lastRound) AS done
            FROM seats JOIN games ON games.id = seats.gameId WHERE seats.playerId = ?)
          WHERE \(condition) ORDER BY \(order) LIMIT 30
          """, arguments: [owner ?? me])
      return .array(try rows.map(gameCard))
    }

    private func gameCard(_ row: Row) throws -> JSONValue {
      let game = try Game(row: row)
      let round: Int = row["myRound"]
      return [
        "gameid": .integer(game.number), "currentturn": .integer(game.turn),
        "maxturns": .integer(game.places), "winningplayer": .integer(game.winner),
        "playerturn": .integer(row["myTurn"]), "playerround": .integer(round),
        "gamemode": .integer(game.mode),
        "gamefinish": .optional(
          game.finished.map { WireDate.minute(Timestamp(milliseconds: $0)) }),
        "playerstring": .string(game.name), "max_round": .integer(game.lastRound),
        "is_overtime": .bool(game.isOvertime), "yourturn": .bool(round <= game.lastRound),
        "finishedplayers": .integer(row["done"]),
      ]
    }

    /// An achievement that the player has not been told of; false if there is none.
    func newAchievement(of player: Int) throws -> JSONValue {
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT achievements.* FROM earned JOIN achievements ON achievements.id = achievementId
          WHERE playerId = ? AND isSeen = 0 ORDER BY moment, id LIMIT 1
          """, arguments: [player])
      guard let row else { return false }
      return [
        "achievementid": .integer(row["id"]), "title": .string(row["title"]),
        "description": .string(row["description"]), "worth": .integer(row["worth"]),
        "imagefile": .string(row["image"]),
      ]
    }

    /// A level that the player has not been told of; 0 if there is none.
    func newLevel(of player: Int) throws -> JSONValue {
      guard let player = try Player.find(player, in: database), !player.levelSeen else { return 0 }
      return [
        "playerid": .integer(player.number), "playerlevel": .integer(player.level),
        "rewardstring": .string(Experience.reward(at: player.level)),
      ]
    }
  }
#endif
