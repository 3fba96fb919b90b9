import LibC
import Platform

/// Lines for the standard input of a program, in a file of the temporary folder.
struct InputScript: Sendable {
  /// The name of the file. Equal names mean equal lines.
  let name: String
  /// Writes the lines in small portions: the memory of this process would count as that of its
  /// children.
  let write: @Sendable (inout ScriptFile) throws(BenchError) -> Void

  /// No lines.
  static let empty = InputScript(name: "empty") { _ in }

  static func repeated(_ line: String, _ count: Int = 1) -> InputScript {
    cycle([line], count, name: "repeated-\(count)-\(line.filter(\.isLetter))")
  }

  /// `count` lines, taken in turn from `lines`.
  static func cycle(_ lines: [String], _ count: Int, name: String) -> InputScript {
    InputScript(name: name) { file throws(BenchError) in
      let lines = lines.map { Array("\($0)\n".utf8) }
      for index in 0..<count { try file.add(lines[index % lines.count]) }
    }
  }

  /// This script and then another.
  func followed(by next: InputScript) -> InputScript {
    InputScript(name: "\(name)+\(next.name)") { file throws(BenchError) in
      try write(&file)
      try next.write(&file)
    }
  }
}

/// A file that is written in portions.
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

  /// Adds bytes to the buffer.
  mutating func add(_ bytes: [UInt8]) throws(BenchError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes the buffer to the file.
  mutating func flush() throws(BenchError) {
    defer { buffer.removeAll(keepingCapacity: true) }
    do throws(FileError) {
      try FileSystem.write(buffer, to: descriptor, named: path)
    } catch { throw .file(error) }
  }
}
