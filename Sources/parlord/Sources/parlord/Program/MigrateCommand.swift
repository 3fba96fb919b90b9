import ArgumentParser
import LibC

/// `parlord migrate --from … --to …`: copies a database.
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Copy everything into a new database, such as from SQLite to PostgreSQL.",
    discussion: """
      Either may be SQLite or PostgreSQL. Stop the servers of both first; a SQLite file that is being \
      served is refused. The new one must be empty; it gets everything in one transaction, or nothing. The old one stays as it is, except that the \
      tables of an older version are updated.

      Example: `parlord migrate --from parlord.sqlite --to postgres://parlord@db.example/parlor`
      """)

  /// The number of rows that are read and written at once.
  private static let batch = 200

  @Option(help: ArgumentHelp("The database to read.", valueName: "database"))
  var from: String

  @Option(help: ArgumentHelp("The new database.", valueName: "database"))
  var to: String

  func run() async throws {
    umask(0o077)
    _ = try DatabaseLock(from, isExclusive: true)
    _ = try DatabaseLock(to, isExclusive: true)
    let count = try await Self.copy(from: from, to: to)
    Parlord.write("copied \(count) rows of \(Schema.tables.count) tables", to: 1)
  }

  /// Copies a database and returns the number of rows.
  static func copy(from: String, to: String) async throws -> Int {
    let source = try DatabaseOption.open(from, isNew: false, connections: 1)
    let target = try DatabaseOption.open(to, isNew: true, connections: 1)
    let isNumbered = target is PostgresStore
    let count = try await target.write { database in
      for table in Schema.tables where table.name != "achievements" {
        let row = try Row.fetchOne(database, prepared: "SELECT 1 FROM \(table.name) LIMIT 1")
        guard row == nil else {
          throw ProgramError(status: 1, message: "\(to) is not empty: \(table.name) has rows")
        }
      }
      // They come with the others.
      try database.execute(prepared: "DELETE FROM achievements", arguments: [])
      var count = 0
      for table in Schema.tables { count += try copy(table, from: source, to: database) }
      for name in isNumbered ? Schema.numberedTables : [] {
        _ = try database.rows(
          "SELECT setval(pg_get_serial_sequence('\(name)', 'id'), max(id)) FROM \(name)", [])
      }
      return count
    }
    try await source.close()
    try await target.close()
    return count
  }

  /// Copies the rows of a table in the order of its key, and returns their number.
  private static func copy(
    _ table: (name: String, key: [String]), from source: any Store, to database: any Database
  ) throws -> Int {
    let key = table.key.joined(separator: ", ")
    let places = table.key.map { _ in "?" }.joined(separator: ", ")
    var (count, last) = (0, [ColumnContent]())
    while true {
      let condition = last.isEmpty ? "" : "WHERE (\(key)) > (\(places))"
      let rows = try source.readNow { [last] source in
        try source.rows(
          "SELECT * FROM \(table.name) \(condition) ORDER BY \(key) LIMIT \(batch)",
          .ordered(last))
      }
      guard let first = rows.first, let end = rows.last else { return count }
      let row = "(\(first.columns.map { _ in "?" }.joined(separator: ", ")))"
      try database.execute(
        prepared: """
          INSERT INTO \(table.name) (\(first.columns.joined(separator: ", ")))
          VALUES \(rows.map { _ in row }.joined(separator: ", "))
          """, arguments: .ordered(rows.flatMap(\.contents)))
      count += rows.count
      last = table.key.map { end.content(of: $0) }
    }
  }
}
