import LibC

/// Files and folders, as the program needs them.
package enum FileSystem {
  /// What a path leads to.
  package enum Kind: Sendable {
    case file, folder, other, missing
  }

  /// What a path leads to, symbolic links followed.
  package static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file
    default: return .other
    }
  }

  /// The whole of a regular file; what else is there, such as a pipe, is not waited for.
  package static func readRegular(_ path: String) throws(FileError) -> [UInt8] {
    switch kind(of: path) {
    case .other: throw FileError(.read, path, because: "it is not a file")
    case .folder: throw FileError(.read, path, number: EISDIR)
    case .file, .missing: return try read(path)
    }
  }

  /// The whole of a file.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    var status = stat()
    var isWhole = false
    var failed = false
    // A file of a known length takes two calls and no copy.
    let room = fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) + 1 : 1
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
    if isWhole { return bytes }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = block.withUnsafeMutableBytes { Self.read(descriptor, into: $0) }
      guard count >= 0 else { throw FileError(.read, path) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: block[..<count])
    }
  }

  /// Puts a file in place as a whole: whoever reads it sees the old bytes or the new ones.
  ///
  /// The bytes go to a new file beside it, which is flushed to the disk and then renamed. A
  /// symbolic link is followed, and the mode of a file that exists is kept.
  ///
  /// - Parameters:
  ///   - mode: what a new file gets.
  ///   - syncs: whether to wait until the disk has the bytes.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o644, syncs: Bool = true
  ) throws(FileError) {
    let target = resolved(path)
    if kind(of: target) == .folder { throw FileError(.write, path, number: EISDIR) }
    var status = stat()
    let exists = stat(target, &status) == 0
    // A device or a pipe cannot be replaced; it takes the bytes as they come.
    if exists && status.st_mode & S_IFMT != S_IFREG {
      return try pour(bytes, into: target, named: path)
    }
    // A name that nobody can have made before, not even as a link.
    let temporary = "\(target).\(getpid()).\(UInt32.random(in: 0...UInt32.max)).tmp"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = open(temporary, flags, mode_t(mode))
    guard descriptor >= 0 else { throw FileError(.write, path) }
    do throws(FileError) {
      if exists { _ = fchmod(descriptor, status.st_mode & 0o7777) }
      try write(bytes, to: descriptor, named: path)
      guard !syncs || fsync(descriptor) == 0 || errno == EINVAL else {
        throw FileError(.write, path)
      }
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    close(descriptor)
    guard rename(temporary, target) == 0 else {
      let failure = FileError(.write, path)
      unlink(temporary)
      throw failure
    }
  }

  private static func pour(
    _ bytes: [UInt8], into target: String, named path: String
  ) throws(FileError) {
    let descriptor = open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(.write, path) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, named: path)
  }

  /// Writes all the bytes to a descriptor.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, named name: String
  ) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        awaitRoom(in: descriptor)
      } else if errno != EINTR {
        throw FileError(.write, name)
      }
    }
  }

  /// The next byte of a descriptor; nothing at its end, or where it cannot be read.
  package static func readByte(from descriptor: Int32) -> UInt8? {
    var byte: UInt8 = 0
    return withUnsafeMutableBytes(of: &byte) { read(descriptor, into: $0) } == 1 ? byte : nil
  }

  /// Makes a folder that nobody else has, in the folder for temporary files.
  package static func makeTemporaryFolder() throws(FileError) -> String {
    let base = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(base)/parlor-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw FileError(.create, base) }
    return made
  }

  /// Removes a file, or a folder with all that is in it. What is not there is no error.
  package static func remove(_ path: String) {
    if unlink(path) != 0 {
      for name in (try? entries(of: path)) ?? [] { remove("\(path)/\(name)") }
      rmdir(path)
    }
  }

  /// The value of a variable of the environment.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// `read(2)`, again after a signal; -1 with `errno` set where it failed.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = LibC.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    LibC.write(descriptor, bytes.baseAddress, bytes.count)
  }

  private static func awaitRoom(in descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&entry, 1, -1)
  }

  /// Where a path leads, links followed to a file that may not exist yet.
  private static func resolved(_ path: String) -> String {
    if let found = realpath(path, nil) {
      defer { free(found) }
      return String(cString: found)
    }
    var path = path
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    for _ in 0..<maximumLinks {
      let length = readlink(path, &buffer, Int(PATH_MAX))
      guard length > 0 else { break }
      let target = String(
        decoding: buffer[..<length].lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      path =
        target.hasPrefix("/") || folder.isEmpty
        ? target : folder.joined(separator: "/") + "/" + target
    }
    return path
  }

  /// As many links as Linux follows in a path.
  private static let maximumLinks = 40
}
