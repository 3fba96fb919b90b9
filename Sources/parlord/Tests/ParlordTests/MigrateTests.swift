import ParlorKit
import Testing

@testable import parlord

/// `parlord migrate` between all kinds of databases.
@Suite struct MigrateTests {
  /// From one kind to another.
  struct Route: Sendable, CustomTestStringConvertible {
    let from: StoreKind
    let to: StoreKind

    var testDescription: String { "from \(from) to \(to)" }

    static var all: [Route] {
      let kinds = StoreKind.available
      return kinds.flatMap { from in kinds.map { Route(from: from, to: $0) } }
    }
  }

  @Test(arguments: Route.all)
  func `everything arrives, there and back`(_ route: Route) async throws {
    let (first, second, third) = (
      try TestDatabase(route.from), try TestDatabase(route.to), try TestDatabase(route.from)
    )
    try await Self.fill(first)
    let contents = try await Self.contents(of: first)
    #expect(contents.values.allSatisfy { !$0.isEmpty } && contents.count == Schema.tables.count)
    let count = contents.values.reduce(0) { $0 + $1.count }
    #expect(try await MigrateCommand.copy(from: first.address, to: second.address) == count)
    #expect(try await Self.contents(of: second) == contents)
    #expect(try await MigrateCommand.copy(from: second.address, to: third.address) == count)
    #expect(try await Self.contents(of: third) == contents)
    // The new one gives numbers that are free, and has the catalog once.
    let store = try second.open(isNew: false)
    let player = try await store.write {
      try Player.create(name: "new", email: "", password: "", at: VirtualTime().now, in: $0)
    }
    #expect(player.number == Self.playerCount + 1)
    try await store.close()
  }

  @Test(arguments: Route.all)
  func `a database that is not empty is refused, and stays`(_ route: Route) async throws {
    let (source, target) = (try TestDatabase(route.from), try TestDatabase(route.to))
    for database in [source, target] { try await Self.fill(database) }
    let contents = try await Self.contents(of: target)
    let error = await #expect(throws: ProgramError.self) {
      try await MigrateCommand.copy(from: source.address, to: target.address)
    }
    #expect(error?.status == 1 && error?.message.contains("not empty: players has rows") == true)
    #expect(try await Self.contents(of: target) == contents)
  }

  @Test(arguments: Route.all)
  func `a copy that fails in the middle leaves nothing`(_ route: Route) async throws {
    let (source, target) = (try TestDatabase(route.from), try TestDatabase(route.to))
    try await Self.fill(source)
    try await target.open().close()
    let before = try await Self.contents(of: target)
    // The table that is copied last.
    let refuse =
      route.to == .sqlite
      ? """
      CREATE TRIGGER refuse BEFORE INSERT ON botTurns
      BEGIN SELECT RAISE(ABORT, 'refused'); END
      """ : "ALTER TABLE botTurns ADD CONSTRAINT refused CHECK (points < 0)"
    try target.changeNow(refuse)
    let error = await #expect(throws: (any Error).self) {
      try await MigrateCommand.copy(from: source.address, to: target.address)
    }
    #expect(error?.isOfDatabase == true && "\(String(describing: error))".contains("refused"))
    #expect(try await Self.contents(of: target) == before)
  }

  @Test(arguments: StoreKind.available)
  func `databases that cannot be read are named`(_ kind: StoreKind) async throws {
    let (missing, newer, good) = (
      try TestDatabase(kind), try TestDatabase(kind), try TestDatabase(kind)
    )
    try await newer.makeNewer()
    try await good.open().close()
    let nobody = "postgres://nobody@127.0.0.1:1/none"
    for (from, to, reason) in [
      (missing.address, good.address, "is not a parlord database"),
      (newer.address, good.address, "by a newer parlord"),
      (good.address, newer.address, "by a newer parlord"),
      (nobody, good.address, "cannot open \(nobody)"),
      (good.address, nobody, "cannot open \(nobody)"),
      (good.address, "/dev/null/parlord.sqlite", "cannot open /dev/null/parlord.sqlite"),
    ] {
      let error = await #expect(throws: ProgramError.self) {
        try await MigrateCommand.copy(from: from, to: to)
      }
      #expect(error?.status == 3 && error?.message.contains(reason) == true)
    }
  }

  // MARK: Contents

  /// More than are copied at once.
  private static let playerCount = 450

  /// Creates a database with rows in all tables.
  private static func fill(_ database: TestDatabase) async throws {
    let store = try database.open()
    try await store.write { database in
      for number in 1...playerCount {
        var player = try Player.create(
          name: "p_\(number)", email: "p\(number)@example.com", password: "it's \"x\" é😀",
          at: VirtualTime().now, in: database)
        player.xp = number == 1 ? .max : -number
        player.title = number % 2 == 0 ? "" : nil
        try player.update(database)
      }
      // Keys of two columns, of which some rows have the same first.
      for number in 1...playerCount {
        try database.execute(
          prepared: "INSERT INTO friends VALUES (?, 1), (?, 2)", arguments: [number, number])
      }
      for table in [
        "devices VALUES (1, 'phone', 'token', 5)",
        "earned VALUES (1, (SELECT min(id) FROM achievements), 7, 0)",
        """
        games (id, starter, playedWith, places, turn, name, started, expires)
        VALUES (7, 1, 1, 2, 1, 'game', 1, 2)
        """,
        "seats (gameId, playerId, turn, lastPlayed) VALUES (7, 1, 1, 3)",
        "sets VALUES (7, 1, 1, 1, 1, '[1]', '[0]', 100)",
        "rounds VALUES (7, 1, 1, 500, 9, 20000)", "boardGames VALUES (1, 20000, 1, 7, 500)",
        """
        tournaments (name, cap, achievementId, launch)
        VALUES ('cup', 8, (SELECT max(id) FROM achievements), 1)
        """,
        "entrants (tournamentId, playerId, seed) VALUES (1, 1, 1)",
        "pairings VALUES (1, 1, 1, 7, NULL)",
        "logikTokens VALUES ('B', 1, 2), ('a', 1, 2), ('C', 1, 2)",
        "logikGames (id, playerId, slots, colors, secret, started) VALUES ('x', 1, 4, 6, '[1]', 1)",
        "logikGuesses VALUES ('x', 1, '[1]', 1, 0)",
        "botTurns VALUES (7, 1, 'roll', '[]', '[]', 0, 6, 1)",
      ] {
        _ = try database.execute(prepared: "INSERT INTO \(table)", arguments: [])
      }
    }
    try await store.close()
  }

  /// The rows of all tables as text, sorted.
  private static func contents(of database: TestDatabase) async throws -> [String: [String]] {
    let store = try database.open(isNew: false)
    let contents = try await store.read { database in
      var contents: [String: [String]] = [:]
      for (table, _) in Schema.tables {
        contents[table] = try Row.fetchAll(database, prepared: "SELECT * FROM \(table)").map {
          row in
          zip(row.columns, row.contents).map { "\($0.lowercased()): \($1)" }.sorted()
            .joined(separator: ", ")
        }.sorted()
      }
      return contents
    }
    try await store.close()
    return contents
  }
}
