import LibC

extension FileSystem {
  /// Appends all of the bytes to a file, or none: what does not fit the disk is taken back. The
  /// file is made, with mode 0600, if it is not there.
  ///
  /// - Parameter syncs: whether to wait until the disk has them, and the name of a new file.
  package static func append(
    _ bytes: [UInt8], to path: String, syncs: Bool
  ) throws(FileError) {
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    var descriptor = open(path, flags)
    let isNew = descriptor < 0 && errno == ENOENT
    if isNew { descriptor = open(path, flags | O_CREAT | O_EXCL, 0o600) }
    guard descriptor >= 0 else { throw FileError(.write, path) }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    do throws(FileError) {
      try write(bytes, to: descriptor, named: path)
      guard !syncs || fsync(descriptor) == 0 || errno == EINVAL else {
        throw FileError(.write, path)
      }
    } catch {
      if isNew { unlink(path) } else { _ = ftruncate(descriptor, size) }
      throw error
    }
    if isNew && syncs, let end = path.lastIndex(of: "/") { sync(folder: String(path[..<end])) }
  }

  /// Cuts a file off.
  package static func truncate(_ path: String, to length: Int) throws(FileError) {
    let result = LibC.truncate(path, off_t(length))
    guard result == 0 else { throw FileError(.write, path) }
  }

  /// Gives a file another path; what is there already is replaced.
  package static func move(_ old: String, to new: String) throws(FileError) {
    let result = LibC.rename(old, new)
    guard result == 0 else { throw FileError(.write, new) }
  }

  /// Waits until the disk has the names in a folder.
  private static func sync(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
