import ParlorKit

/// Starts games: solo, with friends, or with strangers.
struct Matchmaking {
  private let context: ActionContext

  init(_ context: ActionContext) { self.context = context }

  private static let creationFailed = ActionError("Error creating a new game.")

  private var database: any Database { context.database }
  private var form: Form { context.form }
  private var me: Int { context.me }

  /// `getnewgameinfo`: the friends, and the number of unfinished games that the player started.
  func information() throws -> Value {
    let started = try Int.fetchOne(
      database, prepared: "SELECT count(*) FROM games WHERE starter = ? AND winner = 0",
      arguments: [me])
    return [try Friends(context).list(), .integer(started ?? 0)]
  }

  /// `startgame`: creates a game, or joins one that waits for strangers, and returns its view.
  func startGame() throws -> Value {
    guard form.integer("gamemode") ?? 2 == 2 else {
      throw ActionError("Only games of ten rounds can be started.")
    }
    guard let with = form.integer("gamewith").flatMap(GameWith.init) else {
      throw Self.creationFailed
    }
    try checkUnfinishedGames(areSolo: with == .solo)
    let game: Game
    switch with {
    case .solo: game = try open(.solo, players: [me], places: 1)
    case .friends:
      let players = try invitedPlayers()
      try checkGamesAgainst(players)
      game = try open(.friends, players: players, places: players.count)
    case .random:
      let places = form.integer("rp") == 4 ? 4 : 2
      game = try joinWaitingGame(places: places) ?? open(.random, players: [me], places: places)
    }
    return try GameView(context).update(of: game, isNew: true)
  }

  /// The players that the form names, without duplicates. The asking player must be one of them.
  private func invitedPlayers() throws -> [Int] {
    var players: [Int] = []
    for player in form.integers("players") ?? [] where !players.contains(player) {
      players.append(player)
    }
    guard 2...TenRules.maxPlayers ~= players.count, players.contains(me) else {
      throw Self.creationFailed
    }
    for player in players where try Player.find(player, in: database) == nil {
      throw Self.creationFailed
    }
    return players
  }

  /// Refuses another game to a player who has many that are not finished. Solo games count apart.
  func checkUnfinishedGames(areSolo: Bool = false) throws {
    let count = try Int.fetchOne(
      database,
      prepared: """
        SELECT count(*) FROM games JOIN seats ON gameId = games.id AND playerId = :me
        WHERE starter = :me AND winner = 0 AND (playedWith = 2) = :areSolo AND round <= 10
        """, arguments: ["me": me, "areSolo": areSolo])
    guard count ?? 0 < TenRules.maxUnfinishedGames else {
      throw ActionError(
        "Please finish your rounds on a few of your other farkle games before creating more.")
    }
  }

  private func checkGamesAgainst(_ players: [Int]) throws {
    guard players.count == 2 else { return }
    let count = try Int.fetchOne(
      database,
      prepared: """
        SELECT count(*) FROM games
        JOIN seats AS one ON one.gameId = games.id AND one.playerId = ?
        JOIN seats AS other ON other.gameId = games.id AND other.playerId = ?
        WHERE winner = 0 AND places = 2 AND (one.round = 1 OR other.round = 1)
        """, arguments: [players[0], players[1]])
    guard count ?? 0 < TenRules.maxGamesAgainstOne else {
      throw ActionError(
        "You have reached the limit of unfinished games against this player. "
          + "While they finish their games try a random opponent!")
    }
  }

  /// Creates a game and seats its players.
  ///
  /// - Parameter duration: how long the game may take, in milliseconds; by default the duration
  ///   for games of its kind.
  func open(
    _ with: GameWith, players: [Int], places: Int, duration: Int64? = nil
  ) throws -> Game {
    let now = context.now.milliseconds
    let usual = with == .random ? TenRules.strangersDuration : TenRules.friendsDuration
    var chance = context.random.chance()
    var game = Game(
      starter: me, playedWith: with.rawValue, places: places,
      turn: Int(chance.below(UInt32(players.count))) + 1, name: "",
      started: now, expires: now + (duration ?? usual))
    try game.insert(database)
    for (index, player) in players.enumerated() {
      try Seat(gameId: game.number, playerId: player, turn: index + 1, lastPlayed: now)
        .insert(database)
      try Friends(context).awardForFriends(of: player)
    }
    game.name = with.gameName(try game.names(in: database), seats: places)
    try game.update(database)
    return game
  }

  /// Joins the oldest game that waits for strangers, if there is one.
  private func joinWaitingGame(places: Int) throws -> Game? {
    let now = context.now.milliseconds
    let found = try Game.fetchOne(
      database,
      prepared: """
        SELECT * FROM games WHERE winner = 0 AND playedWith = 0 AND places = :places
          AND expires > :now
          AND (SELECT count(*) FROM seats WHERE gameId = games.id) < places
          AND NOT EXISTS (SELECT 1 FROM seats WHERE gameId = games.id AND playerId = :me)
        ORDER BY started, id LIMIT 1
        """, arguments: ["places": places, "now": now, "me": me])
    guard var game = found else { return nil }
    let turn = (try game.seats(in: database).map(\.turn).max() ?? 0) + 1
    try Seat(gameId: game.number, playerId: me, turn: turn, lastPlayed: now).insert(database)
    game.name = GameWith.random.gameName(try game.names(in: database), seats: places)
    try game.update(database)
    return game
  }
}
