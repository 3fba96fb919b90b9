import CLibpq
import LibC

/// A connection to PostgreSQL. One thread at a time uses it; calls wait for the server.
final class PostgresConnection: Database {
  /// A text of SQL that the server has prepared.
  private struct Statement {
    let name: String
    /// The names of the values in the order of their numbers; `nil` for values without names.
    let names: [String]?
  }

  private let connection: OpaquePointer?
  private var statements: [String: Statement] = [:]
  /// An error after which the transaction must not be committed, even if its caller caught it.
  private var failure: DatabaseError?
  private var savepoints = 0
  /// Whether an answer did not come in time. What comes later belongs to no query of ours.
  private var isLate = false
  /// How long an answer may take in milliseconds; `nil` for any time. The server ends a statement
  /// sooner than that, so only one that hangs or that nobody reaches does not answer.
  private var patience: Int64? = PostgresConnection.usualPatience

  private static let usualPatience: Int64 = 15_000

  /// Connects.
  ///
  /// - Parameter address: a URL as libpq takes it. What it lacks libpq takes from the environment
  ///   and from the password file.
  init(_ address: String) throws(DatabaseError) {
    connection = Self.connect(to: address)
    guard PQstatus(connection) == CONNECTION_OK else {
      // From here on `deinit` runs, also after an error, and frees the connection.
      throw .disconnected(Self.text(PQerrorMessage(connection)))
    }
    // Notices, such as of a table that exists, do not belong on standard error.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    // A scan of a whole table conflicts with every change of it, however small the table.
    try command(
      """
      SET client_encoding = 'UTF8'; SET enable_seqscan = off; SET statement_timeout = '10s';
      SET idle_in_transaction_session_timeout = '15s';
      SET default_transaction_isolation = 'serializable'
      """)
  }

  deinit { PQfinish(connection) }

  private static func connect(to address: String) -> OpaquePointer? {
    // By default a machine that does not answer is waited for much longer than a request.
    setenv("PGCONNECT_TIMEOUT", "5", 0)
    // The address comes last, since the last value of an option counts.
    let options = [
      ("fallback_application_name", "parlord"), ("keepalives_idle", "10"),
      ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "15000"),
      ("dbname", address),
    ]
    let names = options.map { strdup($0.0) }
    let values = options.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    return PQconnectdbParams(
      names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
  }

  /// Whether the connection is lost.
  var isBroken: Bool { isLate || PQstatus(connection) != CONNECTION_OK }

  /// Whether the connection looks usable: the server may have closed it while it was idle.
  var isAlive: Bool { PQconsumeInput(connection) == 1 && !isBroken }

  /// Whether the transaction only reads.
  private var isReadOnly = false

  // MARK: Transactions

  /// What a transaction may do.
  enum Mode: String {
    /// Only read. The queries see the database at one moment.
    case read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    /// Change something, as others do at the same time.
    case write = "BEGIN; LOCK TABLE migrations IN ROW EXCLUSIVE MODE"
    /// Change something while no other transaction does, so that there is no conflict. LOCK takes
    /// no snapshot, so the transaction sees what those did that it waited for.
    case writeAlone = "BEGIN; LOCK TABLE migrations IN EXCLUSIVE MODE"
    /// Create the first tables.
    case create = "BEGIN"
  }

  /// Runs a transaction.
  func transaction<Value>(
    _ mode: Mode, _ body: (any Database) throws -> Value
  ) throws -> Value {
    failure = nil
    savepoints = 0
    isReadOnly = mode == .read
    try begin(mode)
    do {
      let value = try body(self)
      if let failure { throw failure }
      try command("COMMIT")
      return value
    } catch {
      if PQtransactionStatus(connection) != PQTRANS_IDLE { try? command("ROLLBACK") }
      throw failure ?? error
    }
  }

  private func begin(_ mode: Mode) throws(DatabaseError) {
    do {
      try command(mode.rawValue)
    } catch {
      if PQtransactionStatus(connection) != PQTRANS_IDLE { try? command("ROLLBACK") }
      throw error
    }
  }

