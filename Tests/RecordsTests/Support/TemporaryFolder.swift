import Platform

/// A folder for the files of one test, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws { path = try FileSystem.makeTemporaryFolder() }

  deinit { FileSystem.remove(path) }

  subscript(name: String) -> String { "\(path)/\(name)" }

  var names: [String] { (try? FileSystem.entries(of: path)) ?? [] }
}
