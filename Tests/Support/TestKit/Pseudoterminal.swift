import CPseudoterminal
import LibC
import Synchronization

/// A program running on a terminal of its own, and the hands and eyes of who sits before it.
///
/// Nothing here waits for a time to pass: every wait is for something the program does, with a
/// limit that only a failure reaches. Everything the program writes is read whenever anything is
/// waited for, so it never blocks on a full terminal. Not `Sendable`: one test, one terminal.
package final class Pseudoterminal {
  /// Everything the program has written so far.
  package private(set) var transcript: [UInt8] = []
  /// What is to be seen on the terminal now.
  package private(set) var screen: Screen
  /// The process: the leader of its own session, whose terminal this is.
  package let process: Int32

  private let master: MasterEnd
  private var status: ExitStatus?
  /// Where in the transcript the next `expect` begins to look.
  private var expected = 0

  /// Runs `program`, a path, on a new terminal of this size, with just this environment.
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

  /// Between openpty and the flag that closes it in children, another program would inherit the
  /// terminal, which then could not hang up.
  private static let opening = Mutex<Void>(())

  /// Opens a terminal and starts a program on it. The program opens the terminal as its standard
  /// input, which makes it the terminal of its session, so that Ctrl-C reaches it.
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

  /// Kills the program, if it is still there, and everything else on the terminal by hanging up.
  deinit {
    if status == nil {
      ExitStatus.kill(process)
    }
    master.close()
  }

  /// What is set when nothing is asked for: a terminal with an entry, UTF-8, and no home.
  package static var plainEnvironment: [String: String] {
    [
      "HOME": "/nonexistent", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm",
    ]
  }

  /// Everything written so far, as text.
  package var text: String {
    String(decoding: transcript, as: UTF8.self)
  }

  /// Notes what the program has written.
  private func record(_ bytes: [UInt8]) {
    transcript += bytes
    screen.show(bytes)
  }
}

extension Pseudoterminal {
  /// Types `text`; `\r` is Enter, `\u{3}` Ctrl-C.
  ///
  /// Ctrl-C throws away what was typed before and not yet read, so send it by itself.
  package func send(_ text: String) throws(PseudoterminalError) {
    try send(Array(text.utf8))
  }

  /// Types bytes, and reads what the program writes meanwhile.
  package func send(_ bytes: [UInt8]) throws(PseudoterminalError) {
    let deadline = Deadline()
    var rest = bytes[...]
    while !rest.isEmpty {
      try awaitMore(for: "to type \(rest.count) bytes more", toWrite: true, until: deadline)
      rest = rest.dropFirst(master.write(rest))
    }
  }

  /// Waits until the program has written `needle`, after what was expected before, and returns
  /// everything from there to the end of it.
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
      try awaitMore(for: needle.debugDescription, until: deadline)
    }
  }

  /// Waits until the screen is as `condition` says; `description` is for the failure.
  package func expectScreen(
    _ description: String, where condition: (Screen) -> Bool
  ) throws(PseudoterminalError) {
    let deadline = Deadline()
    while !condition(screen) {
      try awaitMore(for: description, until: deadline)
    }
  }

  /// Waits until the cursor's row is `text`, and the cursor in `column` if given.
  package func expectRow(_ text: String, column: Int? = nil) throws(PseudoterminalError) {
    let place = column.map { ", cursor in column \($0)" } ?? ""
    try expectScreen("the row \(text.debugDescription)\(place)") { screen in
      screen.currentRow == text && column.map { $0 == screen.column } ?? true
    }
  }

  /// Waits until the pieces of the cursor's row have these colours.
  package func expectRuns(_ runs: [Screen.Run]) throws(PseudoterminalError) {
    try expectScreen("the runs \(runs)") { $0.currentRuns == runs }
  }

  /// Gives the terminal another size, of which the program gets to know by SIGWINCH.
  ///
  /// - Parameter reflows: whether the terminal wraps long rows anew.
  package func resize(rows: UInt16, columns: UInt16, reflows: Bool = false) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    screen.resize(rows: Int(rows), columns: Int(columns), reflows: reflows)
    _ = cpty_resize(master.descriptor, &size)
  }

  /// Sends a signal to the program alone.
  package func signal(_ number: Int32) {
    guard status == nil else { return }
    kill(process, number)
  }

  /// Closes the window; the program can be waited for, but says nothing more.
  package func hangUp() {
    master.close()
  }

  /// Whether the terminal is in the mode that programs find and leave: lines, with echo.
  package var isCooked: Bool {
    var modes = termios()
    guard tcgetattr(master.descriptor, &modes) == 0 else { return false }
    let flags = tcflag_t(ICANON) | tcflag_t(ECHO)
    return modes.c_lflag & flags == flags
  }

  /// Waits until something is possible, and reads what there is.
  ///
  /// That nobody has the terminal open any more may be known before the last words are readable;
  /// so reading decides.
  private func awaitMore(
    for event: String, toWrite: Bool = false, until deadline: Deadline
  ) throws(PseudoterminalError) {
    let events = master.wait(toWrite: toWrite, until: deadline)
    guard !events.isEmpty else { throw failure(.timeout(event)) }
    let bytes = master.read()
    record(bytes)
    if bytes.isEmpty && events.contains(.closed) {
      throw failure(.ended(event))
    }
  }

  private func failure(_ kind: PseudoterminalError.Kind) -> PseudoterminalError {
    PseudoterminalError(kind: kind, transcript: text)
  }
}

