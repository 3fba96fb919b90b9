/// A stored game of ten rounds.
struct Game: NumberedRecord {
  static let table = "games"
  static let columns: [Column<Self>] = [
    Column("id", \.id), Column("starter", \.starter), Column("playedWith", \.playedWith),
    Column("mode", \.mode), Column("places", \.places), Column("turn", \.turn),
    Column("name", \.name), Column("lastRound", \.lastRound), Column("isOvertime", \.isOvertime),
    Column("winner", \.winner), Column("reason", \.reason), Column("started", \.started),
    Column("expires", \.expires), Column("finished", \.finished), Column("day", \.day),
  ]

  var id: Int64?
  var starter = 0
  /// The raw value of a ``GameWith``.
  var playedWith = 0
  /// Always 2, a game of ten rounds; there is no other mode.
  var mode = 2
  /// The number of players when the game is full.
  var places = 0
  /// The seat whose turn clients show. All players can play their rounds at any time.
  var turn = 0
  var name = ""
  /// The last round; more than 10 in overtime.
  var lastRound = TenRules.lastRound
  var isOvertime = false
  /// The number of the winner; 0 until the game ends.
  var winner = 0
  /// Why the winner won, in words.
  var reason: String?
  var started: Int64 = 0
  var expires: Int64 = 0
  var finished: Int64?
  /// The number of the ``BoardDay`` on which the game ended.
  var day: Int?

  var with: GameWith { GameWith(rawValue: playedWith) ?? .friends }

  var isOver: Bool { winner > 0 }
}

/// A player in a game.
struct Seat: Record {
  static let table = "seats"
  static let key = ["gameId", "playerId"]
  static let columns: [Column<Self>] = [
    Column("gameId", \.gameId), Column("playerId", \.playerId), Column("turn", \.turn),
    Column("round", \.round), Column("score", \.score), Column("lastScore", \.lastScore),
    Column("lastXP", \.lastXP), Column("hasLeft", \.hasLeft),
    Column("isAcknowledged", \.isAcknowledged), Column("hasReacted", \.hasReacted),
    Column("reaction", \.reaction), Column("lastPlayed", \.lastPlayed),
  ]

  var gameId = 0
  var playerId = 0
  /// The position in turn order, from 1.
  var turn = 0
  /// The round that the player plays next.
  var round = 1
  var score = 0
  var lastScore = 0
  var lastXP = 0
  /// Whether the player has quit.
  var hasLeft = false
  /// Whether the player has seen the result of the game.
  var isAcknowledged = false
  /// Whether the player has sent an emoji or declined to.
  var hasReacted = false
  var reaction = ""
  var lastPlayed: Int64 = 0
}

// MARK: Queries

extension Game {
  static func find(_ number: Int, in database: any Database) throws -> Game? {
    try Game.fetchOne(
      database, prepared: "SELECT * FROM games WHERE id = ?", arguments: [number])
  }

  /// The seats in turn order.
  func seats(in database: any Database) throws -> [Seat] {
    try Seat.fetchAll(
      database, prepared: "SELECT * FROM seats WHERE gameId = ? ORDER BY turn",
      arguments: [number])
  }

  /// The players of the game by their numbers.
  func players(in database: any Database) throws -> [Int: Player] {
    let players = try Player.fetchAll(
      database,
      prepared: """
        SELECT players.* FROM seats JOIN players ON players.id = playerId WHERE gameId = ?
        """, arguments: [number])
    return Dictionary(uniqueKeysWithValues: players.map { ($0.number, $0) })
  }

  /// The numbers of the bots in the game.
  func bots(in database: any Database) throws -> [Int] {
    try Int.fetchAll(
      database,
      prepared: """
        SELECT playerId FROM seats JOIN players ON players.id = playerId
        WHERE gameId = ? AND bot IS NOT NULL ORDER BY turn
        """, arguments: [number])
  }

  /// The seat of a player, if the player is in the game.
  func seat(of player: Int, in database: any Database) throws -> Seat? {
    try Seat.fetchOne(
      database, prepared: "SELECT * FROM seats WHERE gameId = ? AND playerId = ?",
      arguments: [number, player])
  }

  /// The names of the players in turn order.
  func names(in database: any Database) throws -> [String] {
    try String.fetchAll(
      database,
      prepared: """
        SELECT players.name FROM seats JOIN players ON players.id = seats.playerId
        WHERE gameId = ? ORDER BY turn
        """, arguments: [number])
  }
}

extension Seat {
  /// The rolls of one round, in order.
  func sets(of round: Int, in database: any Database) throws -> [DiceSet] {
    try Row.fetchAll(
      database,
      prepared: """
        SELECT hand, rolled, saved, score FROM sets
        WHERE gameId = ? AND playerId = ? AND round = ? ORDER BY number
        """, arguments: [gameId, playerId, round]
    ).map(DiceSet.init)
  }

  /// Adds a roll to a round, or replaces one.
  ///
  /// - Parameter number: the number of the roll in its round, from 1.
  func put(_ set: DiceSet, round: Int, number: Int, in database: any Database) throws {
    try database.execute(
      prepared: """
        INSERT INTO sets (gameId, playerId, round, number, hand, rolled, saved, score)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (gameId, playerId, round, number) DO UPDATE SET hand = excluded.hand,
          rolled = excluded.rolled, saved = excluded.saved, score = excluded.score
        """,
      arguments: [
        gameId, playerId, round, number, set.hand, DiceSet.text(set.rolled),
        DiceSet.text(set.saved), set.score,
      ])
  }
}

extension DiceSet {
  /// Reads the columns `hand`, `rolled`, `saved` and `score`.
  init(_ row: Row) {
    self.init(
      hand: row["hand"], rolled: Self.numbers(row["rolled"]), saved: Self.numbers(row["saved"]),
      score: row["score"])
  }

  /// Six numbers from 0 to 10 as six hexadecimal digits.
  fileprivate static func text(_ numbers: [Int]) -> String {
    numbers.map { String($0, radix: 16) }.joined()
  }

  private static func numbers(_ text: String) -> [Int] {
    text.utf8.map { Int(Hex.value(of: $0) ?? 0) }
  }
}
