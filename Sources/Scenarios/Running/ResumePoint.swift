package import Language
import Platform

/// A place in a scenario or a script, and the commands that lead to it.
package struct ResumePoint {
  /// The commands before the place in order, those of the folder's setup first.
  package private(set) var commands: [[UInt8]] = []
  /// The command at the place or after it, which is not among them; nothing at the end.
  package private(set) var next: String?
  /// The folder of the file, where relative paths begin.
  package let folder: String

  /// The place that `FILE:LINE` names: before the command there. A line within a reply stands
  /// for the command above it.
  package init(_ place: String) throws(ScenarioError) {
    guard let (path, lines) = ScenarioSearch.selection(in: place), lines.count == 1 else {
      throw ScenarioError(path: place, line: nil, fact: .noPlace)
    }
    let isGolden = path.hasSuffix(".golden")
    guard let kind = isGolden ? .scenario : ScenarioTarget.kind(of: path) else {
      throw ScenarioError(path: path, line: nil, fact: .unknownKind)
    }
    let target = ScenarioTarget(path: path, kind: kind).lookingForSetup()
    folder = target.folder
    if target.hasSetup && !isGolden {
      commands = try Self.steps(of: target.setupPath, .scenario, isGolden: false).map(\.command)
    }
    let steps = try Self.steps(of: path, kind, isGolden: isGolden)
    let index =
      steps.lastIndex { $0.line <= lines.lowerBound && lines.lowerBound <= $0.lastLine }
      ?? steps.firstIndex { $0.line >= lines.lowerBound } ?? steps.endIndex
    commands += steps[..<index].map(\.command)
    if index < steps.count { next = String(decoding: steps[index].command, as: UTF8.self) }
  }

  /// Runs the commands in an interpreter that has run nothing yet, and shows none of the replies.
  package func lead(_ interpreter: Interpreter) {
    for command in commands {
      if interpreter.transcribe(command[...]).isOver { return }
    }
  }

  /// How many commands were run, and which would be next.
  package var description: String {
    let count = commands.count == 1 ? "1 command has" : "\(commands.count) commands have"
    return "\(count) run. " + (next.map { "Next there: > \($0)" } ?? "There are no more there.")
  }

  private typealias Step = (line: Int, lastLine: Int, command: [UInt8])

  /// The commands of a file with the lines from each to the end of its reply.
  private static func steps(
    of path: String, _ kind: ScenarioTarget.Kind, isGolden: Bool
  ) throws(ScenarioError) -> [Step] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(path)
    } catch {
      throw ScenarioError(path: path, line: nil, fact: .io(error))
    }
    if kind == .script || isGolden {
      return Script(bytes, isScenario: isGolden).lines.map {
        ($0.number, $0.number, Array($0.bytes))
      }
    }
    let (scenario, faults) = ScenarioParser.parse(bytes, path: path)
    // Expectations are not needed here, so only a file without commands is wrong.
    if scenario.steps.isEmpty, let fault = faults.first { throw fault }
    return scenario.steps.map { ($0.line, $0.lastLine, Array(scenario.bytes[$0.command])) }
  }
}
