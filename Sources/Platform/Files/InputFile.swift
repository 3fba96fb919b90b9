import LibC

/// A file that is open for reading.
package final class InputFile {
  /// The open descriptor.
  package let descriptor: Int32

  /// Opens a file. A folder is an error.
  package init(_ path: String) throws(FileError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    if FileSystem.kind(of: path) == .folder { throw FileError(.read, path, number: EISDIR) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
