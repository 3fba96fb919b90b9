import Testing

@testable import parlord

/// Both stores. The other tests of requests run over both as well.
@Suite struct StoreTests {
  @Test func `SQL with values by place and by name`() {
    let (ordered, none) = PostgresConnection.numbered("SELECT '?:a' FROM t WHERE a = ? OR b = ?")
    #expect(ordered == "SELECT '?:a' FROM t WHERE a = $1 OR b = $2" && none == nil)
    let (named, names) = PostgresConnection.numbered("WHERE a = :me OR b = :day OR c = :me")
    #expect(named == "WHERE a = $1 OR b = $2 OR c = $1" && names == ["me", "day"])
  }

  @Test(arguments: [
    "postgres://me:secret@db.example/parlor", "postgresql://db.example/parlor?password=secret",
    "postgres://me@db.example/parlor?sslpassword=secret", "postgres://me:secret@%zz/parlor",
    "postgres://%zz/parlor?password=secret",
  ])
  func `an address with a password is refused without showing it`(_ address: String) {
    #expect(PostgresStore.isAddress(address))
    do {
      _ = try PostgresStore(address: address, isNew: true, connections: 1)
      Issue.record("it was accepted")
    } catch {
      #expect(!"\(error)".contains("secret") && "\(error)".contains("~/.pgpass"))
    }
  }

