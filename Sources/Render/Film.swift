import ParlorKit
package import Terminals

/// What a terminal shows while somebody types. Its times are those of the script, so the same keys
/// always make the same film.
///
/// The prompt is a program of its own on a pseudo-terminal. Each time before it sleeps until a key
/// comes, it writes a mark with the number of bytes of keys that it has read. So the next key is
/// sent when all output of the last one is there, however long that takes.
package struct Film: Sendable {
  /// A change of the screen.
  package struct Shot: Sendable {
    /// Milliseconds since the start of the film.
    package var time: Int
    /// The output that changed the screen.
    package var output: [UInt8]
    /// The screen since then.
    package var screen: Screen
  }

  package let title: String
  package let columns: Int
  package let rows: Int
  /// The changes, the first at time 0.
  package private(set) var shots: [Shot]
  /// The length in milliseconds.
  package private(set) var duration = 0

  /// Types a script at a program, which is started with exactly this environment.
  package init(
    _ script: KeyScript, title: String, program: String, arguments: [String],
    environment: [String: String]
  ) throws(KeyScriptError) {
    self.title = title.drawable
    (columns, rows) = (script.columns, script.rows)
    let prompt = try FilmedPrompt(script, program, arguments, environment)
    var screen = Screen(rows: rows, columns: columns)
    var shown = try prompt.output(after: [], line: script.steps[0].line)
    screen.show(shown)
    shots = [Shot(time: 0, output: shown, screen: screen)]
    for (index, step) in script.steps.enumerated() {
      if index == script.start {
        duration = 0
        shots = [Shot(time: 0, output: shown, screen: screen)]
      }
      duration += step.delay
      guard !step.keys.isEmpty else { continue }
      let output = try prompt.output(after: step.keys, line: step.line)
      guard !output.isEmpty else { continue }
      shown += output
      screen.show(output)
      shots.append(Shot(time: duration, output: output, screen: screen))
    }
    // The last change is shown at least for a moment.
    duration = max(duration, (shots.last?.time ?? 0) + 1)
  }

  /// The last screen as text.
  package var text: [UInt8] {
    var lines = shots.last?.screen.rows ?? []
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.flatMap { Array(($0.drawable + "\n").utf8) }
  }

  private static let markStart = "\u{1B}_parlor "
  private static let markEnd = "\u{1B}\\"

  /// What the prompt writes before it sleeps until a key comes. A terminal does not show it.
  package static func mark(_ byteCount: Int) -> String { markStart + "\(byteCount)" + markEnd }

  fileprivate static func endsWithMark(_ output: [UInt8]) -> Bool {
    output.suffix(markEnd.utf8.count).elementsEqual(markEnd.utf8)
  }

  /// Removes all marks, and returns the number of the last one.
  fileprivate static func takeMarks(from output: inout [UInt8]) -> Int? {
    var last: Int?
    while let start = output.firstRange(of: Array(markStart.utf8)),
      let end = output[start.upperBound...].firstRange(of: Array(markEnd.utf8))
    {
      last = Int(String(decoding: output[start.upperBound..<end.lowerBound], as: UTF8.self)) ?? last
      output.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return last
  }
}

/// The program that is filmed.
private final class FilmedPrompt {
  private let terminal: TerminalProgram
  /// The number in the last mark.
  private var byteCount = 0
  /// The line of the key that ended the program.
  private var end: Int?

  /// How long a key may take, in seconds.
  private static let patience = 120
  private static let interrupt: [UInt8] = [3]

  init(
    _ script: KeyScript, _ program: String, _ arguments: [String],
    _ environment: [String: String]
  ) throws(KeyScriptError) {
    do throws(SpawnActions.Failure) {
      terminal = try TerminalProgram(
        program, arguments, environment: environment, rows: script.rows, columns: script.columns)
    } catch {
      throw KeyScriptError(
        "cannot start the prompt: \(error.call) failed with error \(error.code)", line: 1)
    }
  }

  /// Hangs up, and lets the program remove its temporary files.
  deinit {
    terminal.close()
    _ = terminal.end(until: Deadline(after: .seconds(10)))
  }

  /// Sends a key, and waits for all output up to the next mark; with the last key of a session, up
  /// to the end of the program.
  func output(after keys: [UInt8], line: Int) throws(KeyScriptError) -> [UInt8] {
    if let end { throw KeyScriptError("the session ended in line \(end)", line: line) }
    let deadline = Deadline(after: .seconds(Self.patience))
    // The terminal takes a Ctrl-C itself, and the program may or may not read it.
    let isInterrupt = keys == Self.interrupt
    let goal = byteCount + (isInterrupt ? 0 : keys.count)
    var unsent = keys[...]
    var output: [UInt8] = []
    while true {
      unsent = unsent.dropFirst(terminal.write(unsent))
      let events = terminal.wait(toWrite: !unsent.isEmpty, until: deadline)
      guard !events.isEmpty else {
        throw KeyScriptError(
          "the prompt waits for no key within \(Self.patience) seconds", line: line)
      }
      let bytes = terminal.read()
      output += bytes
      let hasEnded = bytes.isEmpty && events.contains(.closed)
      if hasEnded || Film.endsWithMark(output) {
        byteCount = Film.takeMarks(from: &output) ?? byteCount
        if hasEnded { try noteEnd(line) } else if byteCount < goal { continue }
        return output
      }
    }
  }

  private func noteEnd(_ line: Int) throws(KeyScriptError) {
    end = line
    switch terminal.end(until: Deadline(after: .seconds(10))) {
    case .exited(0)?: break
    case .exited(let code)?:
      throw KeyScriptError("the prompt ended with exit code \(code)", line: line)
    case .killed(let signal)?:
      throw KeyScriptError("the prompt was ended by signal \(signal)", line: line)
    case nil: throw KeyScriptError("the prompt left its terminal", line: line)
    }
  }
}
