import Dispatch
import Synchronization

/// A database in one SQLite file.
///
/// The file is in WAL mode with `synchronous=FULL`. When ``write(_:)`` returns, the change is on
/// disk and survives a crash of the process and a power failure.
final class SQLiteStore: Store {
  /// A connection that threads hand to each other.
  private final class Link: Sendable {
    let connection: Mutex<SQLiteConnection>

    init(_ path: String) throws(DatabaseError) {
      connection = Mutex(try SQLiteConnection(path, isReadOnly: true))
    }
  }

  /// A write to be committed.
  private struct Job: Sendable {
    /// Runs the queries in a savepoint. An error means that the whole transaction is lost.
    let run: @Sendable (any Database) throws -> Void
    /// Called once, when the write is on disk or has failed.
    let completion: @Sendable ((any Error)?) -> Void
  }

  private struct Waiting {
    var jobs: [Job] = []
    /// Whether a commit is running or queued.
    var isBusy = false
  }

  /// The maximum number of writes in one transaction.
  private static let maxJobs = 256

  private let path: String
  /// The connection that writes; `nil` when the store is closed.
  private let writer: Mutex<SQLiteConnection?>
  /// The thread that writes, so that none of those that answer waits for the disk.
  private let queue = DispatchQueue(label: "parlord.writer")
  private let waiting = Mutex(Waiting())
  /// The idle connections for reads, at most one for each thread.
  private let readers = Mutex<[Link]>([])
  /// Whether the last write failed, as on a full disk.
  private let cannotWrite = Atomic(false)

  /// Opens a database, and creates or migrates its tables.
  ///
  /// - Parameter isNew: whether the tables may be created; otherwise they must exist.
  init(path: String, isNew: Bool) throws {
    self.path = path
    writer = Mutex(try SQLiteConnection(path))
    try writer.withLock { try $0.map { try Self.migrate($0, path, isNew: isNew) } }
  }

  // MARK: Transactions

  /// Reads take microseconds and wait for no write, so they stay on their thread.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Database) throws -> Value
  ) async throws -> Value {
    try readNow(body)
  }

  func readNow<Value: Sendable>(
    _ body: @Sendable (any Database) throws -> Value
  ) throws -> Value {
    let link = try readers.withLock { $0.popLast() } ?? Link(path)
    defer { readers.withLock { $0.append(link) } }
    return try link.connection.withLock { try $0.transaction(body) }
  }

  /// Concurrent writes share a transaction and thus one fsync. If the queries throw, their changes
  /// are rolled back; other writes are not affected.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let outcome = Outcome<Value>()
      let run: @Sendable (any Database) throws -> Void = { database in
        try database.inSavepoint {
          let result = Result { try body(database) }
          outcome.result.withLock { $0 = result }
          return (try? result.get()) != nil
        }
      }
      submit(
        Job(run: run) { error in
          let result = outcome.result.withLock { $0 }
          self.cannotWrite.store(error != nil, ordering: .relaxed)
          switch (error, result) {
          case (let error?, _): continuation.resume(throwing: error)
          case (nil, let result?): continuation.resume(with: result)
          case (nil, nil): continuation.resume(throwing: StoreError.notRun)
          }
        })
    }
  }

  /// The result of a write, held until its transaction is on disk.
  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  /// Queues a write. What arrives while others are committed shares the next transaction.
  private func submit(_ job: Job) {
    let isFirst = waiting.withLock { waiting in
      defer { waiting.isBusy = true }
      waiting.jobs.append(job)
      return !waiting.isBusy
    }
    if isFirst { queue.async { while self.commitWaiting() {} } }
  }

  /// Commits the first writes that wait.
  ///
  /// - Returns: whether there were any.
  private func commitWaiting() -> Bool {
    let jobs = waiting.withLock { waiting in
      let jobs = Array(waiting.jobs.prefix(Self.maxJobs))
      waiting.jobs.removeFirst(jobs.count)
      waiting.isBusy = !jobs.isEmpty
      return jobs
    }
    guard !jobs.isEmpty else { return false }
    do {
      try writer.withLock { writer in
        guard let writer else { throw StoreError.notRun }
        try writer.transaction { database in
          for job in jobs { try job.run(database) }
        }
      }
      for job in jobs { job.completion(nil) }
    } catch {
      for job in jobs { job.completion(error) }
    }
    return true
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
    readers.withLock { $0 = [] }
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try self.closeWriter() })
      }
    }
  }

  private func closeWriter() throws {
    try writer.withLock { writer in
      try writer?.command("PRAGMA wal_checkpoint(TRUNCATE)")
      writer = nil
    }
  }

  // MARK: Tables

  /// Runs the migrations that the database lacks, in one transaction. Programs that start at once do
  /// so one after the other.
  private static func migrate(
    _ connection: SQLiteConnection, _ path: String, isNew: Bool
  ) throws {
    try connection.transaction { database in
      let exists = try Bool.fetchOne(
        database,
        prepared: "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'players'")
      guard isNew || exists == true else { throw StoreError.empty(path) }
      // The name is that of GRDB, which earlier versions used.
      try connection.command(
        "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      let known = try Set(
        String.fetchAll(database, prepared: "SELECT identifier FROM grdb_migrations"))
      guard known.isSubset(of: Schema.migrations.map(\.name)) else { throw StoreError.newer(path) }
      for (name, sql) in Schema.migrations where !known.contains(name) {
        try connection.command(sql)
        try database.execute(
          prepared: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [name])
      }
      try Schema.updateCatalog(database)
    }
  }
}