  @Test func `a server that does not answer is an error`() {
    for _ in 0..<3 {
      #expect(throws: DatabaseError.self) {
        try PostgresStore(
          address: "postgres://nobody@127.0.0.1:1/none", isNew: false, connections: 1)
      }
    }
  }

  @Test func `PostgreSQL starts where it is installed`() {
    #expect(!TestPostgres.isInstalled || TestPostgres.shared != nil)
  }

  @Test(arguments: [
    "Postgres://me:secret@db/parlor", "mysql://me:secret@db/parlor",
    "host=db user=me password=secret",
  ])
  func `what is no path is not taken for one, nor shown`(_ text: String) throws {
    let error = #expect(throws: ProgramError.self) {
      try DatabaseOption.open(text, isNew: true, connections: 1)
    }
    #expect(error?.status == 3 && error?.message.contains("secret") == false)
  }

  @Test func `a path that leads nowhere is not taken for a new file`() throws {
    let error = #expect(throws: ProgramError.self) {
      try DatabaseOption.open("/dev/null/parlord.sqlite", isNew: false, connections: 1)
    }
    #expect(error?.status == 3 && error?.message.contains("is not a directory") == true)
  }

  // MARK: The contract

  @Test(arguments: StoreKind.available)
  func `a database must exist, unless it may be created`(_ kind: StoreKind) async throws {
    let database = try TestDatabase(kind)
    let error = #expect(throws: ProgramError.self) { try database.open(isNew: false) }
    #expect(error?.status == 3 && error?.message.contains("is not a parlord database") == true)
    try await database.open().close()
    try await database.open(isNew: false).close()
  }

  @Test(arguments: StoreKind.available)
  func `a database of a newer version is refused`(_ kind: StoreKind) async throws {
    let database = try TestDatabase(kind)
    try await database.makeNewer()
    let error = #expect(throws: ProgramError.self) { try database.open() }
    #expect(error?.status == 3 && error?.message.contains("by a newer parlord") == true)
  }

  @Test(arguments: StoreKind.available)
  func `what was written is read after the database is opened again`(
    _ kind: StoreKind
  ) async throws {
    let database = try TestDatabase(kind)
    let mail = "it's \"?:a\" \\ 😀 é"
    var store = try database.open()
    try await store.write { try Self.add("Ann", mail, to: $0) }
    try await store.close()
    store = try database.open(isNew: false)
    let player = try await store.read { try Player.find(name: "aNN", in: $0) }
    #expect(player?.email == mail && player?.xp == .max && player?.title == nil)
    #expect(player?.created == VirtualTime().now.milliseconds)
    try await store.close()
  }

  @Test(arguments: StoreKind.available)
  func `changes at once count one by one`(_ kind: StoreKind) async throws {
    let database = try TestDatabase(kind)
    let stores = try (0..<2).map { _ in try database.open() }
    try await stores[0].write { try Self.add("Ann", to: $0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await stores[number % 2].write { database in
            var player = try #require(try Player.find(1, in: database))
            player.wins += 1
            try player.update(database)
          }
        }
      }
      try await group.waitForAll()
    }
    let wins = try await stores[0].read { try Player.find(1, in: $0)?.wins }
    #expect(wins == 40)
    for store in stores { try await store.close() }
  }

  @Test(arguments: StoreKind.available)
  func `a change that fails leaves nothing, and the others whole`(_ kind: StoreKind) async throws {
    let database = try TestDatabase(kind)
    let store = try database.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          do {
            try await store.write { database in
              try Self.add("player\(number)", to: database)
              if number % 2 == 0 { throw StoreError.notRun }
            }
          } catch StoreError.notRun {}
        }
      }
      try await group.waitForAll()
    }
    let others = (0..<20).filter { $0 % 2 == 1 }.map { "player\($0)" }
    #expect(try await Self.names(in: store) == others.sorted())
    try await store.close()
  }

  @Test(arguments: StoreKind.available)
  func `a change in a transaction that reads is refused`(_ kind: StoreKind) async throws {
    let database = try TestDatabase(kind)
    let store = try database.open()
    await #expect(throws: DatabaseError.readOnly) {
      try await store.read { try Player.touch(1, at: VirtualTime().now, in: $0) }
    }
    try await store.close()
  }

  @Test(arguments: StoreKind.available)
  func `a savepoint takes back its own changes only`(_ kind: StoreKind) async throws {
    let database = try TestDatabase(kind)
    let store = try database.open()
    try await store.write { database in
      try Self.add("before", to: database)
      try database.inSavepoint {
        try Self.add("refused", to: database)
        return false
      }
      try? database.inSavepoint {
        try Self.add("failed", to: database)
        _ = try database.execute(prepared: "INSERT INTO nothing VALUES (1)", arguments: [])
        return true
      }
      try database.inSavepoint {
        try Self.add("kept", to: database)
        return true
      }
    }
    #expect(try await Self.names(in: store) == ["before", "kept"])
    try await store.close()
  }

  /// As after some errors of a disk. Otherwise the rest of the change would be committed by itself.
  @Test func `a transaction that SQLite gave up leaves nothing`() async throws {
    let database = try TestDatabase(.sqlite)
    let store = try database.open()
    let error = await #expect(throws: DatabaseError.self) {
      try await store.write { database in
        try Self.add("Ann", to: database)
        _ = try? database.execute(
          prepared: "INSERT OR ROLLBACK INTO achievements SELECT * FROM achievements",
          arguments: [])
        try Self.add("Bob", to: database)
      }
    }
    #expect(error?.loggable == "SQLite error 1555")
    #expect(try await Self.names(in: store).isEmpty)
    #expect(await store.isHealthy)
    try await store.close()
  }

  @Test(arguments: StoreKind.available)
  func `a change of a closed store fails`(_ kind: StoreKind) async throws {
    let database = try TestDatabase(kind)
    let store = try database.open()
    try await store.close()
    await #expect(throws: (any Error).self) {
      try await store.write { try Self.add("Ann", to: $0) }
    }
  }

  @Test(arguments: StoreKind.available)
  func `a transaction that reads sees one moment`(_ kind: StoreKind) async throws {
    let database = try TestDatabase(kind)
    let store = try database.open()
    let counts = try await store.read { reader in
      let sql = "SELECT count(*) FROM players"
      let before = try Int.fetchOne(reader, prepared: sql)
      try database.changeNow(
        """
        INSERT INTO players (name, nameHash, email, password, lastPlayed, created)
        VALUES ('Ann', '', '', '', 0, 0)
        """)
      return [before, try Int.fetchOne(reader, prepared: sql)]
    }
    #expect(counts == [0, 0])
    #expect(try await Self.names(in: store) == ["Ann"])
    #expect(await store.isHealthy)
    try await store.close()
  }

  private static func add(
    _ name: String, _ mail: String = "", to database: any Database
  ) throws {
    var player = try Player.create(
      name: name, email: mail, password: "", at: VirtualTime().now, in: database)
    player.xp = .max
    try player.update(database)
  }

  private static func names(in store: any Store) async throws -> [String] {
    try await store.read { try String.fetchAll($0, prepared: "SELECT name FROM players") }
      .sorted()
  }

  /// Over PostgreSQL, where it is installed.
  @Suite(.enabled(if: TestPostgres.shared != nil, "PostgreSQL is not installed"))
  struct PostgresTests {
    private static func postgres() throws -> TestPostgres { try #require(TestPostgres.shared) }

    @Test func `servers that start at once migrate once`() async throws {
      let address = try Self.postgres().makeAddress()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let store = try PostgresStore(address: address, isNew: true, connections: 1)
            let count = try await store.read {
              try Int.fetchOne($0, prepared: "SELECT count(*) FROM migrations")
            }
            #expect(count == Schema.migrations.count)
            try await store.close()
          }
        }
        try await group.waitForAll()
      }
    }

    @Test func `a lost connection is replaced`() async throws {
      let store = try Self.postgres().makeStore()
      await #expect(throws: DatabaseError.self) {
        try await store.write {
          _ = try Int.fetchOne(
            $0, prepared: "SELECT 1 FROM pg_terminate_backend(pg_backend_pid())")
        }
      }
      #expect(await store.isHealthy)
      // None is in use, and the lost one is not counted.
      #expect(store.counts.connections == store.counts.idleConnections)
      try await store.close()
    }
  }
}
