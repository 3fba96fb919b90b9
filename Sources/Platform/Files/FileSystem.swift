import LibC

/// Files: reading, writing, renaming, times. `Folders.swift` and `Paths.swift` have the rest.
package enum FileSystem {
  package enum Kind: Sendable {
    case file, folder, other, missing
  }

  /// The kind of file at a path, following symbolic links.
  package static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    default: return .other
    }
  }

  /// The length in bytes of a regular file at a path, which is no link; nil if there is none.
  package static func length(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Whether nothing is at a path, rather than something that the program may not see.
  package static func isMissing(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Whether users other than the owner of a file can read it.
  package static func isReadableByOthers(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & (S_IRGRP | S_IROTH) != 0
  }

  /// Whether the mode of a file forbids everyone to write to it. Its folder may still allow
  /// replacing it, and an administrator may do anything.
  package static func isReadOnly(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH) == 0
  }

  /// Whether a file can be started as a program.
  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The value of a variable of the environment.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

// MARK: - Reading

extension FileSystem {
  /// The maximum number of bytes read from a file, unless another limit is given.
  package static let maxFileSize = 1 << 30

  /// The bytes of a regular file. Fails at once for anything else, such as a pipe or a device,
  /// which may never end, and for a file of more than `limit` bytes.
  package static func read(
    _ path: String, limit: Int = maxFileSize
  ) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw FileError(.read, path, number: EISDIR)
    default: throw FileError(.read, path, because: "it is not a regular file")
    }
    return try read(descriptor, named: path, expecting: Int(status.st_size), limit: limit)
  }

  /// The bytes of a descriptor up to its end, which must come within `limit` bytes.
  ///
  /// - Parameter size: the expected number of bytes.
  package static func read(
    _ descriptor: Int32, named path: String, expecting size: Int = 0, limit: Int = maxFileSize
  ) throws(FileError) -> [UInt8] {
    let tooLarge = FileError(exceeding: limit, path)
    guard size <= limit else { throw tooLarge }
    var isWhole = false
    var failed = false
    // Reading a file of known length takes two calls and no copy.
    let room = max(0, size) + 1
    var bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      while count < room && !isWhole && !failed {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let more = Self.read(descriptor, into: rest)
        failed = more < 0
        isWhole = more == 0
        count += max(0, more)
      }
    }
    if failed { throw FileError(.read, path) }
    guard bytes.count <= limit else { throw tooLarge }
    if isWhole { return bytes }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = block.withUnsafeMutableBytes { Self.read(descriptor, into: $0) }
      guard count >= 0 else { throw FileError(.read, path) }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw tooLarge }
      bytes.append(contentsOf: block[..<count])
    }
  }

  /// Waits for input, or for the end of the input.
  ///
  /// - Parameter milliseconds: the timeout.
  /// - Returns: whether a read would not block.
  package static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  /// `read(2)`, repeated after signals; -1 with `errno` set if it fails.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = LibC.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// The first bytes of a file, at most `count`; none of what opens but cannot be read, as a folder.
  package static func beginning(of path: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = max(0, read(descriptor, into: UnsafeMutableRawBufferPointer(buffer)))
    }
  }

  /// The next byte of a descriptor; `nil` at its end or if reading fails.
  package static func readByte(from descriptor: Int32) -> UInt8? {
    var byte: UInt8 = 0
    return withUnsafeMutableBytes(of: &byte) { read(descriptor, into: $0) } == 1 ? byte : nil
  }
}

// MARK: - Writing

