import LibC
import Platform

/// A file that lines are written to as they are made, without ever holding many of them.
struct ScriptFile: ~Copyable {
  private let descriptor: Int32
  private let path: String
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  /// Creates a file.
  init(path: String) throws(BenchError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    self.path = path
    guard descriptor >= 0 else { throw .file(FileError(.create, path)) }
    buffer.reserveCapacity(Self.capacity * 2)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds bytes, which reach the file now or later.
  mutating func add(_ bytes: [UInt8]) throws(BenchError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes out what has gathered.
  mutating func flush() throws(BenchError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    do throws(FileError) {
      try FileSystem.write(buffer, to: descriptor, named: path)
    } catch { throw .file(error) }
  }
}