extension [UInt8] {
  /// The end of the first occurrence of `needle` that begins at `start` or after.
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

extension Pseudoterminal {
  /// Waits for the end of the program, and reads everything it still writes.
  @discardableResult
  package func waitForExit() throws(PseudoterminalError) -> ExitStatus {
    if let status { return status }
    let code = try wait(for: "its end", options: 0)
    // The last words may still be in the terminal.
    while case let bytes = master.read(), !bytes.isEmpty {
      record(bytes)
    }
    let status = ExitStatus(code)
    self.status = status
    return status
  }

  /// Waits until the program is stopped, as Ctrl-Z does; `signal(SIGCONT)` lets it go on.
  package func waitForStop() throws(PseudoterminalError) {
    let code = try wait(for: "it to stop", options: WUNTRACED)
    guard code & 0xFF == 0x7F else {
      status = ExitStatus(code)
      throw failure(.ended("it to stop"))
    }
  }

  /// No descriptor tells of a child's change, so this looks, and reads in between.
  private func wait(
    for event: String, options: Int32
  ) throws(PseudoterminalError) -> Int32 {
    let deadline = Deadline()
    while true {
      var code: Int32 = 0
      if waitpid(process, &code, options | WNOHANG) == process { return code }
      guard !deadline.isOver else { throw failure(.timeout(event)) }
      _ = master.wait(toWrite: false, until: Deadline(.milliseconds(5)))
      record(master.read())
    }
  }
}

/// What did not happen, and everything that the program had written until then.
package struct PseudoterminalError: Error, CustomStringConvertible {
  /// What went wrong.
  package enum Kind: Sendable {
    /// No terminal, or no program: the call and its errno.
    case start(call: String, code: Int32)
    /// Waited in vain for this.
    case timeout(String)
    /// The terminal was closed while waiting for this.
    case ended(String)
  }

  package let kind: Kind
  package let transcript: String

  package var description: String {
    let event =
      switch kind {
      case .start(let call, let code): "\(call) failed with errno \(code)"
      case .timeout(let event): "waited too long for \(event)"
      case .ended(let event): "the program ended while waiting for \(event)"
      }
    return "\(event); written until then: \(transcript.debugDescription)"
  }
}

/// The end of a pseudo-terminal at which the person sits; reading and writing never block.
private final class MasterEnd {
  /// What can be done now.
  struct Events: OptionSet {
    let rawValue: Int

    static let readable = Events(rawValue: 1)
    static let writable = Events(rawValue: 2)
    /// Nobody has the other end open; there may still be something to read.
    static let closed = Events(rawValue: 4)
  }

  private(set) var descriptor: Int32

  init(descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Waits for something to be possible; empty when the time is over.
  func wait(toWrite: Bool, until deadline: Deadline) -> Events {
    while true {
      let asked = Int16(POLLIN) | (toWrite ? Int16(POLLOUT) : 0)
      var descriptors = [pollfd(fd: descriptor, events: asked, revents: 0)]
      let count = poll(&descriptors, 1, deadline.milliseconds)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return [] }
      let revents = Int32(descriptors[0].revents)
      var events: Events = []
      if revents & POLLIN != 0 { events.insert(.readable) }
      if revents & POLLOUT != 0 { events.insert(.writable) }
      if revents & (POLLHUP | POLLERR | POLLNVAL) != 0 { events.insert(.closed) }
      return events
    }
  }

  /// What has been written at the other end; empty if nothing, or if that is closed.
  func read() -> [UInt8] {
    var bytes: [UInt8] = Array(repeating: 0, count: 65_536)
    let count = LibC.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Writes what fits, and returns how many bytes that were.
  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = bytes.withUnsafeBytes { bytes in
      LibC.write(descriptor, bytes.baseAddress, bytes.count)
    }
    return max(count, 0)
  }

  func close() {
    guard descriptor >= 0 else { return }
    _ = LibC.close(descriptor)
    descriptor = -1
  }
}
