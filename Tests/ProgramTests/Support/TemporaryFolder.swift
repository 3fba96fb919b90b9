import Platform

/// A folder of one test's own, removed with it.
final class TemporaryFolder {
  /// Where it is.
  let path: String

  init() throws { path = try FileSystem.makeTemporaryFolder() }

  deinit { FileSystem.remove(path) }

  /// The path of a name in it.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Puts a file into it and returns the path.
  @discardableResult
  func add(_ name: String, _ text: some Sequence<UInt8>) throws -> String {
    try FileSystem.write(Array(text), to: self(name))
    return self(name)
  }

  /// Puts a file into it and returns the path.
  @discardableResult
  func add(_ name: String, _ text: String) throws -> String { try add(name, text.utf8) }

  /// The text of a file in it.
  func text(_ name: String) throws -> String {
    String(decoding: try FileSystem.read(self(name)), as: UTF8.self)
  }

  /// The names in it.
  var names: [String] { get throws { try FileSystem.entries(of: path) } }
}
