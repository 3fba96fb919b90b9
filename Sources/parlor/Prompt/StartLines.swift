import Language
import ParlorKit
import Platform

/// The lines that the user wants run whenever the prompt begins: the file `rc`.
struct StartLines {
  private let path: String
  private let script: Script

  /// The lines of a file.
  ///
  /// - Returns: nothing if there is no file.
  init?(_ path: String) throws(FileError) {
    guard FileSystem.kind(of: path) != .missing else { return nil }
    self.path = path
    script = Script(try FileSystem.readRegular(path), isScenario: false)
  }

  /// Runs the lines. What is refused is reported with its place; the others are run nevertheless.
  func run(in interpreter: Interpreter, report: @escaping (SourceLine, Diagnostic) -> Void) {
    let onReply = interpreter.onReply
    defer { interpreter.onReply = onReply }
    for line in script.lines {
      interpreter.onReply = { reply in
        guard let problem = reply.problem else { return onReply(reply) }
        report(SourceLine(file: path, number: line.number, bytes: line.bytes), problem)
      }
      interpreter.execute(line.bytes)
    }
  }
}
