import Platform

/// A folder for the files of one test, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws { path = try FileSystem.makeTemporaryFolder() }

  deinit { FileSystem.remove(path) }

  func write(_ name: String, _ text: String) throws {
    try FileSystem.write(Array(text.utf8), to: "\(path)/\(name)")
  }

  func read(_ name: String) throws -> String {
    String(decoding: try FileSystem.read("\(path)/\(name)"), as: UTF8.self)
  }

  var names: [String] { (try? FileSystem.entries(of: path)) ?? [] }
}
