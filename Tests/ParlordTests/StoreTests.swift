#if Server
  import GRDB
  import Synchronization
  import TestKit
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
        #expect(throws: parlord.DatabaseError.self) {
          try PostgresStore(
            address: "postgres://nobody@127.0.0.1:1/none", isNew: false, connections: 1)
        }
      }
    }

    @Test func `a file of a newer version is refused`() throws {
      let folder = try TemporaryFolder()
      let path = folder["test.sqlite"]
      try DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: """
            CREATE TABLE players (id INTEGER);
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('9999 of later');
            """)
      }
      #expect(throws: StoreError.self) { try SQLiteStore(path: path, isNew: false) }
    }

    /// Over PostgreSQL, where it is installed.
    @Suite(.enabled(if: TestPostgres.shared != nil, "PostgreSQL is not installed"))
    struct PostgresTests {
      private static func postgres() throws -> TestPostgres { try #require(TestPostgres.shared) }

      @Test func `a database without tables is refused, and one of a newer version`() async throws {
        let address = try Self.postgres().makeAddress()
        #expect(throws: StoreError.self) {
          try PostgresStore(address: address, isNew: false, connections: 1)
        }
        let store = try PostgresStore(address: address, isNew: true, connections: 1)
        try await store.write {
          _ = try $0.execute(
            prepared: "INSERT INTO migrations VALUES (9999, 'of later')", arguments: [])
        }
        try await store.close()
        #expect(throws: StoreError.self) {
          try PostgresStore(address: address, isNew: true, connections: 1)
        }
      }

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

      @Test func `changes at once count one by one, and conflicts run again`() async throws {
        let address = try Self.postgres().makeAddress()
        let stores = try (0..<2).map { _ in
          try PostgresStore(address: address, isNew: true, connections: 4)
        }
        try await stores[0].write {
          _ = try Player.create(
            name: "Ann", email: "", password: "", at: VirtualTime().now, in: $0)
        }
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

      @Test func `a change in a transaction that reads is refused`() async throws {
        let store = try Self.postgres().makeStore()
        await #expect(throws: parlord.DatabaseError.readOnly) {
          try await store.read { try Player.touch(1, at: VirtualTime().now, in: $0) }
        }
        try await store.close()
      }

      @Test func `an error that is caught in a savepoint leaves the rest`() async throws {
        let store = try Self.postgres().makeStore()
        let count = try await store.write { database in
          try database.inSavepoint {
            try Player.touch(1, at: VirtualTime().now, in: database)
            return false
          }
          try? database.inSavepoint {
            _ = try database.execute(prepared: "INSERT INTO nothing VALUES (1)", arguments: [])
            return true
          }
          return try Int.fetchOne(database, prepared: "SELECT count(*) FROM players")
        }
        #expect(count == 0)
        try await store.close()
      }

      @Test func `a lost connection is replaced`() async throws {
        let store = try Self.postgres().makeStore()
        await #expect(throws: parlord.DatabaseError.self) {
          try await store.write {
            _ = try Int.fetchOne(
              $0, prepared: "SELECT 1 FROM pg_terminate_backend(pg_backend_pid())")
          }
        }
        #expect(await store.isHealthy)
        try await store.close()
      }
    }
  }
#endif
