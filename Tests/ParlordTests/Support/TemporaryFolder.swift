import Platform

/// A folder that is removed with this object.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws { path = try FileSystem.makeTemporaryFolder() }

  deinit { FileSystem.remove(path) }
}
