@testable import TestKit
@testable import parlord

/// The kinds of databases.
enum StoreKind: Sendable, CaseIterable {
  case sqlite, postgres

  /// Those that this machine has.
  static var available: [StoreKind] { TestPostgres.shared == nil ? [.sqlite] : allCases }
}

/// A database of one test, which does not exist yet.
struct TestDatabase: Sendable {
  /// The value of `--database`.
  let address: String
  private let folder: TemporaryFolder?

  init(_ kind: StoreKind) throws {
    switch (kind, TestPostgres.shared) {
    case (.postgres, let postgres?):
      (folder, address) = (nil, try postgres.makeAddress())
    default:
      let folder = try TemporaryFolder()
      (self.folder, address) = (folder, folder["test.sqlite"])
    }
  }

  func open(isNew: Bool = true) throws -> any Store {
    try DatabaseOption.open(address, isNew: isNew, connections: 4)
  }

  /// Changes something, as another program does, on the calling thread.
  func changeNow(_ sql: String) throws {
    if folder == nil {
      try PostgresConnection(address).command(sql)
    } else {
      try SQLiteConnection(address).command(sql)
    }
  }

  /// Creates it as a later version would.
  func makeNewer() async throws {
    try await open().close()
    try changeNow(
      folder == nil
        ? "INSERT INTO migrations VALUES (9999, 'of later')"
        : "INSERT INTO grdb_migrations VALUES ('9999 of later')")
  }
}
