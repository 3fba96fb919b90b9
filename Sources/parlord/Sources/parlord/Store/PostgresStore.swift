import CLibpq
import NIOPosix
import Synchronization

/// A PostgreSQL database, which several servers can share.
///
/// Each transaction has a connection and a thread of its own. Changes are serializable: where two
/// transactions would disturb each other PostgreSQL ends one of them, which then runs again. When
/// ``write(_:)`` returns, the change is as safe as `synchronous_commit` of the database says; by
/// default it is on disk.
final class PostgresStore: Store {
  /// How often a transaction runs until it is given up.
  private static let maxRuns = 10
  /// How often it runs beside others.
  private static let runsBesideOthers = 3
  /// The milliseconds between attempts to connect to a database that cannot be reached.
  private static let pause: Int64 = 250
  /// The key of the lock under which tables are migrated.
  private static let migrationLock = 7_461_001
  /// The key of the lock under which one server ends what is due.
  private static let sweepLock = 7_461_002

  /// What the store has done since it was opened.
  struct Counts: Sendable {
    var transactions = 0
    /// The transactions that ran again, after a conflict or on a new connection.
    var retries = 0
    var connections = 0
    var idleConnections = 0
  }

  /// A connection that threads hand to each other.
  private final class Link: Sendable {
    let connection: Mutex<PostgresConnection>

    init(_ address: String) throws(DatabaseError) {
      connection = Mutex(try PostgresConnection(address))
    }
  }

  private struct Pool {
    var idle: [Link] = []
    var counts = Counts()
    /// Why the last attempt to connect failed, and when in monotonic milliseconds.
    var failure: (error: DatabaseError, moment: Int64)?
    /// Whether a transaction tries to connect after a failure.
    var isTrying = false

    /// Begins an attempt to connect.
    ///
    /// While the database cannot be reached, one transaction at a time tries. The others fail at
    /// once, rather than wait one behind the other until their clients have gone.
    ///
    /// - Returns: why there is no attempt; `nil` if it begins.
    mutating func begin(at now: Int64) -> DatabaseError? {
      guard let failure else { return nil }
      guard !isTrying, now - failure.moment >= PostgresStore.pause else { return failure.error }
      isTrying = true
      return nil
    }

    mutating func end(_ error: DatabaseError?, at now: Int64) {
      isTrying = false
      failure = error.map { ($0, now) }
      if error == nil { counts.connections += 1 }
    }
  }

  private let address: String
  private let threads: NIOThreadPool
  private let pool = Mutex(Pool())

  /// Connects, and creates or migrates the tables.
  ///
  /// - Parameters:
  ///   - address: a URL such as `postgres://parlord@db.example/parlor`, without a password.
  ///   - isNew: whether tables may be created; otherwise they must exist.
  ///   - connections: the number of connections and of transactions at a time.
  init(address: String, isNew: Bool, connections: Int) throws {
    guard Self.isWithoutPassword(address) else { throw StoreError.password }
    self.address = address
    threads = NIOThreadPool(numberOfThreads: connections)
    let link = try Link(address)
    try link.connection.withLock { try Self.migrate($0, address, isNew: isNew) }
    pool.withLock {
      $0.idle = [link]
      $0.counts.connections = 1
    }
    threads.start()
  }

