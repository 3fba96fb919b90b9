#if Server
  import GRDB
  import ParlorKit
  import Platform

  extension Desk {
    private static let creationFailed = ActionError("Error creating a new game.")

    /// `startgame`: alone, with friends, or with whoever comes. The update of the game.
    func startGame() throws -> JSONValue {
      guard form.integer("gamemode") ?? 2 == 2 else {
        throw ActionError("Only games of ten rounds can be started.")
      }
      guard let with = form.integer("gamewith").flatMap(GameWith.init) else {
        throw Self.creationFailed
      }
      if with != .solo { try checkUnfinished() }
      switch with {
      case .solo: return try update(of: open(.solo, players: [me], places: 1), isNew: true)
      case .friends:
        let players = try invited()
        try checkRivals(players)
        return try update(of: open(.friends, players: players, places: players.count), isNew: true)
      case .random:
        let places = form.integer("rp") == 4 ? 4 : 2
        let game = try joined(places: places) ?? open(.random, players: [me], places: places)
        return try update(of: game, isNew: true)
      }
    }

    /// The players that were asked for, each once, the asking one among them.
    private func invited() throws -> [Int] {
      var players: [Int] = []
      for player in form.integers("players") ?? [] where !players.contains(player) {
        players.append(player)
      }
      guard 2...TenRules.mostPlayers ~= players.count, players.contains(me) else {
        throw Self.creationFailed
      }
      for player in players where try Player.find(player, in: database) == nil {
        throw Self.creationFailed
      }
      return players
    }

    private func checkUnfinished() throws {
      let count = try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM games JOIN seats ON gameId = games.id AND playerId = :me
          WHERE starter = :me AND winner = 0 AND playedWith <> 2 AND round <= 10
          """, arguments: ["me": me])
      guard count ?? 0 < TenRules.mostUnfinished else {
        throw ActionError(
          "Please finish your rounds on a few of your other farkle games before creating more.")
      }
    }

    private func checkRivals(_ players: [Int]) throws {
      guard players.count == 2 else { return }
      let count = try Int.fetchOne(
        database,
        sql: """
          SELECT count(*) FROM games
          JOIN seats AS one ON one.gameId = games.id AND one.playerId = ?
          JOIN seats AS other ON other.gameId = games.id AND other.playerId = ?
          WHERE winner = 0 AND places = 2 AND (one.round = 1 OR other.round = 1)
          """, arguments: [players[0], players[1]])
      guard count ?? 0 < TenRules.mostAgainst else {
        throw ActionError(
          "You have reached the limit of unfinished games against this player. "
            + "While they finish their games try a random opponent!")
      }
    }

    /// Makes a game and seats its players.
    ///
    /// - Parameter span: how long it may take; the usual time if none is given.
    func open(
      _ with: GameWith, players: [Int], places: Int, span: Int64? = nil
    ) throws -> Game {
      let usual = with == .random ? TenRules.strangersSpan : TenRules.friendsSpan
      var chance = random.chance()
      var game = Game(
        starter: me, playedWith: with.rawValue, places: places,
        turn: Int(chance.below(UInt32(players.count))) + 1, name: "",
        started: now.milliseconds, expires: now.milliseconds + (span ?? usual))
      try game.insert(database)
      for (index, player) in players.enumerated() {
        try Seat(
          gameId: game.number, playerId: player, turn: index + 1, lastPlayed: now.milliseconds
        ).insert(database)
        try checkFriends(of: player)
      }
      game.name = GameName.make(with, names: try game.names(in: database), seats: places)
      try game.update(database)
      return game
    }

    /// Takes a place in the oldest game that waits for strangers, if there is one.
    private func joined(places: Int) throws -> Game? {
      let found = try Game.fetchOne(
        database,
        sql: """
          SELECT * FROM games WHERE winner = 0 AND playedWith = 0 AND places = :places
            AND expires > :now
            AND (SELECT count(*) FROM seats WHERE gameId = games.id) < places
            AND NOT EXISTS (SELECT 1 FROM seats WHERE gameId = games.id AND playerId = :me)
          ORDER BY started, id LIMIT 1
          """, arguments: ["places": places, "now": now.milliseconds, "me": me])
      guard var game = found else { return nil }
      let turn = (try game.seats(in: database).map(\.turn).max() ?? 0) + 1
      try Seat(gameId: game.number, playerId: me, turn: turn, lastPlayed: now.milliseconds)
        .insert(database)
      game.name = GameName.make(.random, names: try game.names(in: database), seats: places)
      try game.update(database)
      return game
    }
  }
#endif
