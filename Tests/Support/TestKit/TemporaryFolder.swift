import LibC
import Platform

/// A folder for the files of one test, removed with this object.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws { path = try FileSystem.makeTemporaryFolder() }

  deinit { FileSystem.removeTree(path) }

  /// The path of a name in it.
  package subscript(name: String) -> String { "\(path)/\(name)" }

  /// The names in it, sorted.
  package var names: [String] { get throws { try FileSystem.entries(of: path) } }

  /// Writes a file, and the folders that its name leads through; returns its path.
  @discardableResult
  package func add(
    _ name: String, _ bytes: some Sequence<UInt8>, mode: UInt32 = 0o644
  ) throws -> String {
    if let slash = name.lastIndex(of: "/") {
      try FileSystem.makeFolders(self[String(name[..<slash])], mode: 0o755)
    }
    try FileSystem.write(Array(bytes), to: self[name], mode: mode)
    return self[name]
  }

  @discardableResult
  package func add(_ name: String, _ text: String, mode: UInt32 = 0o644) throws -> String {
    try add(name, text.utf8, mode: mode)
  }

  /// Writes a file of lines, each with its end.
  @discardableResult
  package func add(_ name: String, lines: [String]) throws -> String {
    try add(name, lines.map { $0 + "\n" }.joined())
  }

  package func bytes(_ name: String) throws -> [UInt8] { try FileSystem.read(self[name]) }

  /// A file as text, with U+FFFD for what is not UTF-8.
  package func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// The lines of a file that ends with a line break.
  package func lines(_ name: String) throws -> [String] {
    try text(name).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  /// Who may read, write and execute a file; 0 if there is none.
  package func mode(_ name: String) -> UInt32 {
    var status = stat()
    return stat(self[name], &status) == 0 ? UInt32(status.st_mode) & 0o777 : 0
  }
}

/// A file with a text, removed with this object.
package final class TemporaryFile: Sendable {
  package let path: String
  private let folder: TemporaryFolder

  package init(_ text: String) throws {
    folder = try TemporaryFolder()
    path = try folder.add("file", text)
  }
}
