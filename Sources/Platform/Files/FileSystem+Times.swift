import LibC

extension FileSystem {
  /// When a file was changed last.
  package static func time(of path: String) throws(FileError) -> Timestamp {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError(.read, path) }
    #if !canImport(Darwin)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    return Timestamp(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Sets when a file was changed last; where that is not allowed, nothing happens.
  package static func setTime(of path: String, to time: Timestamp) {
    let seconds = time.milliseconds / 1000
    let rest = time.milliseconds % 1000
    let moment = timespec(tv_sec: time_t(seconds), tv_nsec: Int(rest) * 1_000_000)
    _ = [moment, moment].withUnsafeBufferPointer { times in
      utimensat(AT_FDCWD, path, times.baseAddress, AT_SYMLINK_NOFOLLOW)
    }
  }
}