  func inSavepoint(_ body: () throws -> Bool) throws {
    savepoints += 1
    let name = "s\(savepoints)"
    try command("SAVEPOINT \(name)")
    do {
      try command(body() ? "RELEASE \(name)" : "ROLLBACK TO \(name)")
    } catch {
      try command("ROLLBACK TO \(name)")
      throw error
    }
  }

  // MARK: Queries

  func rows(_ sql: String, _ arguments: Arguments) throws -> [Row] {
    try run(sql, arguments) { result in
      let width = PQnfields(result)
      let columns = (0..<width).map { Self.text(PQfname(result, $0)) }
      return (0..<PQntuples(result)).map { row in
        Row(
          columns: columns,
          contents: (0..<width).map { Self.content(of: result, row: row, column: $0) })
      }
    }
  }

  func execute(prepared sql: String, arguments: Arguments) throws -> Int {
    // PostgreSQL would refuse it too, and report an error in its log.
    if isReadOnly {
      failure = .readOnly
      throw DatabaseError.readOnly
    }
    return try executed(sql, arguments)
  }

  private func executed(_ sql: String, _ arguments: Arguments) throws(DatabaseError) -> Int {
    try run(sql, arguments) { Int(Self.text(PQcmdTuples($0))) ?? 0 }
  }

  /// Runs one or more statements without values.
  func command(_ sql: String) throws(DatabaseError) {
    try check(result(PQsendQuery(connection, sql))) { _ in }
  }

  /// Runs statements that may take any time, such as those that wait for a lock of another server.
  func withoutTimeLimit<Value>(_ body: () throws -> Value) throws -> Value {
    try command("SET statement_timeout = 0")
    patience = nil
    defer {
      patience = Self.usualPatience
      try? command("SET statement_timeout = '10s'")
    }
    return try body()
  }

  /// Waits for the last result of what was sent, or the first error.
  ///
  /// - Parameter isSent: 1 if it was, as libpq says it.
  private func result(_ isSent: CInt) -> OpaquePointer? {
    guard isSent == 1, !isLate else { return nil }
    let deadline = patience.map { SystemClock.monotonic + $0 }
    var last: OpaquePointer?
    while waitForResult(until: deadline), let next = PQgetResult(connection) {
      if last == nil || Self.isSuccess(last) {
        PQclear(last)
        last = next
      } else {
        PQclear(next)
      }
    }
    guard isLate else { return last }
    PQclear(last)
    return nil
  }

  /// Waits until `PQgetResult` would not wait, or the connection is lost.
  ///
  /// - Returns: whether there may be a result.
  private func waitForResult(until deadline: Int64?) -> Bool {
    while PQisBusy(connection) == 1 {
      var socket = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
      let left = deadline.map { max(0, $0 - SystemClock.monotonic) } ?? -1
      let count = poll(&socket, 1, CInt(left))
      if count == 0 {
        isLate = true
        return false
      }
      // After an error this leaves the connection broken, and a result that says so.
      if count > 0, PQconsumeInput(connection) == 0 { return true }
    }
    return true
  }

  private func run<Value>(
    _ sql: String, _ arguments: Arguments, _ body: (OpaquePointer?) -> Value
  ) throws(DatabaseError) -> Value {
    let statement = try prepare(sql)
    let values: [UnsafeMutablePointer<CChar>?]
    switch arguments {
    case .ordered(let contents): values = contents.map(Self.copy)
    case .named(let contents):
      values = (statement.names ?? []).map { name in contents[name].flatMap(Self.copy) }
    }
    defer { for value in values { free(value) } }
    let isSent = PQsendQueryPrepared(
      connection, statement.name, Int32(values.count), values.map { UnsafePointer($0) }, nil, nil,
      0)
    return try check(result(isSent), body)
  }

