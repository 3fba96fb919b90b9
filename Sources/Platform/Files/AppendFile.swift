import LibC

/// A file that only grows.
package final class AppendFile {
  private let descriptor: Int32
  private let path: String

  /// Makes a file; one that exists already is left alone, and an error.
  package init(creating path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(.create, path) }
  }

  deinit { close(descriptor) }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    try FileSystem.write(bytes, to: descriptor, named: path)
  }
}
