#if Server
  import GRDB

  // Queries whose statement is prepared once a connection and kept: preparing one takes longer than
  // running most of ours. The text must be one of few, so it never contains values.

  extension Row {
    static func fetchAll(
      _ database: Database, prepared sql: String, arguments: StatementArguments = []
    ) throws -> [Row] {
      try fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }

    static func fetchOne(
      _ database: Database, prepared sql: String, arguments: StatementArguments = []
    ) throws -> Row? {
      try fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }
  }

  extension FetchableRecord {
    static func fetchAll(
      _ database: Database, prepared sql: String, arguments: StatementArguments = []
    ) throws -> [Self] {
      try fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }

    static func fetchOne(
      _ database: Database, prepared sql: String, arguments: StatementArguments = []
    ) throws -> Self? {
      try fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }
  }

  extension DatabaseValueConvertible {
    static func fetchAll(
      _ database: Database, prepared sql: String, arguments: StatementArguments = []
    ) throws -> [Self] {
      try fetchAll(database.cachedStatement(sql: sql), arguments: arguments)
    }

    static func fetchOne(
      _ database: Database, prepared sql: String, arguments: StatementArguments = []
    ) throws -> Self? {
      try fetchOne(database.cachedStatement(sql: sql), arguments: arguments)
    }
  }

  extension Database {
    /// Runs a change.
    func execute(prepared sql: String, arguments: StatementArguments) throws {
      try cachedStatement(sql: sql).execute(arguments: arguments)
    }
  }
#endif
