/// Lines for a program's standard input, kept in a file of the bench's folder.
struct Script: Sendable {
  /// The name of the file; equal names mean equal lines.
  let name: String
  /// Writes the lines. They go out as they are made: what this process holds in memory would
  /// count as that of its children.
  let write: @Sendable (inout ScriptFile) throws(BenchError) -> Void

  /// No lines.
  static let empty = Script(name: "empty") { _ in }

  /// One line, many times.
  static func repeated(_ line: String, _ count: Int = 1) -> Script {
    cycle([line], count, name: "repeated-\(count)-\(line.filter(\.isLetter))")
  }

  /// Lines taken in turn, over and over.
  static func cycle(_ lines: [String], _ count: Int, name: String) -> Script {
    Script(name: name) { file throws(BenchError) in
      let lines = lines.map { Array("\($0)\n".utf8) }
      for index in 0..<count { try file.add(lines[index % lines.count]) }
    }
  }

  /// One script after the other.
  func followed(by next: Script) -> Script {
    Script(name: "\(name)+\(next.name)") { file throws(BenchError) in
      try write(&file)
      try next.write(&file)
    }
  }
}
