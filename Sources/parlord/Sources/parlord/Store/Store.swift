/// The database of the server: accounts, games and leaderboards.
///
/// ``SQLiteStore`` is a file that one machine uses, ``PostgresStore`` a PostgreSQL database that
/// several share.
protocol Store: Sendable {
  /// Runs queries without changing anything. All of them see the database at one moment.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any Database) throws -> Value
  ) async throws -> Value

  /// The same, on the calling thread.
  func readNow<Value: Sendable>(
    _ body: @Sendable (any Database) throws -> Value
  ) throws -> Value

  /// Runs queries atomically, as if no others ran at the same time, and returns when their changes
  /// are on disk. If the queries throw, their changes are rolled back.
  ///
  /// - Parameter body: may run more than once; the last run counts.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any Database) throws -> Value
  ) async throws -> Value

  /// Whether the database can be read, and written as far as is known.
  var isHealthy: Bool { get async }

  func close() async throws
}

/// Why the database cannot be used.
enum StoreError: Error, CustomStringConvertible {
  /// The database does not exist or has no tables of parlord.
  case empty(String)
  /// A newer version of parlord has changed the tables.
  case newer(String)
  /// The address of a database holds a password.
  case password
  /// A text that is neither an address of PostgreSQL nor meant as the path of a file.
  case unknownAddress
  case notRun

  var description: String {
    switch self {
    case .empty(let name): "\(name) is not a parlord database; create one with `parlord init`"
    case .newer(let name): "\(name) was migrated by a newer parlord; use that version"
    case .password:
      "the address of the database must not hold a password, because other users of this machine "
        + "can see it; write it to ~/.pgpass, or set PGPASSFILE or PGPASSWORD"
    case .unknownAddress:
      "the database must be the path of a SQLite file, or an address that begins with postgres://"
    case .notRun: "the write did not run"
    }
  }
}
