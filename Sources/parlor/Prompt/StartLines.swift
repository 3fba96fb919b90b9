import LineSyntax
import ParlorEngine
import ParlorKit
import Platform

/// The file `rc` of the profile, whose lines run when the prompt starts: settings before the unfinished games are
/// resumed, which may need them, and the others after that, so that they find these games.
struct StartLines {
  private let path: String
  private let script: Script

  /// - Returns: `nil` if there is no file at the path.
  init?(_ path: String) throws(FileError) {
    guard FileSystem.kind(of: path) != .missing else { return nil }
    self.path = path
    script = Script(try FileSystem.read(path), isScenario: false)
  }

  /// Runs the settings, or all other lines, and reports errors with their places.
  func run(
    settings: Bool, in interpreter: Interpreter, into sink: ReplySink,
    report: (ScriptLine, Diagnostic) -> Void
  ) {
    for line in script.lines where Self.isSetting(line.bytes) == settings {
      interpreter.execute(line.bytes) { reply in
        guard let problem = reply.problem else { return sink(reply) }
        report(ScriptLine(file: path, number: line.number, bytes: line.bytes), problem)
      }
    }
  }

  private static func isSetting(_ bytes: ArraySlice<UInt8>) -> Bool {
    var line = Line()
    guard (try? line.read(bytes)) != nil, let verb = line.tokens.first else { return false }
    return ["set", "plugin"].contains { line.isLiteral(verb, $0) }
  }
}
