#if Server
  import GRDB

  extension Game {
    /// A game by its number.
    static func find(_ number: Int, in database: Database) throws -> Game? {
      try Game.fetchOne(database, key: number)
    }

    /// Everybody at the table, in order.
    func seats(in database: Database) throws -> [Seat] {
      try Seat.fetchAll(
        database, sql: "SELECT * FROM seats WHERE gameId = ? ORDER BY turn", arguments: [number])
    }

    /// The place of a player.
    func seat(of player: Int, in database: Database) throws -> Seat? {
      try Seat.fetchOne(database, key: ["gameId": number, "playerId": player])
    }

    /// The names at the table, in order.
    func names(in database: Database) throws -> [String] {
      try String.fetchAll(
        database,
        sql: """
          SELECT players.name FROM seats JOIN players ON players.id = seats.playerId
          WHERE gameId = ? ORDER BY turn
          """, arguments: [number])
    }
  }

  extension Seat {
    /// The rolls of a round, in order.
    func sets(of round: Int, in database: Database) throws -> [DiceSet] {
      try Row.fetchAll(
        database,
        sql: """
          SELECT hand, rolled, saved, score FROM sets
          WHERE gameId = ? AND playerId = ? AND round = ? ORDER BY number
          """, arguments: [gameId, playerId, round]
      ).map(DiceSet.init)
    }

    /// Adds a roll to a round, or replaces it.
    ///
    /// - Parameter number: which roll it is, from 1.
    func put(_ set: DiceSet, round: Int, number: Int, in database: Database) throws {
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO sets (gameId, playerId, round, number, hand, rolled, saved, score)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          gameId, playerId, round, number, set.hand, DiceSet.text(set.rolled),
          DiceSet.text(set.saved), set.score,
        ])
    }
  }

  extension DiceSet {
    /// A roll of a row with the columns `hand`, `rolled`, `saved` and `score`.
    init(_ row: Row) {
      self.init(
        hand: row["hand"], rolled: Self.numbers(row["rolled"]), saved: Self.numbers(row["saved"]),
        score: row["score"])
    }

    /// Six numbers from 0 to 10 as six digits, `a` standing for 10.
    fileprivate static func text(_ numbers: [Int]) -> String {
      numbers.map { String($0, radix: 16) }.joined()
    }

    private static func numbers(_ text: String) -> [Int] {
      text.utf8.map { Int(Hex.value(of: $0) ?? 0) }
    }
  }
#endif
