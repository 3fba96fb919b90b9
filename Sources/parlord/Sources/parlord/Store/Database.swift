/// A transaction in a database: SQLite or PostgreSQL.
///
/// The SQL is what both understand. Values are written as `?` or `:name`, and all of them in one of
/// these ways. Each text is prepared once a connection and kept, so it must be one of few, without
/// values.
protocol Database {
  /// Runs SQL and returns its rows.
  func rows(_ sql: String, _ arguments: Arguments) throws -> [Row]

  /// Runs SQL and returns the number of rows that it changed.
  @discardableResult
  func execute(prepared sql: String, arguments: Arguments) throws -> Int

  /// Runs a part of the transaction. If it returns `false` or throws, its changes are rolled back.
  func inSavepoint(_ body: () throws -> Bool) throws
}

/// Why a database refuses a query.
enum DatabaseError: Error, Equatable, CustomStringConvertible {
  /// A transaction that only reads was about to change something.
  case readOnly
  /// Other transactions changed the same rows; the transaction can be repeated.
  case conflict
  /// The connection is lost or cannot be made.
  case disconnected(String)
  /// Another error, with what the database calls it: `SQLSTATE 42P01`, `SQLite error 13`.
  case failed(code: String, message: String)

  var description: String {
    switch self {
    case .readOnly: "the transaction only reads"
    case .conflict: "other transactions changed the same rows"
    case .disconnected(let message): message
    case .failed(let code, let message): "\(message) (\(code))"
    }
  }
}

extension Error {
  /// What a log may say of an error: no text of a query, which has names of tables and what players
  /// wrote.
  var loggable: String {
    switch self as? DatabaseError {
    case .failed(let code, _)?: code
    case let error?: error.description
    case nil: "\(type(of: self))"
    }
  }

  /// Whether a database is at fault, rather than what was asked of it.
  var isOfDatabase: Bool { self is StoreError || self is DatabaseError }
}

// MARK: Values

/// A value of a column.
enum ColumnContent: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

/// A type of which a column can hold values.
protocol ColumnValue: Sendable {
  var content: ColumnContent { get }
  /// Reads a value; `nil` if the column holds none of this type.
  init?(content: ColumnContent)
}

extension Int64: ColumnValue {
  var content: ColumnContent { .integer(self) }

  init?(content: ColumnContent) {
    guard case .integer(let number) = content else { return nil }
    self = number
  }
}

extension Int: ColumnValue {
  var content: ColumnContent { .integer(Int64(self)) }

  init?(content: ColumnContent) {
    guard case .integer(let number) = content else { return nil }
    self = Int(number)
  }
}

extension Bool: ColumnValue {
  var content: ColumnContent { .integer(self ? 1 : 0) }

  init?(content: ColumnContent) {
    guard case .integer(let number) = content else { return nil }
    self = number != 0
  }
}

extension Double: ColumnValue {
  var content: ColumnContent { .real(self) }

  init?(content: ColumnContent) {
    switch content {
    case .real(let number): self = number
    case .integer(let number): self = Double(number)
    case .null, .text: return nil
    }
  }
}

extension String: ColumnValue {
  var content: ColumnContent { .text(self) }

  init?(content: ColumnContent) {
    guard case .text(let text) = content else { return nil }
    self = text
  }
}

/// Integers are stored as a JSON array.
extension [Int]: ColumnValue {
  var content: ColumnContent { .text("[\(map(String.init).joined(separator: ","))]") }

  init?(content: ColumnContent) {
    guard case .text(let text) = content, text.hasPrefix("["), text.hasSuffix("]") else {
      return nil
    }
    self = text.dropFirst().dropLast().split(separator: ",").compactMap { Int($0) }
  }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  var content: ColumnContent { rawValue.content }

  init?(content: ColumnContent) {
    guard let raw = RawValue(content: content) else { return nil }
    self.init(rawValue: raw)
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  var content: ColumnContent { self?.content ?? .null }

  init?(content: ColumnContent) {
    if case .null = content {
      self = .none
    } else {
      guard let value = Wrapped(content: content) else { return nil }
      self = .some(value)
    }
  }
}

/// The values for a statement: in order for `?`, or by name for `:name`.
enum Arguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  case ordered([ColumnContent])
  case named([String: ColumnContent])

  init(arrayLiteral values: (any ColumnValue)?...) {
    self = .ordered(values.map { $0?.content ?? .null })
  }

  init(dictionaryLiteral values: (String, (any ColumnValue)?)...) {
    self = .named(
      Dictionary(uniqueKeysWithValues: values.map { ($0, $1?.content ?? .null) }))
  }
}

// MARK: Rows

/// A row of a result.
struct Row: Sendable {
  /// The names of the columns: as they are written in SQLite, in lower case in PostgreSQL.
  let columns: [String]
  let contents: [ColumnContent]

  /// The place of a column.
  ///
  /// - Parameter guess: the place to look at first.
  fileprivate func place(of name: String, guess: Int = 0) -> Int? {
    if columns.indices.contains(guess), columns[guess] == name { return guess }
    if let place = columns.firstIndex(of: name) { return place }
    let lower = name.lowercased()
    if columns.indices.contains(guess), columns[guess] == lower { return guess }
    return columns.firstIndex(of: lower)
  }

  /// The value of a column, which must exist and have this type.
  subscript<Value: ColumnValue>(name: String) -> Value { value(name) }

  /// The content of a column, which must exist.
  func content(of name: String) -> ColumnContent {
    guard let place = place(of: name) else {
      preconditionFailure("no column `\(name)` in \(columns)")
    }
    return contents[place]
  }

  func value<Value: ColumnValue>(_ name: String, guess: Int = 0) -> Value {
    guard let place = place(of: name, guess: guess),
      let value = Value(content: contents[place])
    else {
      preconditionFailure("no column `\(name)` with \(Value.self) in \(columns)")
    }
    return value
  }
}

extension Row {
  static func fetchAll(
    _ database: any Database, prepared sql: String, arguments: Arguments = []
  ) throws -> [Row] {
    try database.rows(sql, arguments)
  }

  static func fetchOne(
    _ database: any Database, prepared sql: String, arguments: Arguments = []
  ) throws -> Row? {
    try database.rows(sql, arguments).first
  }
}

extension ColumnValue {
  /// The values of the first column.
  static func fetchAll(
    _ database: any Database, prepared sql: String, arguments: Arguments = []
  ) throws -> [Self] {
    try database.rows(sql, arguments).compactMap { Self(content: $0.contents[0]) }
  }

  /// The value of the first column of the first row; `nil` if there is no row or the value is null.
  static func fetchOne(
    _ database: any Database, prepared sql: String, arguments: Arguments = []
  ) throws -> Self? {
    try database.rows(sql, arguments).first.flatMap { Self(content: $0.contents[0]) }
  }
}
