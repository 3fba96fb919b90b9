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

  /// Runs the lines. An error is reported with its place, and the next line is run.
  func run(
    in interpreter: Interpreter, into sink: ReplySink, report: (SourceLine, Diagnostic) -> Void
  ) {
    for line in script.lines {
      interpreter.execute(line.bytes) { reply in
        guard let problem = reply.problem else { return sink(reply) }
        report(SourceLine(file: path, number: line.number, bytes: line.bytes), problem)
      }
    }
  }
}
