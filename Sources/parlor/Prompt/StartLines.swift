import LineSyntax
import ParlorEngine
import ParlorKit
import Platform

/// The file `rc` of the profile, whose lines run when the prompt starts.
struct StartLines {
  private let path: String
  private let script: Script

  /// - Returns: `nil` if there is no file at the path.
  init?(_ path: String) throws(FileError) {
    guard FileSystem.kind(of: path) != .missing else { return nil }
    self.path = path
    script = Script(try FileSystem.read(path), isScenario: false)
  }

  /// Runs all lines, and reports errors with their places.
  func run(
    in interpreter: Interpreter, into sink: ReplySink, report: (ScriptLine, Diagnostic) -> Void
  ) {
    for line in script.lines {
      interpreter.execute(line.bytes) { reply in
        guard let problem = reply.problem else { return sink(reply) }
        report(ScriptLine(file: path, number: line.number, bytes: line.bytes), problem)
      }
    }
  }
}
