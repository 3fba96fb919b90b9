package import Platform

/// A step that turns results of one schema version into those of the next.
///
/// Steps are never changed once they were released: lines of every version stay readable for ever.
package struct ResultMigration: Sendable {
  /// What changes, in a few words.
  package var name: String
  /// The version that it begins with; it ends with the next.
  package var version: Int
  /// Makes the change.
  package var apply: @Sendable (_ line: inout [JSONMember]) throws(ResultError) -> Void

  /// A step.
  package init(
    _ name: String, from version: Int,
    apply: @escaping @Sendable (_ line: inout [JSONMember]) throws(ResultError) -> Void
  ) {
    self.name = name
    self.version = version
    self.apply = apply
  }
}

/// The schema of results: its version, and how lines of earlier versions are read.
package struct ResultSchema: Sendable {
  /// The version that is written.
  package var version: Int
  /// The steps from earlier versions, in order.
  package var migrations: [ResultMigration]

  /// A schema.
  package init(version: Int, migrations: [ResultMigration]) {
    self.version = version
    self.migrations = migrations
  }

  /// The schema of this program. Version 1 is the first; a later one adds a step here and a file
  /// of lines of the earlier version to the tests.
  package static let current = ResultSchema(
    version: GameResult.schemaVersion, migrations: [])

  /// The members of a line, as the version that is written has them.
  package func read(_ bytes: ArraySlice<UInt8>) throws(ResultError) -> JSONValue {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.read(ByteOrderMark.removed(from: bytes))
    } catch {
      throw .notJSON(error.reason)
    }
    guard let found = value["schemaVersion"]?.integer, found > 0, var members = value.members else {
      throw .missing("schemaVersion")
    }
    if found == version { return value }
    guard found < version else { throw .newer(version: found) }
    for step in migrations where step.version >= found { try step.apply(&members) }
    return .object(members)
  }
}