extension FileSystem {
  /// Writes a file atomically: a reader sees the old bytes or the new ones, never a part.
  ///
  /// The bytes go to a file without a name, which is flushed to the disk and then takes the name;
  /// where the system has none, to a temporary file beside it. Symbolic links are followed, and an
  /// existing file keeps its mode. A device or a pipe, which cannot be replaced, is written to
  /// directly; a pipe that no program reads is refused.
  ///
  /// - Parameters:
  ///   - mode: the mode of a new file.
  ///   - syncs: whether to wait until the bytes and the name are on the disk.
  ///   - replaces: whether to replace an existing file; if not, writing fails even if another program
  ///     has just created it.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o644, syncs: Bool = true,
    replaces: Bool = true
  ) throws(FileError) {
    _ = try place(bytes, at: path, mode, syncs: syncs, replaces: replaces, isLocked: false)
  }

  /// Writes a file as above.
  ///
  /// - Parameter isLocked: whether the new file is locked from before it has its name until its identity is known.
  /// - Returns: the status of the new file; `nil` if the bytes went to a device or a pipe.
  static func place(
    _ bytes: [UInt8], at path: String, _ mode: UInt32, syncs: Bool, replaces: Bool, isLocked: Bool
  ) throws(FileError) -> stat? {
    let target = resolveLinks(path)
    if kind(of: target) == .folder { throw FileError(.write, path, number: EISDIR) }
    if isSymbolicLink(target) { throw FileError(.write, path, number: ELOOP) }
    var status = stat()
    let exists = stat(target, &status) == 0
    if exists && status.st_mode & S_IFMT != S_IFREG {
      try pour(bytes, into: target, named: path)
      return nil
    }
    // The random name prevents others from creating the file, or a link in its place, beforehand.
    let temporary = "\(target).\(getpid()).\(UInt32.random(in: 0...UInt32.max)).tmp"
    let unnamed = openUnnamed(in: parent(of: target), mode)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unnamed ?? open(temporary, flags, mode_t(mode))
    guard descriptor >= 0 else { throw FileError(.write, path) }
    defer { close(descriptor) }
    // The name that the file has before it takes its own.
    var first = unnamed == nil ? temporary : nil
    do throws(FileError) {
      if exists { _ = fchmod(descriptor, status.st_mode & 0o7777) }
      guard !isLocked || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw FileError(.write, path)
      }
      try write(bytes, to: descriptor, named: path)
      guard fstat(descriptor, &status) == 0,
        !syncs || fsync(descriptor) == 0 || errno == EINVAL
      else {
        throw FileError(.write, path)
      }
      if unnamed != nil, replaces {
        guard link(descriptor, to: temporary) else { throw FileError(.write, path) }
        first = temporary
      }
      // link(2) fails if the name exists.
      let isPlaced =
        if let first { (replaces ? rename(first, target) : LibC.link(first, target)) == 0 } else {
          link(descriptor, to: target)
        }
      guard isPlaced else { throw FileError(.write, path) }
    } catch {
      if let first { unlink(first) }
      throw error
    }
    // The second name must not stay, so a failed removal is tried again.
    if !replaces, let first, unlink(first) != 0 { unlink(first) }
    if syncs { syncFolder(parent(of: target)) }
    return status
  }

  /// A new file without a name, which is gone if the program ends before it gets one; nil where the
  /// system or the disk has no such files.
  private static func openUnnamed(in folder: String, _ mode: UInt32) -> Int32? {
    #if os(Linux)
      // O_TMPFILE, a macro that Swift does not read.
      let flags = 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC
      let descriptor = open(folder, flags, mode_t(mode))
      guard descriptor >= 0 else { return nil }
      if access(place(of: descriptor), F_OK) == 0 { return descriptor }
      close(descriptor)
    #endif
    return nil
  }

  /// Gives a file without a name one that no other file has.
  ///
  /// - Returns: false with `errno` set if it fails.
  private static func link(_ descriptor: Int32, to path: String) -> Bool {
    linkat(AT_FDCWD, place(of: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
  }

  /// Where Linux shows an open file, if `/proc` is there.
  private static func place(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  private static func pour(
    _ bytes: [UInt8], into target: String, named path: String
  ) throws(FileError) {
    // Without O_NONBLOCK, opening a pipe without a reader would block for ever.
    let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw errno == ENXIO
        ? FileError(.write, path, because: "it is not a regular file, and no program reads it")
        : FileError(.write, path)
    }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, named: path)
  }

  /// Writes all of the bytes to a descriptor.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, named name: String
  ) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        return LibC.write(descriptor, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, -1)
      } else if errno != EINTR {
        throw FileError(.write, name)
      }
    }
  }

  /// Appends all of the bytes to a regular file, or none if they do not fit on the disk. A missing
  /// file is created with mode 0600.
  ///
  /// - Parameters:
  ///   - length: the length that the file must have, if it is there.
  ///   - syncs: whether to wait until the bytes, and the name of a new file, are on the disk.
  /// - Returns: the length of the file.
  @discardableResult package static func append(
    _ bytes: [UInt8], to path: String, ofLength length: Int? = nil, syncs: Bool
  ) throws(FileError) -> Int {
    // Without O_NONBLOCK, opening a pipe without a reader would block for ever.
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    var descriptor = open(path, flags)
    let isNew = descriptor < 0 && errno == ENOENT
    if isNew { descriptor = open(path, flags | O_CREAT | O_EXCL, 0o600) }
    guard descriptor >= 0 else { throw FileError(.write, path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.write, path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(.write, path, because: "it is not a regular file")
    }
    let size = status.st_size
    guard isNew || Int(size) == length ?? Int(size) else {
      throw FileError(.write, path, because: "its length is not as it was left")
    }
    do throws(FileError) {
      try write(bytes, to: descriptor, named: path)
      guard !syncs || fsync(descriptor) == 0 || errno == EINVAL else {
        throw FileError(.write, path)
      }
    } catch {
      if isNew { unlink(path) } else { _ = ftruncate(descriptor, size) }
      throw error
    }
    if isNew && syncs { syncFolder(parent(of: path)) }
    return Int(size) + bytes.count
  }

  /// Waits until the names in a folder are on the disk.
  package static func syncFolder(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Shortens a file.
  package static func truncate(_ path: String, to length: Int) throws(FileError) {
    guard LibC.truncate(path, off_t(length)) == 0 else { throw FileError(.write, path) }
  }

  /// Renames a file and replaces a file that has the new name; waits until that is on the disk.
  package static func move(_ old: String, to new: String) throws(FileError) {
    guard LibC.rename(old, new) == 0 else { throw FileError(.write, new) }
    syncFolder(parent(of: new))
    if parent(of: old) != parent(of: new) { syncFolder(parent(of: old)) }
  }

  /// Removes a file; of a symbolic link, the link. A folder stays.
  ///
  /// - Returns: whether there is no such file any more; otherwise `errno` says why.
  @discardableResult
  package static func remove(_ path: String) -> Bool { unlink(path) == 0 || errno == ENOENT }

  /// Removes a folder with everything in it, or a file. Symbolic links are removed, not followed.
  package static func removeTree(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      remove(path)
      return
    }
    for name in (try? entries(of: path)) ?? [] { removeTree("\(path)/\(name)") }
    rmdir(path)
  }
}

