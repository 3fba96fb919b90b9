#if Server
  import GRDB
  import Synchronization

  /// The database of the service: accounts, games and boards, in one SQLite file.
  ///
  /// It is kept in WAL mode with `synchronous=FULL`: what ``write(_:)`` has returned is on the disk, and
  /// neither a killed process nor a machine without power takes it back.
  final class Store: Sendable {
    private let pool: DatabasePool
    private let committer: GroupCommitter

    /// Opens a database, and makes or renews its tables.
    ///
    /// - Parameter isNew: whether the file is to be made; otherwise it must be there.
    init(path: String, isNew: Bool) throws {
      var configuration = Configuration()
      configuration.readonly = false
      configuration.maximumReaderCount = 4
      configuration.busyMode = .timeout(5)
      configuration.label = "parlord"
      pool = try DatabasePool(path: path, configuration: configuration)
      // The pool chooses NORMAL, under which the last commits may be lost with the power.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      if !isNew, try pool.read({ try !$0.tableExists("players") }) { throw StoreError.empty(path) }
      try Schema.migrator.migrate(pool)
      try pool.write { database in try Schema.renewCatalog(database) }
      committer = GroupCommitter(pool)
    }

    /// Runs queries that change nothing.
    func read<Value: Sendable>(
      _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
      try await pool.read(body)
    }

    /// Runs queries as a whole or not at all, and returns when what they changed is on the disk.
    ///
    /// Changes that wait at the same time share one transaction, and so one wait for the disk. If the
    /// queries throw, nothing of them stays, and the others go on.
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
          settle: { failure in
            let result = outcome.result.withLock { $0 }
            switch (failure, result) {
            case (let failure?, _): continuation.resume(throwing: failure)
            case (nil, let result?): continuation.resume(with: result)
            case (nil, nil): continuation.resume(throwing: StoreError.notRun)
            }
          })
        Task { await committer.submit(job) }
      }
    }

    /// Folds the log of changes into the file and closes it.
    func close() throws {
      try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try pool.close()
    }

    /// What a job brought about, kept until its transaction is on the disk.
    private final class Outcome<Value: Sendable>: Sendable {
      let result = Mutex<Result<Value, any Error>?>(nil)
    }
  }

  /// Why the database cannot be used.
  enum StoreError: Error, CustomStringConvertible {
    /// The file holds no tables of ours.
    case empty(String)
    /// A change was not carried out.
    case notRun

    var description: String {
      switch self {
      case .empty(let path): "\(path) is no database of parlord; `parlord init` makes one"
      case .notRun: "the change was not carried out"
      }
    }
  }
#endif
