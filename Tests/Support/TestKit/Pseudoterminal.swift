import CPseudoterminal
import LibC
import Synchronization

/// A program on a terminal of its own, driven like a person would: type, look at the screen, wait.
///
/// No wait is for a fixed time. Each one is for something that the program does, and only a failure
/// reaches its timeout. Each wait reads all output, so the program never blocks on a full terminal.
/// Not `Sendable`: each test has its own terminal.
package final class Pseudoterminal {
  /// Everything that the program has written so far.
  package private(set) var transcript: [UInt8] = []
  /// What the terminal shows now.
  package private(set) var screen: Screen
  /// The process, which leads its own session on this terminal.
  package let process: Int32

  private let master: MasterEnd
  private var status: ExitStatus?
  /// Where in the transcript the next `expect` starts to search.
  private var expected = 0

  /// Runs the program at a path on a new terminal, with exactly this environment.
  package init(
    _ program: String, _ arguments: [String] = [],
    environment: [String: String] = Pseudoterminal.plainEnvironment,
    rows: UInt16 = 24, columns: UInt16 = 80
  ) throws(PseudoterminalError) {
    Blocking.check()
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    (process, master) = try Self.start(program, arguments, environment, &size)
    screen = Screen(rows: Int(rows), columns: Int(columns))
  }

  /// Held from openpty until the terminal is closed on exec. Otherwise the program of another test
  /// could inherit it, and hanging up would not work.
  private static let opening = Mutex<Void>(())

  /// Starts the program as the leader of a new session. It opens the terminal as its standard
  /// input, so it becomes the controlling terminal, and Ctrl-C works.
  private static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String],
    _ size: inout winsize
  ) throws(PseudoterminalError) -> (Int32, MasterEnd) {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name: [CChar] = Array(repeating: 0, count: 1_024)
    // Not ptsname, which has one buffer for all threads.
    let code = opening.withLock { _ in
      let code = openpty(&master, &slave, &name, nil, &size) == 0 ? 0 : errno
      for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return code
    }
    guard code == 0 else {
      throw PseudoterminalError(kind: .start(call: "openpty", code: code), transcript: "")
    }
    defer { _ = close(slave) }
    var actions = SpawnActions()
    actions.open(name, as: 0, O_RDWR)
    actions.duplicate(0, as: 1)
    actions.duplicate(0, as: 2)
    do {
      let process = try actions.spawn(
        [program] + arguments, environment: environment, leadsSession: true)
      return (process, MasterEnd(descriptor: master))
    } catch {
      close(master)
      throw PseudoterminalError(
        kind: .start(call: error.call, code: error.code), transcript: "")
    }
  }

  /// Kills the program if it still runs, and hangs up on all other programs on the terminal.
  deinit {
    if status == nil {
      ExitStatus.kill(process)
    }
    master.close()
  }

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
      try readMore(
        while: "typing the last \(rest.count) bytes", toWrite: true, until: deadline)
      rest = rest.dropFirst(master.write(rest))
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
      try readMore(while: "waiting for \(needle.debugDescription)", until: deadline)
    }
  }

  /// Waits until the screen meets `condition`, which `description` names in a failure.
  package func expectScreen(
    _ description: String, where condition: (Screen) -> Bool
  ) throws(PseudoterminalError) {
    let deadline = Deadline()
    while !condition(screen) {
      try readMore(while: "waiting for \(description)", until: deadline)
    }
  }

  /// Waits until the cursor's row is `text`, and the cursor is in `column` if given.
  package func expectRow(_ text: String, column: Int? = nil) throws(PseudoterminalError) {
    let place = column.map { ", cursor in column \($0)" } ?? ""
    try expectScreen("the row \(text.debugDescription)\(place)") { screen in
      screen.currentRow == text && column.map { $0 == screen.column } ?? true
    }
  }

  /// Waits until the cursor's row has these texts and colours.
  package func expectRuns(_ runs: [Screen.Run]) throws(PseudoterminalError) {
    try expectScreen("the runs \(runs)") { $0.currentRuns == runs }
  }

  /// Waits until there is output, or with `toWrite` until typing is possible, and reads.
  ///
  /// poll(2) may report that the other end is closed before the last output is readable. So the end
  /// is an error only if there is nothing to read.
  private func readMore(
    while activity: String, toWrite: Bool = false, until deadline: Deadline
  ) throws(PseudoterminalError) {
    let events = master.wait(toWrite: toWrite, until: deadline)
    guard !events.isEmpty else { throw error(.timeout(activity)) }
    let bytes = master.read()
    record(bytes)
    if bytes.isEmpty && events.contains(.closed) {
      throw error(.ended(activity))
    }
  }

  private func record(_ bytes: [UInt8]) {
    transcript += bytes
    screen.show(bytes)
  }

  private func error(_ kind: PseudoterminalError.Kind) -> PseudoterminalError {
    PseudoterminalError(kind: kind, transcript: text)
  }

  // MARK: - Waiting for the process

  /// Waits for the program to end, and reads the rest of its output.
  @discardableResult
  package func waitForExit() throws(PseudoterminalError) -> ExitStatus {
    if let status { return status }
    let code = try wait(for: "the end of the program", options: 0)
    while case let bytes = master.read(), !bytes.isEmpty {
      record(bytes)
    }
    let status = ExitStatus(code)
    self.status = status
    return status
  }

  /// Waits until the program is stopped, as by Ctrl-Z. `signal(SIGCONT)` continues it.
  package func waitForStop() throws(PseudoterminalError) {
    let code = try wait(for: "the program to stop", options: WUNTRACED)
    guard code & 0xFF == 0x7F else {
      status = ExitStatus(code)
      throw error(.ended("waiting for the program to stop"))
    }
  }

  /// Polls waitpid(2), since no descriptor reports a change of a child, and reads output meanwhile.
  private func wait(for event: String, options: Int32) throws(PseudoterminalError) -> Int32 {
    let deadline = Deadline()
    while true {
      var code: Int32 = 0
      if waitpid(process, &code, options | WNOHANG) == process { return code }
      guard !deadline.hasPassed else { throw error(.timeout("waiting for \(event)")) }
      _ = master.wait(toWrite: false, until: Deadline(after: .milliseconds(5)))
      record(master.read())
    }
  }

  // MARK: - The terminal

  /// Gives the terminal another size. The program gets SIGWINCH.
  ///
  /// - Parameter reflows: whether the terminal wraps long rows again.
  package func resize(rows: UInt16, columns: UInt16, reflows: Bool = false) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    screen.resize(rows: Int(rows), columns: Int(columns), reflows: reflows)
    _ = cpty_resize(master.descriptor, &size)
  }

  /// Sends a signal to the program only.
  package func signal(_ number: Int32) {
    guard status == nil else { return }
    kill(process, number)
  }

  /// Closes the terminal. `waitForExit` still works, but there is no more output.
  package func hangUp() {
    master.close()
  }

  /// Whether the terminal is in its usual mode: it reads whole lines and echoes them.
  package var isCooked: Bool {
    var modes = termios()
    guard tcgetattr(master.descriptor, &modes) == 0 else { return false }
    let flags = tcflag_t(ICANON) | tcflag_t(ECHO)
    return modes.c_lflag & flags == flags
  }
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
