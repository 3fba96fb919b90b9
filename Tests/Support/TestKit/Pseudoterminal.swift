import LibC
package import Terminals

/// A program on a terminal of its own, driven like a person would: type, look at the screen, wait.
///
/// No wait is for a fixed time. Each one is for something that the program does, and only a failure
/// reaches its timeout. Each wait reads all output, so the program never blocks on a full terminal,
/// but shows it byte by byte and ends at the first byte that meets it. So a test that looks at more
/// than it waited for fails always, not only on a busy machine.
/// Not `Sendable`: each test has its own terminal.
package final class Pseudoterminal {
  /// What the program has written, as far as it is shown.
  package private(set) var transcript: [UInt8] = []
  /// What the terminal shows now.
  package private(set) var screen: Screen
  private let program: TerminalProgram
  /// What was read but is not shown yet.
  private var unshown: ArraySlice<UInt8> = []
  /// Where in the transcript the next `expect` starts to search.
  private var expected = 0

  /// Runs the program at a path on a new terminal, with exactly this environment.
  package init(
    _ program: String, _ arguments: [String] = [],
    environment: [String: String] = Pseudoterminal.plainEnvironment,
    rows: UInt16 = 24, columns: UInt16 = 80
  ) throws(PseudoterminalError) {
    Blocking.check()
    let (rows, columns) = (Int(rows), Int(columns))
    do throws(SpawnActions.Failure) {
      self.program = try TerminalProgram(
        program, arguments, environment: environment, rows: rows, columns: columns)
    } catch {
      throw PseudoterminalError(
        kind: .start(call: error.call, code: error.code), transcript: "")
    }
    screen = Screen(rows: rows, columns: columns)
  }

  /// The process, which leads its own session on this terminal.
  package var process: Int32 { program.process }

  /// The default environment: a known terminal, UTF-8, and no home folder.
  package static var plainEnvironment: [String: String] {
    [
      "HOME": "/nonexistent", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm",
    ]
  }

  /// The transcript as text.
  package var text: String {
    String(decoding: transcript, as: UTF8.self)
  }

  // MARK: - Typing

  /// Types `text`; `\r` is Enter, `\u{3}` is Ctrl-C.
  ///
  /// Send Ctrl-C separately: it discards all typed input that was not read yet.
  package func send(_ text: String) throws(PseudoterminalError) {
    try send(Array(text.utf8))
  }

  /// Types bytes, and reads the output of the program meanwhile.
  package func send(_ bytes: [UInt8]) throws(PseudoterminalError) {
    let deadline = Deadline()
    var rest = bytes[...]
    while !rest.isEmpty {
      try read(
        while: "typing the last \(rest.count) bytes", toWrite: true, until: deadline)
      rest = rest.dropFirst(program.write(rest))
    }
  }

  // MARK: - Waiting for output

  /// Waits for `needle` in the output after the previous match, and returns the output from there to
  /// the end of the needle.
  @discardableResult
  package func expect(_ needle: String) throws(PseudoterminalError) -> String {
    let deadline = Deadline()
    let bytes = Array(needle.utf8)
    var start = expected
    while true {
      if let end = transcript.end(of: bytes, from: start) {
        defer { expected = end }
        return String(decoding: transcript[expected..<end], as: UTF8.self)
      }
      start = max(expected, transcript.count - bytes.count)
      try showMore(while: "waiting for \(needle.debugDescription)", until: deadline)
    }
  }

  /// Waits until the screen meets `condition`, which `description` names in a failure. While a program hides the
  /// cursor, it is drawing.
  package func expectScreen(
    _ description: String, where condition: (Screen) -> Bool
  ) throws(PseudoterminalError) {
    let deadline = Deadline()
    while !(screen.hasCursor && condition(screen)) {
      try showMore(while: "waiting for \(description)", until: deadline)
    }
  }

  /// Waits until the cursor's row is `text`, and the cursor is in `column` if given.
  package func expectRow(_ text: String, column: Int? = nil) throws(PseudoterminalError) {
    let place = column.map { ", cursor in column \($0)" } ?? ""
    try expectScreen("the row \(text.debugDescription)\(place)") { screen in
      screen.currentRow == text && column.map { $0 == screen.column } ?? true
    }
  }

  /// Waits until the cursor's row has these texts and colours, and the cursor is in `column` if given.
  package func expectRuns(_ runs: [Screen.Run], column: Int? = nil) throws(PseudoterminalError) {
    try expectScreen("the runs \(runs)") { screen in
      screen.currentRuns == runs && column.map { $0 == screen.column } ?? true
    }
  }

  /// Shows the next byte, and waits for it if there is none.
  ///
  /// poll(2) may report that the other end is closed before the last output is readable. So the end
  /// is an error only if there is nothing to read.
  private func showMore(
    while activity: String, until deadline: Deadline
  ) throws(PseudoterminalError) {
    while unshown.isEmpty {
      try read(while: activity, until: deadline)
    }
    show(unshown.prefix(1))
    unshown.removeFirst()
  }

  /// Waits until there is output, or with `toWrite` until typing is possible, and reads.
  private func read(
    while activity: String, toWrite: Bool = false, until deadline: Deadline
  ) throws(PseudoterminalError) {
    let events = program.wait(toWrite: toWrite, until: deadline)
    guard !events.isEmpty else { throw error(.timeout(activity)) }
    let bytes = program.read()
    unshown += bytes
    if bytes.isEmpty && events.contains(.closed) {
      throw error(.ended(activity))
    }
  }

  private func show(_ bytes: ArraySlice<UInt8>) {
    transcript += bytes
    screen.show(Array(bytes))
  }

  /// Shows all that was read.
  private func showAll() {
    show(unshown)
    unshown = []
  }

  private func error(_ kind: PseudoterminalError.Kind) -> PseudoterminalError {
    PseudoterminalError(kind: kind, transcript: text)
  }

  // MARK: - Waiting for the process

  /// Waits for the program to end, and reads the rest of its output.
  @discardableResult
  package func waitForExit() throws(PseudoterminalError) -> ProcessEnd {
    if let status = program.status { return status }
    let code = try wait(for: "the end of the program", options: 0)
    while case let bytes = program.read(), !bytes.isEmpty {
      unshown += bytes
    }
    showAll()
    return ProcessEnd(code)
  }

  /// Waits until the program is stopped, as by Ctrl-Z. `signal(SIGCONT)` continues it.
  package func waitForStop() throws(PseudoterminalError) {
    _ = try wait(for: "the program to stop", options: WUNTRACED)
    showAll()
    guard program.status == nil else { throw error(.ended("waiting for the program to stop")) }
  }

  /// Polls waitpid(2), since no descriptor reports a change of a child, and reads output meanwhile.
  private func wait(for event: String, options: Int32) throws(PseudoterminalError) -> Int32 {
    let deadline = Deadline()
    while true {
      if let code = program.change(options) { return code }
      guard !deadline.hasPassed else { throw error(.timeout("waiting for \(event)")) }
      _ = program.wait(toWrite: false, until: Deadline(after: .milliseconds(5)))
      unshown += program.read()
    }
  }

  // MARK: - The terminal

  /// Gives the terminal another size. The program gets SIGWINCH.
  ///
  /// - Parameter reflows: whether the terminal wraps long rows again.
  package func resize(rows: UInt16, columns: UInt16, reflows: Bool = false) {
    showAll()
    screen.resize(rows: Int(rows), columns: Int(columns), reflows: reflows)
    program.resize(rows: Int(rows), columns: Int(columns))
  }

  /// Sends a signal to the program only.
  package func signal(_ number: Int32) {
    guard program.status == nil else { return }
    kill(process, number)
  }

  /// Closes the terminal. `waitForExit` still works, but there is no more output.
  package func hangUp() {
    program.close()
  }

  /// Whether the terminal is in its usual mode: it reads whole lines and echoes them.
  package var isCooked: Bool { program.isCooked }
}

/// A wait that failed, with everything that the program had written until then.
package struct PseudoterminalError: Error, CustomStringConvertible {
  package enum Kind: Sendable {
    /// The terminal or the program could not be started: the call and its errno.
    case start(call: String, code: Int32)
    /// The timeout passed during this.
    case timeout(String)
    /// The program closed the terminal during this.
    case ended(String)
  }

  package let kind: Kind
  package let transcript: String

  package var description: String {
    let event =
      switch kind {
      case .start(let call, let code): "\(call) failed with errno \(code)"
      case .timeout(let activity): "timeout while \(activity)"
      case .ended(let activity): "the program ended while \(activity)"
      }
    return "\(event); output so far: \(transcript.debugDescription)"
  }
}

extension [UInt8] {
  /// The end of the first occurrence of `needle` at or after `start`.
  fileprivate func end(of needle: [UInt8], from start: Int) -> Int? {
    guard !needle.isEmpty else { return start }
    var index = start
    while index + needle.count <= count {
      if self[index] == needle[0], self[index..<index + needle.count].elementsEqual(needle) {
        return index + needle.count
      }
      index += 1
    }
    return nil
  }
}
