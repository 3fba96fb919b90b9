import MastermindGame
import ParlorKit

/// Why a Mastermind request fails.
struct LogikError: Error, Equatable {
  /// The HTTP status of the response.
  var status: Int
  var message: String
  /// The seconds after which the request can be repeated, if it came too often.
  var retryAfter: Int?

  static let unauthorized = LogikError(
    status: 401, message: "access_token is missing, wrong or expired")
  static let wrongPassword = LogikError(status: 401, message: "user_id or password is wrong")
  /// The game does not exist or belongs to another player.
  static let noGame = LogikError(status: 404, message: "there is no such game")
  /// The secret of the game was already found.
  static let solved = LogikError(status: 409, message: "the game is over: the code was found")

  static func badRequest(_ message: String) -> LogikError {
    LogikError(status: 400, message: message)
  }
}

/// The body of a request: a JSON object. Numbers may be written as strings.
struct LogikRequest: Sendable {
  private let object: Value

  init(_ bytes: [UInt8]) throws(LogikError) {
    do throws(JSONError) {
      object = try JSONReader.read(bytes)
    } catch {
      throw .badRequest("the body is no JSON: \(error.reason)")
    }
    guard object.fields != nil else { throw .badRequest("the body is no JSON object") }
  }

  /// A required string.
  func text(_ name: String) throws(LogikError) -> String {
    guard let text = object[name]?.string else {
      throw .badRequest("the body needs the string `\(name)`")
    }
    return text
  }

  /// An optional integer; `nil` if it is missing or null.
  func integer(_ name: String) throws(LogikError) -> Int? {
    guard let value = object[name], value != .null else { return nil }
    guard let number = Self.integer(value) else { throw .badRequest("`\(name)` is no number") }
    return number
  }

  /// A required list of integers.
  func integers(_ name: String) throws(LogikError) -> [Int] {
    let numbers = object[name]?.array?.compactMap(Self.integer)
    guard let numbers, numbers.count == object[name]?.array?.count else {
      throw .badRequest("the body needs the numbers `\(name)`")
    }
    return numbers
  }

  private static func integer(_ value: Value) -> Int? {
    // Some clients write whole numbers as 4.0.
    value.integer ?? value.number.flatMap { Int(exactly: $0) } ?? value.string.flatMap { Int($0) }
  }
}

/// Mastermind over HTTP: login, games, guesses and the ranking.
struct LogikService: Sendable {
  let backend: Backend
  let rules: LogikRules

  /// How many games of each number of slots are kept of a player: the latest that are not solved,
  /// and the best of the others.
  static let maxGames = 100
  /// The allowed lifetimes of a token in seconds.
  static let lifetimes = 30...3600

  /// `POST login`: returns a token for a name and a password.
  func login(_ body: [UInt8], from client: ClientInfo) async throws -> Value {
    let request = try LogikRequest(body)
    let (user, password) = (try request.text("user_id"), try request.text("password"))
    let lifetime = try request.integer("time-to-live") ?? Self.lifetimes.upperBound
    guard Self.lifetimes.contains(lifetime) else {
      throw LogikError.badRequest("`time-to-live` takes 30 to 3600 seconds")
    }
    let found = try await backend.store.read { try Player.find(name: user, in: $0) }
    let player: Player?
    do {
      player = try await backend.checked(
        found, password: Secrets.md5(password), account: Secrets.md5(user), client: client)
    } catch let error as ActionError {
      throw LogikError(
        status: 429, message: error.message, retryAfter: error.retryAfter)
    }
    guard let player else { throw LogikError.wrongPassword }
    let (token, now) = (backend.random.token(), backend.now().milliseconds)
    try await backend.store.write { database in
      try database.execute(
        prepared: "DELETE FROM logikTokens WHERE expires <= ?", arguments: [now])
      try database.execute(
        prepared: "INSERT INTO logikTokens (token, playerId, expires) VALUES (?, ?, ?)",
        arguments: [Secrets.digest(token), player.number, now + Int64(lifetime) * 1000])
    }
    return ["access_token": .string(token)]
  }

