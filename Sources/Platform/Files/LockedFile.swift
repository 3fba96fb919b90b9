import LibC

/// A regular file that nobody else changes meanwhile, as long as all use this lock (flock(2)).
///
/// It may be replaced by renaming another file, which must be done under the lock: whoever has
/// waited for the lock of a file that was replaced takes the new one.
package struct LockedFile: ~Copyable {
  /// What tells a file from another one of the same path.
  package struct Identity: Equatable, Sendable {
    var device: UInt64
    var number: UInt64
  }

  let descriptor: Int32
  let path: String
  /// Which file it is.
  package let identity: Identity
  /// Its length in bytes.
  package private(set) var size: Int
  /// Whether it can only be read.
  package let isReadOnly: Bool

  /// Opens a file and locks it; what others may do with it is taken from them.
  ///
  /// - Parameters:
  ///   - mode: what it is made with, if it is not there.
  ///   - isReading: a file that cannot be written is opened nevertheless.
  ///   - patience: how long to wait for the lock, in milliseconds.
  package init(
    _ path: String, mode: UInt32, isReading: Bool = false, patience: Int = 500
  ) throws(FileError) {
    let opened = try Self.openLocked(path, mode, isReading, patience)
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

  /// The bytes from an offset on.
  package func read(from offset: Int = 0) throws(FileError) -> [UInt8] {
    try read(from: offset, count: max(size - offset, 0))
  }

  /// Appends all of the bytes, or none: what does not fit the disk is taken back.
  package mutating func append(_ bytes: [UInt8]) throws(FileError) {
    do throws(FileError) {
      try FileSystem.write(bytes, to: descriptor, named: path)
      size += bytes.count
    } catch {
      _ = ftruncate(descriptor, off_t(size))
      throw error
    }
  }

  /// Cuts it off.
  package mutating func truncate(to length: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw FileError(.write, path) }
    size = length
  }

  private static let pause = 2

  private typealias Opened = (descriptor: Int32, isReadOnly: Bool, status: stat)

  /// Opens and locks the file that is at the path once it is locked.
  private static func openLocked(
    _ path: String, _ mode: UInt32, _ isReading: Bool, _ patience: Int
  ) throws(FileError) -> Opened {
    while true {
      var opened = try open(path, mode, isReading)
      do throws(FileError) {
        _ = try status(of: opened.descriptor, path)
        try lock(opened.descriptor, path, patience)
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
    _ descriptor: Int32, _ path: String, _ patience: Int
  ) throws(FileError) {
    var remaining = patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw FileError(.write, path) }
      guard remaining > 0 else {
        throw FileError(.write, path, because: "another program keeps it locked")
      }
      remaining -= pause
      _ = poll(nil, 0, Int32(pause))
    }
  }

  private static func open(
    _ path: String, _ mode: UInt32, _ isReading: Bool
  ) throws(FileError) -> Opened {
    // A pipe must not be waited for.
    let flags = O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let descriptor = systemOpen(path, O_RDWR | O_CREAT | flags, mode_t(mode))
    if descriptor >= 0 { return (descriptor, false, stat()) }
    let failure = FileError(.write, path)
    guard isReading, [EACCES, EPERM, EROFS].contains(failure.number) else { throw failure }
    let reading = systemOpen(path, O_RDONLY | flags, 0)
    guard reading >= 0 else { throw failure }
    return (reading, true, stat())
  }

  private static func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    LibC.open(path, flags, mode)
  }

  static func status(of descriptor: Int32, _ path: String) throws(FileError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(.write, path, because: "it is not a file")
    }
    return status
  }

  static func identity(_ status: stat) -> Identity {
    Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
  }

  private static func identity(of path: String) -> Identity? {
    var status = stat()
    return stat(path, &status) == 0 ? identity(status) : nil
  }
}
