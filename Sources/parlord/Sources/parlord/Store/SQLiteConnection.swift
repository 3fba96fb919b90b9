import CSQLite

/// A connection to a SQLite file. One thread at a time uses it; calls wait for the disk and, for five
/// seconds, for the lock of another process.
final class SQLiteConnection: Database {
  /// A text of SQL that SQLite has prepared.
  private final class Statement {
    let pointer: OpaquePointer?
    /// The names of the values in the order of their numbers; `nil` where one has no name.
    let names: [String?]
    private(set) var columns: [String] = []

    init(_ pointer: OpaquePointer?) {
      self.pointer = pointer
      names = (0..<sqlite3_bind_parameter_count(pointer)).map { place in
        // The first character is the colon.
        sqlite3_bind_parameter_name(pointer, place + 1).map { String(cString: $0 + 1) }
      }
      readColumns()
    }

    deinit { sqlite3_finalize(pointer) }

    /// Reads the names of the columns again if SQLite had to prepare the text again, as after
    /// another process has changed the tables.
    func refresh() {
      if sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_REPREPARE, 1) != 0 { readColumns() }
    }

    private func readColumns() {
      columns = (0..<sqlite3_column_count(pointer)).map { place in
        sqlite3_column_name(pointer, place).map { String(cString: $0) } ?? ""
      }
    }
  }

  private let connection: OpaquePointer?
  private let isReadOnly: Bool
  private var statements: [String: Statement] = [:]
  private var isInTransaction = false
  /// The error for which SQLite gave up the transaction, which its caller may have caught.
  private var failure: DatabaseError?

  /// Opens a file in WAL mode, and creates it if it does not exist.
  ///
  /// - Parameter isReadOnly: whether the connection only reads. Another one must be open then.
  init(_ path: String, isReadOnly: Bool = false) throws(DatabaseError) {
    self.isReadOnly = isReadOnly
    let access =
      isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(path, &connection, access | SQLITE_OPEN_NOMUTEX, nil)
    self.connection = connection
    // From here on `deinit` runs, also after an error, and closes the connection.
    try check(code)
    sqlite3_extended_result_codes(connection, 1)
    sqlite3_busy_timeout(connection, 5000)
    guard !isReadOnly else { return }
    let mode = try fetched("PRAGMA journal_mode = WAL").first?.contents
    guard mode == [.text("wal")] else {
      throw .failed(code: "no WAL mode", message: "the file system cannot share memory")
    }
    // With NORMAL, a power failure could lose the last commits.
    try command("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(connection)
  }

  // MARK: Transactions

  /// Runs a transaction. The first statement of one that reads fixes the moment that it sees.
  func transaction<Value>(_ body: (any Database) throws -> Value) throws -> Value {
    failure = nil
    _ = try executed(isReadOnly ? "BEGIN" : "BEGIN IMMEDIATE")
    isInTransaction = true
    defer { isInTransaction = false }
    do {
      let value = try body(self)
      _ = try executed("COMMIT")
      return value
    } catch {
      if sqlite3_get_autocommit(connection) == 0 { _ = try? executed("ROLLBACK") }
      throw failure ?? error
    }
  }

  func inSavepoint(_ body: () throws -> Bool) throws {
    _ = try executed("SAVEPOINT s")
    do {
      guard try body() else { return try rollBackSavepoint() }
      _ = try executed("RELEASE s")
    } catch {
      try rollBackSavepoint()
      throw error
    }
  }

  private func rollBackSavepoint() throws(DatabaseError) {
    _ = try executed("ROLLBACK TO s")
    _ = try executed("RELEASE s")
  }

  // MARK: Queries

  func rows(_ sql: String, _ arguments: Arguments) throws -> [Row] {
    try fetched(sql, arguments)
  }

  private func fetched(
    _ sql: String, _ arguments: Arguments = []
  ) throws(DatabaseError) -> [Row] {
    try run(sql, arguments) { (statement) throws(DatabaseError) in
      var rows: [Row] = []
      while try step(statement) {
        if rows.isEmpty { statement.refresh() }
        let contents = statement.columns.indices.map { content(of: statement, Int32($0)) }
        rows.append(Row(columns: statement.columns, contents: contents))
      }
      return rows
    }
  }

  func execute(prepared sql: String, arguments: Arguments) throws -> Int {
    try executed(sql, arguments)
  }

  private func executed(
    _ sql: String, _ arguments: Arguments = []
  ) throws(DatabaseError) -> Int {
    try run(sql, arguments) { (statement) throws(DatabaseError) in
      while try step(statement) {}
      return Int(sqlite3_changes(connection))
    }
  }

  /// Runs one or more statements without values.
  func command(_ sql: String) throws(DatabaseError) {
    try check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  private func run<Value>(
    _ sql: String, _ arguments: Arguments,
    _ body: (Statement) throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    // Otherwise the rest of a transaction that SQLite gave up would be committed bit by bit.
    if let failure { throw failure }
    let statement = try prepare(sql)
    defer {
      sqlite3_reset(statement.pointer)
      sqlite3_clear_bindings(statement.pointer)
    }
    switch arguments {
    case .ordered(let contents):
      precondition(contents.count == statement.names.count, "values for `\(sql)`")
      for (place, content) in contents.enumerated() { try bind(content, place, of: statement) }
    case .named(let contents):
      for (place, name) in statement.names.enumerated() {
        guard let content = name.flatMap({ contents[$0] }) else {
          preconditionFailure("no value for `\(name ?? "?")` of `\(sql)`")
        }
        try bind(content, place, of: statement)
      }
    }
    return try body(statement)
  }

  private func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    if let statement = statements[sql] { return statement }
    var pointer: OpaquePointer?
    try check(
      sqlite3_prepare_v3(
        connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil))
    let statement = Statement(pointer)
    statements[sql] = statement
    return statement
  }

  /// Runs a statement to its next row.
  ///
  /// - Returns: whether there is one.
  private func step(_ statement: Statement) throws(DatabaseError) -> Bool {
    let code = sqlite3_step(statement.pointer)
    guard code != SQLITE_ROW, code != SQLITE_DONE else { return code == SQLITE_ROW }
    do {
      try check(code)
    } catch {
      if isInTransaction, sqlite3_get_autocommit(connection) != 0 { failure = error }
      throw error
    }
    return false
  }

  /// Throws the error that a result code of SQLite stands for (sqlite.org/rescode.html).
  private func check(_ code: Int32) throws(DatabaseError) {
    guard code != SQLITE_OK else { return }
    // The lowest byte is the code, the others say more.
    if isReadOnly, code & 0xFF == SQLITE_READONLY { throw .readOnly }
    let message = sqlite3_errmsg(connection).map { String(cString: $0) } ?? "out of memory"
    throw .failed(code: "SQLite error \(code)", message: message)
  }

  // MARK: Values

  private func bind(
    _ content: ColumnContent, _ place: Int, of statement: Statement
  ) throws(DatabaseError) {
    let number = Int32(place + 1)
    let code =
      switch content {
      case .null: sqlite3_bind_null(statement.pointer, number)
      case .integer(let integer): sqlite3_bind_int64(statement.pointer, number, integer)
      case .real(let real): sqlite3_bind_double(statement.pointer, number, real)
      case .text(let text): Self.bind(text, to: statement.pointer, number)
      }
    try check(code)
  }

  private static func bind(
    _ text: String, to statement: OpaquePointer?, _ number: Int32
  ) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        parlor_bind_text(statement, number, $0.baseAddress, Int32($0.count))
      }
    }
  }

  private func content(of statement: Statement, _ column: Int32) -> ColumnContent {
    let pointer = statement.pointer
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, column))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(
        start: sqlite3_column_text(pointer, column),
        count: Int(sqlite3_column_bytes(pointer, column)))
      return .text(String(decoding: bytes, as: UTF8.self))
    default: return .null
    }
  }
}
