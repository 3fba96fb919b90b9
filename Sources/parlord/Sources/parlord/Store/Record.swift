/// A type whose values are rows of a table.
protocol Record: Sendable {
  static var table: String { get }
  /// The columns of the primary key.
  static var key: [String] { get }
  /// The columns in the order of the table.
  static var columns: [Column<Self>] { get }
  /// A value of which every column is set next.
  init()
}

/// A record whose number the database assigns.
protocol NumberedRecord: Record {
  /// `nil` until the record is stored.
  var id: Int64? { get set }
}

extension NumberedRecord {
  static var key: [String] { ["id"] }

  /// The number of a stored record.
  var number: Int { Int(id ?? 0) }
}

/// A column of a record, and the property that it holds.
struct Column<Owner>: Sendable {
  let name: String
  fileprivate let content: @Sendable (Owner) -> ColumnContent
  fileprivate let set: @Sendable (inout Owner, Row, _ place: Int) -> Void

  init<Value: ColumnValue>(
    _ name: String, _ path: any WritableKeyPath<Owner, Value> & Sendable
  ) {
    self.name = name
    content = { $0[keyPath: path].content }
    set = { $0[keyPath: path] = $1.value(name, guess: $2) }
  }
}

extension Record {
  init(row: Row) {
    self.init()
    for (place, column) in Self.columns.enumerated() { column.set(&self, row, place) }
  }

  static func fetchAll(
    _ database: any Database, prepared sql: String, arguments: Arguments = []
  ) throws -> [Self] {
    try database.rows(sql, arguments).map(Self.init(row:))
  }

  static func fetchOne(
    _ database: any Database, prepared sql: String, arguments: Arguments = []
  ) throws -> Self? {
    try database.rows(sql, arguments).first.map(Self.init(row:))
  }

  /// Adds the record as a row.
  func insert(_ database: any Database) throws {
    try database.execute(
      prepared: Self.insertion(of: Self.columns), arguments: .ordered(contents))
  }

  /// Adds the record, or replaces the row with the same key.
  func save(_ database: any Database) throws {
    let changes = Self.columns.filter { !Self.key.contains($0.name) }
      .map { "\($0.name) = excluded.\($0.name)" }
    try database.execute(
      prepared: """
        \(Self.insertion(of: Self.columns)) ON CONFLICT (\(Self.key.joined(separator: ", ")))
        DO UPDATE SET \(changes.joined(separator: ", "))
        """, arguments: .ordered(contents))
  }

  /// Changes the row with the same key.
  ///
  /// - Parameter names: the columns to change; `nil` for all.
  func update(_ database: any Database, columns names: [String]? = nil) throws {
    let columns = Self.columns.filter {
      !Self.key.contains($0.name) && names?.contains($0.name) ?? true
    }
    let changes = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
    try database.execute(
      prepared: "UPDATE \(Self.table) SET \(changes) WHERE \(Self.condition)",
      arguments: .ordered(columns.map { $0.content(self) } + keyContents))
  }

  func delete(_ database: any Database) throws {
    try database.execute(
      prepared: "DELETE FROM \(Self.table) WHERE \(Self.condition)",
      arguments: .ordered(keyContents))
  }

  fileprivate static func insertion(of columns: [Column<Self>]) -> String {
    let names = columns.map(\.name).joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(names)) VALUES (\(places))"
  }

  private static var condition: String {
    key.map { "\($0) = ?" }.joined(separator: " AND ")
  }

  private var contents: [ColumnContent] { Self.columns.map { $0.content(self) } }

  private var keyContents: [ColumnContent] {
    Self.key.compactMap { name in
      Self.columns.first { $0.name == name }?.content(self)
    }
  }
}

extension NumberedRecord {
  /// Adds the record as a row, and takes its number from the database.
  mutating func insert(_ database: any Database) throws {
    let columns = Self.columns.filter { $0.name != "id" }
    id = try Int64.fetchOne(
      database, prepared: Self.insertion(of: columns) + " RETURNING id",
      arguments: .ordered(columns.map { $0.content(self) }))
  }
}
