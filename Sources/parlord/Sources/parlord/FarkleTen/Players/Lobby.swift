import ParlorKit

/// The lobby page, and the lists of a player's games.
struct Lobby {
  private let context: ActionContext

  /// How exactly it is known when a player was last active, in milliseconds: a lobby that is opened
  /// again within this time writes nothing.
  private static let touchInterval: Int64 = 60_000

  init(_ context: ActionContext) { self.context = context }

  /// `getlobbyinfo`: the player, the games, an unseen achievement, an unseen level, the tournament
  /// and the active friends.
  func lobby() throws -> Value {
    let me = context.me
    if context.now.milliseconds - context.player.lastPlayed >= Self.touchInterval {
      try Player.touch(me, at: context.now, in: context.database)
    }
    let date = context.now.civil
    if date.month == 12, 24...25 ~= date.day { try context.award(.holidays, to: me) }
    let achievements = Achievements(context)
    return [
      try playerCard(), try games(of: me, areFinished: false), try achievements.unseen(of: me),
      achievements.unseenLevel(of: try Player.find(me, in: context.database)),
      try Tournaments(context).active(),
      try Friends(context).active(),
    ]
  }

  private func playerCard() throws -> Value {
    let player = context.player
    return [
      "username": .string(player.name), "playertitle": .optional(player.title),
      "cardcolor": .string(player.card), "cardbg": nil, "playerlevel": .integer(player.level),
      "xp": .integer(player.xp), "xp_to_level": .integer(player.xpNeeded),
      "emoji_reactions": .string(player.reactions),
      "achscore": try Achievements(context).score(of: player.number),
    ]
  }

  /// The games of a player, at most 30.
  ///
  /// - Parameter areFinished: `true` for finished games, the latest first; `false` for games in
  ///   progress and games whose end the player has not seen. Games that wait for the player come
  ///   before games that wait for others.
  func games(of owner: Int, areFinished: Bool) throws -> Value {
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
    // Only the end of a game can be acknowledged.
    let condition =
      areFinished ? "games.winner > 0 AND places > 1" : "seats.isAcknowledged = 0"
    let rows = try Row.fetchAll(
      context.database,
      prepared: """
        SELECT * FROM (
          SELECT games.*, seats.turn AS myTurn, seats.round AS myRound, seats.isAcknowledged,
            (SELECT count(*) FROM seats AS other
              WHERE other.gameId = games.id AND other.round > games.lastRound) AS done
          FROM seats JOIN games ON games.id = seats.gameId
          WHERE seats.playerId = ? AND \(condition)) AS mine
        ORDER BY \(order) LIMIT 30
        """, arguments: [owner])
    return .array(rows.map(gameCard))
  }

  private func gameCard(_ row: Row) -> Value {
    let game = Game(row: row)
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
}
