import LineSyntax
package import ParlorKit

/// Converts results of one schema version to the next.
///
/// A released step is never changed, so that lines of every version stay readable.
package struct ResultMigration: Sendable {
  /// A few words about the change.
  package var name: String
  /// The version that it converts, to the next one.
  package var version: Int
  package var apply: @Sendable (_ line: inout [Fields.Field]) throws(ResultError) -> Void

  package init(
    _ name: String, from version: Int,
    apply: @escaping @Sendable (_ line: inout [Fields.Field]) throws(ResultError) -> Void
  ) {
    self.name = name
    self.version = version
    self.apply = apply
  }
}

/// The schema of results and the conversions from earlier versions.
package struct ResultSchema: Sendable {
  package var version: Int
  /// The conversions, in the order of their versions.
  package var migrations: [ResultMigration]

  package init(version: Int, migrations: [ResultMigration]) {
    self.version = version
    self.migrations = migrations
  }

  /// The schema of this program. A new version adds a migration here, and a file of lines of the
  /// previous version to the tests.
  package static let current = ResultSchema(
    version: GameResult.schemaVersion, migrations: [])

  /// Reads a line and converts it to the current version.
  package func read(_ bytes: ArraySlice<UInt8>) throws(ResultError) -> Value {
    let value: Value
    do throws(JSONError) {
      value = try JSONReader.read(ByteOrderMark.removed(from: bytes))
    } catch {
      throw .notJSON(error.reason)
    }
    guard let found = value["schemaVersion"]?.integer, found > 0, var fields = value.fields?.all
    else {
      throw .missing("schemaVersion")
    }
    if found == version { return value }
    guard found < version else { throw .newer(version: found) }
    for step in migrations where step.version >= found { try step.apply(&fields) }
    return .object(Fields(fields))
  }
}
