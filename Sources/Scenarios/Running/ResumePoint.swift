import LineSyntax
package import ParlorEngine
import Platform

/// A place in a scenario or a script, with the commands that lead to it.
package struct ResumePoint {
  /// The commands before the place, starting with those of the folder's `setup.scenario`.
  package private(set) var commands: [[UInt8]] = []
  /// The next command; `nil` at the end of the file.
  package private(set) var next: String?
  /// The folder of the file, to which relative paths in commands refer.
  package let folder: String

  /// The place before the command at `FILE:LINE`, or before the command of the reply that contains
  /// the line. At `FILE:LINE[ROW]` the parameters have the values of that row, otherwise of the
  /// first.
  package init(_ place: String) throws(ScenarioError) {
    guard let (path, lines, row) = ScenarioSearch.selection(in: place), lines.count == 1 else {
      throw ScenarioError(path: place, line: nil, reason: .invalidPlace)
    }
    try self.init(path, line: lines.lowerBound, row: row)
  }

  /// The end of a scenario, of a script, or of the golden file of one. A file with another
  /// extension is a script, as for `parlor FILE`.
  package init(endOf path: String) throws(ScenarioError) {
    try self.init(path, line: nil, otherwise: .script)
  }

  /// - Parameters:
  ///   - line: the line, from 1; `nil` for the end.
  ///   - row: the number of the row of parameters, from 1; `nil` for the first.
  ///   - otherKind: the kind of a file whose extension does not tell.
  private init(
    _ path: String, line: Int?, row: Int? = nil, otherwise otherKind: ScenarioTarget.Kind? = nil
  ) throws(ScenarioError) {
    if FileSystem.kind(of: path) == .missing {
      let reason = FileError(.read, path, because: "no such file or directory")
      throw ScenarioError(path: path, line: nil, reason: .io(reason))
    }
    let isGolden = path.hasSuffix(".golden")
    guard let kind = isGolden ? .scenario : ScenarioTarget.kind(of: path) ?? otherKind else {
      throw ScenarioError(path: path, line: nil, reason: .unknownKind)
    }
    let target = ScenarioTarget(path: path, kind: kind).lookingForSetup()
    folder = target.folder
    if target.hasSetup && !isGolden {
      let setup = try Self.steps(of: target.setupPath, .scenario, isGolden: false)
      commands = setup.steps.map(\.command)
      attachments = setup.attachments
    }
    let (steps, lineCount, files) = try Self.steps(
      of: path, kind, isGolden: isGolden, row: row)
    attachments += files
    let line = line ?? lineCount + 1
    // The line after the last one is the end.
    guard line <= lineCount + 1 else {
      throw ScenarioError(path: path, line: line, reason: .noSuchLine(of: lineCount))
    }
    let index =
      steps.lastIndex { $0.line <= line && line <= $0.lastLine }
      ?? steps.firstIndex { $0.line >= line } ?? steps.endIndex
    commands += steps[..<index].map(\.command)
    if index < steps.count { next = String(decoding: steps[index].command, as: UTF8.self) }
  }

  /// The place before a line of a file that is open in an editor. Errors in the file are ignored.
  ///
  /// - Parameter texts: the texts of open files by their paths.
  package init(before line: Int, of path: String, _ texts: [String: [UInt8]]) {
    let kind = ScenarioTarget.kind(of: path) ?? .script
    let target = ScenarioTarget(path: path, kind: kind).lookingForSetup()
    folder = target.folder
    if target.hasSetup, let setup = try? Self.steps(of: target.setupPath, .scenario, texts) {
      commands = setup.steps.map(\.command)
      attachments = setup.attachments
    }
    guard let (steps, _, files) = try? Self.steps(of: path, kind, texts) else { return }
    attachments += files
    commands += steps.prefix { $0.line < line }.map(\.command)
  }

  /// Runs the commands in a fresh interpreter and discards the replies.
  package func lead(_ interpreter: Interpreter) {
    let session = ScenarioSession(interpreter)
    for file in attachments { _ = session.attach(file.name, file.bytes) }
    for command in commands {
      if interpreter.transcribe(command[...]).isOver { return }
    }
  }

  /// How many commands ran and which one is next, as two sentences.
  package var description: String {
    let count = commands.count == 1 ? "1 command has" : "\(commands.count) commands have"
    return "\(count) run. " + (next.map { "Next: > \($0)" } ?? "This is the end of the file.")
  }

  /// The files that come with the scenarios.
  package private(set) var attachments: [(name: String, bytes: [UInt8])] = []

  private typealias Step = (line: Int, lastLine: Int, command: [UInt8])

  /// The commands of a file with the values of a row, by default the first, each with its line and
  /// the last line of its reply; the number of lines of the file, and the files that come with it.
  private static func steps(
    of path: String, _ kind: ScenarioTarget.Kind, isGolden: Bool = false,
    _ texts: [String: [UInt8]] = [:], row number: Int? = nil
  ) throws(ScenarioError) -> (
    steps: [Step], lines: Int, attachments: [(name: String, bytes: [UInt8])]
  ) {
    let bytes: [UInt8]
    do throws(FileError) {
      if let text = texts[path] { bytes = text } else { bytes = try FileSystem.read(path) }
    } catch {
      throw ScenarioError(path: path, line: nil, reason: .io(error))
    }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let lineCount = max(1, lines.count - (lines.last?.isEmpty ?? true ? 1 : 0))
    if kind == .script || isGolden {
      let script = Script(ByteOrderMark.removed(from: bytes), isScenario: isGolden)
      return (script.lines.map { ($0.number, $0.number, Array($0.bytes)) }, lineCount, [])
    }
    let (scenario, errors) = ScenarioParser.parse(bytes, path: path)
    // Errors in expectations do not matter here.
    if scenario.steps.isEmpty, let error = errors.first { throw error }
    let row: ScenarioRow
    do throws(ScenarioError.Reason) {
      row = try scenario.header.rows(selected: number).first?.row ?? ScenarioRow()
    } catch {
      throw ScenarioError(path: path, line: nil, reason: error)
    }
    return (
      scenario.steps.filter { $0.file == nil }.map {
        ($0.line, $0.lastLine, Array(row.filled(scenario.bytes[$0.command])))
      }, lineCount,
      scenario.attachments.map { ($0.name, Array(row.filled($0.bytes[...]))) }
    )
  }
}
