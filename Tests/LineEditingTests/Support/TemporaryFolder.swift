import LibC
import Testing

/// A folder for one test, gone with the object and everything in it.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/line-editing-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    path = try #require(made)
  }

  deinit {
    remove(path)
  }

  /// Makes a file in it.
  func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) throws {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, mode)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(systemWrite(descriptor, bytes, bytes.count) == bytes.count)
    fchmod(descriptor, mode)
  }

  /// A file of lines.
  func write(_ lines: [String], to name: String) throws {
    try write(Array(lines.map { $0 + "\n" }.joined().utf8), to: name)
  }

  /// The bytes of a file.
  func read(_ name: String) throws -> [UInt8] {
    let descriptor = open("\(path)/\(name)", O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block: [UInt8] = Array(repeating: 0, count: 65_536)
    while case let count = systemRead(descriptor, &block, block.count), count > 0 {
      bytes += block[..<count]
    }
    return bytes
  }

  func lines(of name: String) throws -> [String] {
    try read(name).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  func mode(of name: String) -> mode_t {
    var status = stat()
    return stat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
  }

  private func remove(_ path: String) {
    guard unlink(path) != 0, let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { remove("\(path)/\(name)") }
    }
    closedir(folder)
    rmdir(path)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8], _ count: Int) -> Int {
  read(descriptor, &bytes, count)
}