  /// `POST logik/start`: starts a game with the requested number of slots.
  func start(_ body: [UInt8], token: String?) async throws -> Value {
    let now = backend.now().milliseconds
    let id = Hex.text(backend.random.bytes(16))
    var chance = backend.random.chance()
    try await backend.store.read { _ = try player(of: token, at: now, in: $0) }
    let slots = try LogikRequest(body).integer("slots") ?? 0
    guard LogikRules.slots.contains(slots), let secret = rules.secret(slots: slots, &chance)
    else {
      throw LogikError.badRequest("`slots` takes 1 to \(maxSlots)")
    }
    try await backend.store.write { database in
      let player = try player(of: token, at: now, in: database)
      try database.execute(
        prepared: """
          INSERT INTO logikGames (id, playerId, slots, colors, secret, started)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          id, player, slots, rules.colors, LogikRules.text(secret), now,
        ])
      try database.execute(
        prepared: """
          DELETE FROM logikGames WHERE id IN (
            SELECT * FROM (
              SELECT id FROM logikGames
              WHERE playerId = :player AND slots = :slots AND solved IS NULL
              ORDER BY started DESC, id = :id DESC LIMIT 1000000 OFFSET :most) AS unsolved
            UNION ALL SELECT * FROM (
              SELECT id FROM logikGames
              WHERE playerId = :player AND slots = :slots AND solved IS NOT NULL
              ORDER BY guesses, solved, id LIMIT 1000000 OFFSET :most) AS rest)
          """,
        arguments: ["player": player, "slots": slots, "id": id, "most": Self.maxGames])
    }
    return ["gameId": .string(id), "colors": .integer(rules.colors)]
  }

  /// `POST logik/guess`: returns the black and white pegs and the number of guesses. An invalid
  /// guess does not count.
  func guess(_ body: [UInt8], token: String?) async throws -> Value {
    let now = backend.now().milliseconds
    try await backend.store.read { _ = try player(of: token, at: now, in: $0) }
    let request = try LogikRequest(body)
    let (id, pegs) = (try request.text("gameId"), try request.integers("guess"))
    return try await backend.store.write { database in
      let owner = try player(of: token, at: now, in: database)
      let found = try Row.fetchOne(
        database, prepared: "SELECT * FROM logikGames WHERE id = ? AND playerId = ?",
        arguments: [id, owner])
      guard let game = found else { throw LogikError.noGame }
      if game["solved"] as Int64? != nil { throw LogikError.solved }
      return try evaluate(pegs, in: game, at: now, database)
    }
  }

  private func evaluate(
    _ pegs: [Int], in game: Row, at now: Int64, _ database: any Database
  ) throws -> Value {
    let (id, slots, colors) = (game["id"] as String, game["slots"] as Int, game["colors"] as Int)
    guard pegs.count == slots, pegs.allSatisfy({ 1...colors ~= $0 }),
      let feedback = LogikRules.feedback(to: pegs, for: LogikRules.pegs(game["secret"]))
    else { throw LogikError.badRequest("`guess` takes \(slots) numbers of 1 to \(colors)") }
    let count = game["guesses"] as Int + 1
    try database.execute(
      prepared:
        "INSERT INTO logikGuesses (gameId, number, pegs, black, white) VALUES (?, ?, ?, ?, ?)",
      arguments: [id, count, LogikRules.text(pegs), feedback.black, feedback.white])
    try database.execute(
      prepared: "UPDATE logikGames SET guesses = ?, solved = ? WHERE id = ?",
      arguments: [count, feedback.black == slots ? now : nil, id])
    if feedback.black == slots { try markBest(game["playerId"], slots: slots, database) }
    return [
      "evaluation": ["black": .integer(feedback.black), "white": .integer(feedback.white)],
      "guessCount": .integer(count),
    ]
  }

  /// Finds a player's best code of a length, after another one was solved.
  private func markBest(_ player: Int, slots: Int, _ database: any Database) throws {
    try database.execute(
      prepared: """
        UPDATE logikGames SET isBest = CASE WHEN id = (
          SELECT id FROM logikGames
          WHERE playerId = :player AND slots = :slots AND solved IS NOT NULL
          ORDER BY guesses, solved, id LIMIT 1) THEN 1 ELSE 0 END
        WHERE playerId = :player AND slots = :slots AND solved IS NOT NULL
        """,
      arguments: ["player": player, "slots": slots])
  }

  /// `GET logik/ranking`: the best game of each player with each number of slots, a hundred for
  /// each number. Those with more slots come first, then those with fewer guesses, then the earlier
  /// ones.
  ///
  /// - Parameters:
  ///   - slots: the one number of slots to list; all if there is none.
  ///   - site: the address of this server, such as `http://localhost:8080`.
  func ranking(token: String?, slots: String? = nil, site: String) async throws -> Value {
    let now = backend.now().milliseconds
    return try await backend.store.read { database in
      _ = try player(of: token, at: now, in: database)
      let wanted = try slots.map { text in
        guard let slots = Int(text), LogikRules.slots.contains(slots) else {
          throw LogikError.badRequest("`slots` takes 1 to \(LogikRules.slots.upperBound)")
        }
        return [slots]
      }
      // One number at a time, so that each reads its hundred from the index and no more.
      let rows = try (wanted ?? LogikRules.slots.reversed()).flatMap { slots in
        try Row.fetchAll(
          database,
          prepared: """
            SELECT logikGames.*, name FROM logikGames JOIN players ON players.id = playerId
            WHERE isBest = 1 AND slots = ? ORDER BY guesses, solved, logikGames.id LIMIT 100
            """,
          arguments: [slots])
      }
      return .array(rows.map { Self.entry($0, site: site) })
    }
  }

  /// A row of the ranking.
  private static func entry(_ row: Row, site: String) -> Value {
    let icon = "\(site)/api/v2/icons/\(row["playerId"] as Int)"
    return [
      "participantId": .string(row["name"]), "name": .string(row["name"]),
      "timestamp": .string(
        WireDate.stamp(Timestamp(milliseconds: row["solved"]), milliseconds: false)),
      "score": .string(String(row["guesses"] as Int)),
      "slots": .string(String(row["slots"] as Int)),
      "id": .string(row["id"]), "icon512": .string("\(icon)/512.svg"),
      "icon192": .string("\(icon)/192.svg"), "icon72": .string("\(icon)/72.svg"),
    ]
  }

  private var maxSlots: Int {
    rules.repeats ? LogikRules.slots.upperBound : min(rules.colors, LogikRules.slots.upperBound)
  }

  private func player(of token: String?, at now: Int64, in database: any Database) throws -> Int {
    let found = try Int.fetchOne(
      database, prepared: "SELECT playerId FROM logikTokens WHERE token = ? AND expires > ?",
      arguments: [Secrets.digest(token ?? ""), now])
    guard let found else { throw LogikError.unauthorized }
    return found
  }
}