  /// Whether a text is the address of a PostgreSQL database rather than the path of a file.
  static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  private static func isWithoutPassword(_ address: String) -> Bool {
    guard let options = PQconninfoParse(address, nil) else {
      return !address.contains("@") && !address.contains("password")
    }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if ["password", "sslpassword"].contains(String(cString: keyword)),
        option.pointee.val != nil
      {
        return false
      }
      option += 1
    }
    return true
  }

  // MARK: Transactions

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Database) throws -> Value
  ) async throws -> Value {
    try await threads.runIfActive { try self.readNow(body) }
  }

  func readNow<Value: Sendable>(
    _ body: @Sendable (any Database) throws -> Value
  ) throws -> Value {
    try run(isReadOnly: true, body)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Database) throws -> Value
  ) async throws -> Value {
    try await threads.runIfActive { try self.run(isReadOnly: false, body) }
  }

  /// Runs a change unless another server runs one at this moment.
  func sweep(_ body: @escaping @Sendable (any Database) throws -> Void) async throws {
    try await write { database in
      let isFree = try Bool.fetchOne(
        database, prepared: "SELECT pg_try_advisory_xact_lock(?)", arguments: [Self.sweepLock])
      if isFree == true { try body(database) }
    }
  }

  private func run<Value: Sendable>(
    isReadOnly: Bool, _ body: @Sendable (any Database) throws -> Value
  ) throws -> Value {
    var runs = 0
    while true {
      let link = try take()
      runs += 1
      let mode: PostgresConnection.Mode =
        isReadOnly ? .read : runs <= Self.runsBesideOthers ? .write : .writeAlone
      do {
        defer { give(link) }
        let value = try link.connection.withLock {
          try $0.transaction(mode, body)
        }
        pool.withLock { $0.counts.transactions += 1 }
        return value
      } catch let error as DatabaseError {
        guard runs < Self.maxRuns, error == .conflict else { throw error }
        pool.withLock { $0.counts.retries += 1 }
        // Two that disturbed each other must not meet again at once.
        usleep(UInt32.random(in: 0...(500 << UInt32(min(runs, 7)))))
      }
    }
  }

  /// A connection that no other transaction uses.
  private func take() throws(DatabaseError) -> Link {
    while let link = pool.withLock({ $0.idle.popLast() }) {
      // The server may have closed it meanwhile.
      if link.connection.withLock({ $0.isAlive }) { return link }
      pool.withLock { $0.counts.connections -= 1 }
    }
    if let error = pool.withLock({ $0.begin(at: SystemClock.monotonic) }) { throw error }
    do {
      let link = try Link(address)
      pool.withLock { $0.end(nil, at: SystemClock.monotonic) }
      return link
    } catch {
      pool.withLock { $0.end(error, at: SystemClock.monotonic) }
      throw error
    }
  }

  private func give(_ link: Link) {
    let isBroken = link.connection.withLock { $0.isBroken }
    pool.withLock { pool in
      if isBroken { pool.counts.connections -= 1 } else { pool.idle.append(link) }
    }
  }

  /// What the store has done so far.
  var counts: Counts {
    pool.withLock { pool in
      var counts = pool.counts
      counts.idleConnections = pool.idle.count
      return counts
    }
  }

  var isHealthy: Bool {
    get async {
      let canWrite = try? await write {
        try Bool.fetchOne($0, prepared: "SELECT NOT pg_is_in_recovery()")
      }
      return canWrite == true
    }
  }

  func close() async throws {
    try await threads.shutdownGracefully()
    pool.withLock { $0.idle = [] }
  }

  // MARK: Tables

  /// Runs the migrations that the database lacks, in one transaction. Servers that start at once do
  /// so one after the other.
  private static func migrate(
    _ connection: PostgresConnection, _ address: String, isNew: Bool
  ) throws {
    try connection.withoutTimeLimit {
      try connection.command("SELECT pg_advisory_lock(\(migrationLock))")
      defer { try? connection.command("SELECT pg_advisory_unlock(\(migrationLock))") }
      try migrateAlone(connection, address, isNew: isNew)
    }
  }

  private static func migrateAlone(
    _ connection: PostgresConnection, _ address: String, isNew: Bool
  ) throws {
    let exists = try Bool.fetchOne(
      connection, prepared: "SELECT to_regclass('migrations') IS NOT NULL")
    // Servers may run already.
    try connection.transaction(exists == true ? .writeAlone : .create) { database in
      if exists != true {
        guard isNew else { throw StoreError.empty(address) }
        try connection.command(
          """
          CREATE TABLE migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL);
          CREATE COLLATION nocase (
            provider = icu, locale = 'und-u-ks-level2', deterministic = false)
          """)
      }
      let last =
        try Int.fetchOne(database, prepared: "SELECT max(number) FROM migrations") ?? 0
      guard last <= Schema.migrations.count else { throw StoreError.newer(address) }
      for (index, (name, sql)) in Schema.migrations.enumerated().dropFirst(last) {
        try connection.command(translated(sql))
        try database.execute(
          prepared: "INSERT INTO migrations (number, name) VALUES (?, ?)",
          arguments: [index + 1, name])
      }
      try Schema.updateCatalog(database)
    }
  }

  /// A migration with PostgreSQL's types. `COLLATE NOCASE` names a collation of ours.
  private static func translated(_ sql: String) -> String {
    sql.replacing(
      "INTEGER PRIMARY KEY AUTOINCREMENT",
      with: "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"
    )
    .replacing("INTEGER", with: "BIGINT").replacing(" STRICT, WITHOUT ROWID", with: "")
    .replacing(" STRICT", with: "")
  }
}
