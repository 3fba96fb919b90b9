import GRDB
import Synchronization

/// A database in one SQLite file.
///
/// The file is in WAL mode with `synchronous=FULL`. When ``write(_:)`` returns, the change is on
/// disk and survives a crash of the process and a power failure.
final class SQLiteStore: Store {
  private let pool: DatabasePool
  private let committer: GroupCommitter
  /// Whether the last write failed, as on a full disk.
  private let cannotWrite = Atomic(false)

  /// Opens a database, and creates or migrates its tables.
  ///
  /// - Parameter isNew: whether the file may be created; otherwise it must exist.
  init(path: String, isNew: Bool) throws {
    var configuration = Configuration()
    configuration.readonly = false
    configuration.maximumReaderCount = 4
    configuration.busyMode = .timeout(5)
    configuration.label = "parlord"
    pool = try DatabasePool(path: path, configuration: configuration)
    // With NORMAL, the default of the pool, a power failure could lose the last commits.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    if !isNew, try pool.read({ try !$0.tableExists("players") }) { throw StoreError.empty(path) }
    var migrator = DatabaseMigrator()
    for (name, sql) in Schema.migrations {
      migrator.registerMigration(name) { try $0.execute(sql: sql) }
    }
    if try pool.read(migrator.hasBeenSuperseded) { throw StoreError.newer(path) }
    try migrator.migrate(pool)
    try pool.write { try Schema.updateCatalog(SQLiteDatabase($0)) }
    committer = GroupCommitter(pool)
  }

  /// Reads take microseconds and wait for no write, so they stay on their thread.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Database) throws -> Value
  ) async throws -> Value {
    try readNow(body)
  }

  func readNow<Value: Sendable>(
    _ body: @Sendable (any Database) throws -> Value
  ) throws -> Value {
    try pool.read { try body(SQLiteDatabase($0)) }
  }

  /// Concurrent writes share a transaction and thus one fsync. If the queries throw, their changes
  /// are rolled back; other writes are not affected.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let outcome = Outcome<Value>()
      let job = GroupCommitter.Job(
        run: { database in
          try database.inSavepoint {
            do {
              let value = try body(SQLiteDatabase(database))
              outcome.result.withLock { $0 = .success(value) }
              return .commit
            } catch {
              outcome.result.withLock { $0 = .failure(error) }
              return .rollback
            }
          }
        },
        completion: { error in
          let result = outcome.result.withLock { $0 }
          self.cannotWrite.store(error != nil, ordering: .relaxed)
          switch (error, result) {
          case (let error?, _): continuation.resume(throwing: error)
          case (nil, let result?): continuation.resume(with: result)
          case (nil, nil): continuation.resume(throwing: StoreError.notRun)
          }
        })
      Task { await committer.submit(job) }
    }
  }

  /// Whether the database can be read, and written as far as is known. After a write has failed
  /// this writes, to see whether the cause is gone.
  var isHealthy: Bool {
    get async {
      let canRead = try? await read { try Bool.fetchOne($0, prepared: "SELECT 1") }
      guard canRead != nil else { return false }
      guard cannotWrite.load(ordering: .relaxed) else { return true }
      // This changes nothing and still goes to the disk.
      _ = try? await write {
        try $0.execute(prepared: "UPDATE players SET id = id WHERE id = 1", arguments: [])
      }
      return !cannotWrite.load(ordering: .relaxed)
    }
  }

  /// Moves the write-ahead log into the database file and closes it.
  func close() async throws {
    try await pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try pool.close()
  }

  /// The result of a write, held until its transaction is on disk.
  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }
}

/// A transaction in a SQLite database.
private struct SQLiteDatabase: Database {
  private let database: GRDB.Database

  init(_ database: GRDB.Database) { self.database = database }

  func rows(_ sql: String, _ arguments: Arguments) throws -> [Row] {
    try run(sql, arguments) { statement, arguments in
      let columns = statement.columnNames
      let cursor = try GRDB.Row.fetchCursor(statement, arguments: arguments)
      var rows: [Row] = []
      while let row = try cursor.next() {
        let contents = columns.indices.map { place in
          ColumnContent((row[place] as DatabaseValue).storage)
        }
        rows.append(Row(columns: columns, contents: contents))
      }
      return rows
    }
  }

  func execute(prepared sql: String, arguments: Arguments) throws -> Int {
    try run(sql, arguments) { statement, arguments in
      try statement.execute(arguments: arguments)
      return database.changesCount
    }
  }

  func inSavepoint(_ body: () throws -> Bool) throws {
    try database.inSavepoint { try body() ? .commit : .rollback }
  }

  private func run<Result>(
    _ sql: String, _ arguments: Arguments,
    _ body: (Statement, StatementArguments) throws -> Result
  ) throws -> Result {
    do {
      return try body(database.cachedStatement(sql: sql), arguments.sqlite)
    } catch let error as GRDB.DatabaseError where error.resultCode == .SQLITE_READONLY {
      throw DatabaseError.readOnly
    }
  }
}

extension Error {
  /// Whether a database is at fault, rather than what was asked of it.
  var isOfDatabase: Bool {
    self is StoreError || self is DatabaseError || self is GRDB.DatabaseError
  }
}

extension Arguments {
  fileprivate var sqlite: StatementArguments {
    switch self {
    case .ordered(let values): StatementArguments(values.map(\.sqlite))
    case .named(let values): StatementArguments(values.mapValues(\.sqlite))
    }
  }
}

extension ColumnContent {
  fileprivate init(_ storage: DatabaseValue.Storage) {
    switch storage {
    case .null, .blob: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    }
  }

  fileprivate var sqlite: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    }
  }
}

/// Group commit: writes that arrive while another is being committed share the next transaction.
actor GroupCommitter {
  /// A write to be committed.
  struct Job: Sendable {
    /// Runs the queries. An error rolls back the whole transaction.
    let run: @Sendable (GRDB.Database) throws -> Void
    /// Called once, when the write is on disk or has failed.
    let completion: @Sendable ((any Error)?) -> Void
  }

  /// The maximum number of writes in one transaction.
  private static let maxJobs = 256

  private let pool: DatabasePool
  private var waiting: [Job] = []
  private var isBusy = false

  init(_ pool: DatabasePool) { self.pool = pool }

  /// Queues a write. The first submitter commits everything queued meanwhile.
  func submit(_ job: Job) async {
    waiting.append(job)
    guard !isBusy else { return }
    isBusy = true
    while !waiting.isEmpty {
      let batch = Array(waiting.prefix(Self.maxJobs))
      waiting.removeFirst(batch.count)
      await commit(batch)
    }
    isBusy = false
  }

  private func commit(_ batch: [Job]) async {
    do {
      try await pool.write { database in
        for job in batch { try job.run(database) }
      }
      for job in batch { job.completion(nil) }
    } catch {
      for job in batch { job.completion(error) }
    }
  }
}