// MARK: - Times

extension FileSystem {
  /// When a file was last modified.
  package static func time(of path: String) throws(FileError) -> Timestamp {
    let time = try modified(path)
    return Timestamp(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Whether the time of a file is one of whole milliseconds, but not of whole seconds: one that
  /// ``setTime(of:to:)`` has set. A file that is copied or written otherwise has the nanoseconds of the system's
  /// clock, or whole seconds.
  package static func hasMilliseconds(_ path: String) throws(FileError) -> Bool {
    let rest = try modified(path).tv_nsec
    return rest > 0 && rest % 1_000_000 == 0
  }

  private static func modified(_ path: String) throws(FileError) -> timespec {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError(.read, path) }
    #if canImport(Darwin)
      return status.st_mtimespec
    #else
      return status.st_mtim
    #endif
  }

  /// Sets the times of a file, if that is allowed.
  package static func setTime(of path: String, to time: Timestamp) {
    let seconds = time.milliseconds / 1000
    let rest = time.milliseconds % 1000
    let moment = timespec(tv_sec: time_t(seconds), tv_nsec: Int(rest) * 1_000_000)
    _ = [moment, moment].withUnsafeBufferPointer { times in
      utimensat(AT_FDCWD, path, times.baseAddress, AT_SYMLINK_NOFOLLOW)
    }
  }
}
