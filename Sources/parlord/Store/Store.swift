#if Server
  import GRDB
  import Synchronization

  /// The database: accounts, games and leaderboards in one SQLite file.
  ///
  /// The file is in WAL mode with `synchronous=FULL`. When ``write(_:)`` returns, the change is on disk
  /// and survives a crash of the process and a power failure.
  final class Store: Sendable {
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
      try Schema.migrator.migrate(pool)
      try pool.write { database in try Schema.updateCatalog(database) }
      committer = GroupCommitter(pool)
    }

    /// Runs queries without changing anything.
    func read<Value: Sendable>(
      _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
      try await pool.read(body)
    }

    /// Runs queries atomically, and returns when their changes are on disk.
    ///
    /// Concurrent writes share a transaction and thus one fsync. If the queries throw, their changes
    /// are rolled back; other writes are not affected.
    func write<Value: Sendable>(
      _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = Outcome<Value>()
        let job = GroupCommitter.Job(
          run: { database in
            try database.inSavepoint {
              do {
                let value = try body(database)
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

    /// Whether the database can be read, and written as far as is known. After a write has failed this
    /// writes, to see whether the cause is gone.
    var isHealthy: Bool {
      get async {
        let canRead = try? await read { try Bool.fetchOne($0, sql: "SELECT 1") }
        guard canRead != nil else { return false }
        guard cannotWrite.load(ordering: .relaxed) else { return true }
        // This changes nothing and still goes to the disk.
        try? await write { try $0.execute(sql: "UPDATE players SET id = id WHERE id = 1") }
        return !cannotWrite.load(ordering: .relaxed)
      }
    }

    /// Moves the write-ahead log into the database file and closes it.
    func close() throws {
      try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try pool.close()
    }

    /// The result of a write, held until its transaction is on disk.
    private final class Outcome<Value: Sendable>: Sendable {
      let result = Mutex<Result<Value, any Error>?>(nil)
    }
  }

  /// Group commit: writes that arrive while another is being committed share the next transaction.
  actor GroupCommitter {
    /// A write to be committed.
    struct Job: Sendable {
      /// Runs the queries. An error rolls back the whole transaction.
      let run: @Sendable (Database) throws -> Void
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

  /// Why the database cannot be used.
  enum StoreError: Error, CustomStringConvertible {
    /// The file does not exist or has no tables of parlord.
    case empty(String)
    case notRun

    var description: String {
      switch self {
      case .empty(let path): "\(path) is not a parlord database; create one with `parlord init`"
      case .notRun: "the write did not run"
      }
    }
  }
#endif
