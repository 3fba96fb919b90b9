import LibC

extension LockedFile {
  /// Gives the lock back. What was in the file until now can still be read, as long as others only
  /// append to it or replace it.
  package borrowing func unlock() { _ = flock(descriptor, LOCK_UN) }

  /// Waits until all that was written is on the disk.
  package borrowing func flush() throws(FileError) {
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileError(.write, path) }
  }

  /// At most so many bytes from an offset on; fewer at the end of the file.
  package borrowing func read(from offset: Int, count limit: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let more = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor, buffer.baseAddress.map { $0 + count }, limit - count,
          off_t(offset + count))
      }
      if more == 0 { break }
      if more > 0 { count += more } else if errno != EINTR { throw FileError(.read, path) }
    }
    bytes.removeLast(limit - count)
    return bytes
  }

  /// The length of the file without the beginning of a line at its end that was never finished.
  package borrowing func endOfLastLine() throws(FileError) -> Int {
    let block = 1 << 16
    var end = size
    while end > 0 {
      let start = max(0, end - block)
      let bytes = try read(from: start, count: end - start)
      if let index = bytes.lastIndex(of: UInt8(ascii: "\n")) { return start + index + 1 }
      end = start
    }
    return 0
  }

  /// Gives the file another name, over a file that may have it, a symbolic link followed. Whoever
  /// waits for the lock makes a new file.
  package borrowing func move(to other: String) throws(FileError) {
    guard rename(resolvedPath, other) == 0 else { throw FileError(.write, other) }
  }
}
