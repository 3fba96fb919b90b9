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

/// A file that is open for appending.
package final class AppendFile {
  private let descriptor: Int32
  private let path: String

  /// Creates a file. It is an error if it exists.
  package init(creating path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError(.create, path) }
  }

  /// Opens a file that is there.
  package init(appendingTo path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(.write, path) }
  }

  deinit { close(descriptor) }

  /// Appends all of the bytes to a regular file, or none if they do not fit on the disk. It is an error if
  /// the file has been removed, or another one has its name.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      LockedFile.identity(of: path) != LockedFile.identity(status)
    {
      throw FileError(.write, path, because: "it was removed or replaced meanwhile")
    }
    let size = lseek(descriptor, 0, SEEK_END)
    do throws(FileError) {
      try FileSystem.write(bytes, to: descriptor, named: path)
    } catch {
      if size >= 0 { _ = ftruncate(descriptor, size) }
      throw error
    }
  }
}

/// A file of one size, which gets new bytes from its beginning on again and again.
package final class FixedFile: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Creates a file, and reserves its place on the disk, so that it can be written later. It is an error if it exists.
  package init(creating path: String, size: Int) throws(FileError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(.create, path) }
    do throws(FileError) {
      // Zeros take the place on every kind of disk.
      let zeros = [UInt8](repeating: 0, count: min(size, 1 << 20))
      var rest = size
      while rest > 0 {
        try FileSystem.write(Array(zeros.prefix(rest)), to: descriptor, named: path)
        rest -= zeros.count
      }
    } catch {
      unlink(path)
      throw error
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Puts bytes in the place of the first ones.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileError(.write, path) }
    try FileSystem.write(bytes, to: descriptor, named: path)
  }
}
