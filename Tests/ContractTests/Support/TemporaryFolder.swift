import Platform

/// A folder for the files of one test, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws { path = try FileSystem.makeTemporaryFolder() }

  deinit { FileSystem.remove(path) }

  func read(_ name: String) throws -> String {
    String(decoding: try FileSystem.read("\(path)/\(name)"), as: UTF8.self)
  }
}
