import LibC

extension LockedFile {
  /// Puts a new file with these bytes in its place, a symbolic link followed, and returns which
  /// file that is. Whoever waits for the lock gets the new one.
  package borrowing func replace(
    by bytes: [UInt8], mode: UInt32
  ) throws(FileError) -> Identity {
    let target = resolvedPath
    let temporary = "\(target).\(getpid()).tmp"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let descriptor = open(temporary, flags, mode_t(mode))
    guard descriptor >= 0 else { throw FileError(.write, path) }
    // Locked from before it is in place until its identity is known.
    defer { close(descriptor) }
    do throws(FileError) {
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw FileError(.write, path) }
      try FileSystem.write(bytes, to: descriptor, named: path)
      let status = try Self.status(of: descriptor, path)
      guard fsync(descriptor) == 0 || errno == EINVAL, rename(temporary, target) == 0 else {
        throw FileError(.write, path)
      }
      return Self.identity(status)
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Where its path leads.
  var resolvedPath: String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }
}