  private func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    if let statement = statements[sql] { return statement }
    let (text, names) = Self.numbered(sql)
    let statement = Statement(name: "s\(statements.count)", names: names)
    try check(result(PQsendPrepare(connection, statement.name, text, 0, nil))) { _ in }
    statements[sql] = statement
    return statement
  }

  /// Replaces `?` and `:name` by `$1`, `$2`, …
  ///
  /// - Returns: the text, and the names in the order of their numbers; `nil` if it has none.
  static func numbered(_ sql: String) -> (text: String, names: [String]?) {
    var (text, names, count) = ([UInt8](), [String](), 0)
    let bytes = Array(sql.utf8)
    var (place, isQuoted) = (0, false)
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      if !isQuoted, byte == UInt8(ascii: "?") {
        count += 1
        text += "$\(count)".utf8
      } else if !isQuoted, byte == UInt8(ascii: ":") {
        let name = String(decoding: bytes[place...].prefix(while: isLetter), as: UTF8.self)
        place += name.utf8.count
        let index = names.firstIndex(of: name) ?? names.count
        if index == names.count { names.append(name) }
        text += "$\(index + 1)".utf8
      } else {
        text.append(byte)
      }
    }
    return (String(decoding: text, as: UTF8.self), names.isEmpty ? nil : names)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  /// Reads and frees a result.
  private func check<Value>(
    _ result: OpaquePointer?, _ body: (OpaquePointer?) -> Value
  ) throws(DatabaseError) -> Value {
    defer { PQclear(result) }
    if Self.isSuccess(result) { return body(result) }
    let error = self.error(in: result)
    switch error {
    case .conflict, .disconnected: failure = error
    case .readOnly, .failed: break
    }
    throw error
  }

  private static func isSuccess(_ result: OpaquePointer?) -> Bool {
    let status = PQresultStatus(result)
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK
  }

  /// SQLSTATEs are in appendix A of PostgreSQL's manual.
  private func error(in result: OpaquePointer?) -> DatabaseError {
    let state = Self.text(PQresultErrorField(result, parlor_diag_sqlstate))
    switch state {
    // Serialization failure, deadlock; and two transactions that add the same key at once.
    case "40001", "40P01", "23505": return .conflict
    case "25006": return .readOnly
    default: break
    }
    guard !isLate else { return .disconnected("the database does not answer") }
    let message = Self.text(
      result == nil
        ? UnsafePointer(PQerrorMessage(connection))
        : PQresultErrorMessage(result).map { UnsafePointer($0) })
    // Connection exceptions, and a server that stops or starts.
    if isBroken || state.hasPrefix("08") || state.hasPrefix("57P0") {
      return .disconnected(message)
    }
    return .failed(code: "SQLSTATE \(state)", message: message)
  }

  // MARK: Values

  /// The value as text for libpq; the caller frees it. Text of PostgreSQL holds no NUL.
  private static func copy(_ content: ColumnContent) -> UnsafeMutablePointer<CChar>? {
    switch content {
    case .null: nil
    case .integer(let number): strdup(String(number))
    case .real(let number): strdup(String(number))
    case .text(let text):
      strdup(text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text)
    }
  }

  private static func content(
    of result: OpaquePointer?, row: Int32, column: Int32
  ) -> ColumnContent {
    guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column)
    else { return .null }
    // The numbers of types never change (pg_type.dat).
    switch PQftype(result, column) {
    case 16: return .integer(value.pointee == CChar(UInt8(ascii: "t")) ? 1 : 0)
    case 20, 21, 23: return .integer(strtoll(value, nil, 10))
    case 700, 701: return .real(strtod(value, nil))
    // A sum of whole numbers is a numeric without a point.
    case 1700:
      return strchr(value, Int32(UInt8(ascii: "."))) == nil
        ? .integer(strtoll(value, nil, 10)) : .real(strtod(value, nil))
    default: return .text(String(cString: value))
    }
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0).trimmingLineEnd } ?? ""
  }

  private static func text(_ text: UnsafeMutablePointer<CChar>?) -> String {
    Self.text(UnsafePointer(text))
  }
}

extension String {
  fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
