import LibC

/// A regular file that is locked with flock(2): no other program that uses this type changes it
/// meanwhile.
///
/// A file may be replaced by renaming another one onto it, under the lock. A program that waited
/// for the lock of a file that was replaced opens the new file.
package struct LockedFile: ~Copyable {
  /// Distinguishes a file from another one at the same path.
  package struct Identity: Equatable, Sendable {
    var device: UInt64
    var number: UInt64
  }

  private let descriptor: Int32
  private let path: String
  /// The device and inode of the file.
  package let identity: Identity
  /// Its length in bytes.
  package private(set) var size: Int
  /// Whether it was opened for reading because it cannot be written.
  package let isReadOnly: Bool

  /// Opens a file and locks it. Permissions that exceed `mode` are removed.
  ///
  /// - Parameters:
  ///   - mode: the mode of the file if it is created.
  ///   - isReading: whether to open a file that cannot be written for reading.
  ///   - timeout: the maximum time to wait for the lock, in milliseconds.
  package init(
    _ path: String, mode: UInt32, isReading: Bool = false, timeout: Int = 500
  ) throws(FileError) {
    let opened = try Self.openLocked(path, mode, isReading, timeout)
    descriptor = opened.descriptor
    isReadOnly = opened.isReadOnly
    identity = Self.identity(opened.status)
    size = Int(opened.status.st_size)
    self.path = path
    if !isReadOnly && opened.status.st_mode & 0o777 & ~mode_t(mode) != 0 {
      _ = fchmod(descriptor, mode_t(mode))
    }
  }

  deinit { close(descriptor) }

  /// Releases the lock. The bytes that the file has now can still be read, provided that other
  /// programs only append to it or replace it.
  package borrowing func unlock() { _ = flock(descriptor, LOCK_UN) }
}

// MARK: - Reading and writing

extension LockedFile {
  /// The bytes from an offset on, unless they are too many.
  package func read(from offset: Int = 0) throws(FileError) -> [UInt8] {
    guard size - offset <= FileSystem.maxFileSize else {
      throw FileError(exceeding: FileSystem.maxFileSize, path)
    }
    return try read(from: offset, count: max(size - offset, 0))
  }

  /// At most `limit` bytes from an offset on; fewer at the end of the file.
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

  /// The length of the file without an incomplete line at its end.
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

  /// The last complete line, with its line break; empty if there is none.
  package borrowing func lastLine() throws(FileError) -> [UInt8] {
    let end = try endOfLastLine()
    // The line break at its end is not that of the line before.
    var start = max(0, end - 1)
    var size = 1 << 12
    while start > 0 {
      let count = min(start, size)
      let block = try read(from: start - count, count: count)
      if let before = block.lastIndex(of: UInt8(ascii: "\n")) {
        start += before + 1 - count
        break
      }
      start -= count
      size = 1 << 16
    }
    return try read(from: start, count: end - start)
  }

  /// Appends all of the bytes, or none if they do not fit on the disk.
  package mutating func append(_ bytes: [UInt8]) throws(FileError) {
    do throws(FileError) {
      try FileSystem.write(bytes, to: descriptor, named: path)
      size += bytes.count
    } catch {
      _ = ftruncate(descriptor, off_t(size))
      throw error
    }
  }

  /// Shortens the file.
  package mutating func truncate(to length: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw FileError(.write, path) }
    size = length
  }

  /// Waits until everything written is on the disk.
  package borrowing func flush() throws(FileError) {
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileError(.write, path) }
  }
}

// MARK: - Replacing

extension LockedFile {
  /// Replaces the file, at the end of symbolic links, with a new one and returns its identity.
  /// Programs that wait for the lock open the new file.
  package borrowing func replace(
    by bytes: [UInt8], mode: UInt32
  ) throws(FileError) -> Identity {
    let status = try FileSystem.place(
      bytes, at: path, mode, syncs: true, replaces: true, isLocked: true)
    guard let status else { throw FileError(.write, path) }
    return Self.identity(status)
  }

  /// Renames the file, following symbolic links, replacing a file with the new name. Programs that
  /// wait for the lock create a new file.
  package borrowing func move(to other: String) throws(FileError) {
    guard rename(FileSystem.resolveLinks(path), other) == 0 else {
      throw FileError(.write, other)
    }
    FileSystem.syncFolder(FileSystem.parent(of: other))
  }
}

// MARK: - Opening

extension LockedFile {
  private static let pause = 2

  private typealias Opened = (descriptor: Int32, isReadOnly: Bool, status: stat)

  /// Opens and locks the file that is at the path once the lock is held.
  private static func openLocked(
    _ path: String, _ mode: UInt32, _ isReading: Bool, _ timeout: Int
  ) throws(FileError) -> Opened {
    while true {
      var opened = try open(path, mode, isReading)
      do throws(FileError) {
        _ = try status(of: opened.descriptor, path)
        try lock(opened.descriptor, path, timeout)
        opened.status = try status(of: opened.descriptor, path)
      } catch {
        close(opened.descriptor)
        throw error
      }
      if identity(of: path) == identity(opened.status) { return opened }
      close(opened.descriptor)
    }
  }

  private static func lock(
    _ descriptor: Int32, _ path: String, _ timeout: Int
  ) throws(FileError) {
    var remaining = timeout
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw FileError(.write, path) }
      guard remaining > 0 else {
        throw FileError(.write, path, because: FileError.locked)
      }
      remaining -= pause
      _ = poll(nil, 0, Int32(pause))
    }
  }

  private static func open(
    _ path: String, _ mode: UInt32, _ isReading: Bool
  ) throws(FileError) -> Opened {
    // Without O_NONBLOCK, opening a pipe could block.
    let flags = O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = LibC.open(path, O_RDWR | O_CREAT | flags, mode_t(mode))
    if descriptor >= 0 { return (descriptor, false, stat()) }
    let failure = FileError(.write, path)
    guard isReading, [EACCES, EPERM, EROFS].contains(failure.number) else { throw failure }
    let reading = LibC.open(path, O_RDONLY | flags, 0)
    guard reading >= 0 else { throw failure }
    return (reading, true, stat())
  }

  private static func status(of descriptor: Int32, _ path: String) throws(FileError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(.write, path, because: "it is not a regular file")
    }
    return status
  }

  static func identity(_ status: stat) -> Identity {
    Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
  }

  static func identity(of path: String) -> Identity? {
    var status = stat()
    return stat(path, &status) == 0 ? identity(status) : nil
  }
}
