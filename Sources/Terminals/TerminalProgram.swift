import CPseudoterminal
import LibC
import Synchronization

/// A program on a pseudo-terminal of its own, and the end of it that acts as screen and keyboard.
/// Reading and writing never block.
package final class TerminalProgram {
  /// What is possible now.
  package struct Events: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let readable = Events(rawValue: 1)
    package static let writable = Events(rawValue: 2)
    /// No program has the other end open. There may still be output to read.
    package static let closed = Events(rawValue: 4)
  }

  /// The process, which leads its own session on the terminal.
  package let process: Int32
  /// How the process ended, once `change` has told it.
  package private(set) var status: ProcessEnd?
  private var descriptor: Int32

  /// Held from openpty until the terminal is closed on exec. Otherwise a program that is started at
  /// the same time could inherit it, and hanging up would not work.
  private static let opening = Mutex<Void>(())

  /// Starts the program at a path with exactly this environment, as the leader of a new session. It
  /// opens the terminal as its standard input, so it becomes the controlling terminal, and Ctrl-C
  /// works.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String], rows: Int,
    columns: Int
  ) throws(SpawnActions.Failure) {
    var size = Self.size(rows: rows, columns: columns)
    var (master, slave): (Int32, Int32) = (-1, -1)
    var name: [CChar] = Array(repeating: 0, count: 1_024)
    // Not ptsname, which has one buffer for all threads.
    let code = Self.opening.withLock { _ in
      let code = openpty(&master, &slave, &name, nil, &size) == 0 ? 0 : errno
      for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
      return code
    }
    guard code == 0 else { throw SpawnActions.Failure(call: "openpty", code: code) }
    defer { _ = LibC.close(slave) }
    var actions = SpawnActions()
    actions.open(name, as: 0, O_RDWR)
    actions.duplicate(0, as: 1)
    actions.duplicate(0, as: 2)
    do throws(SpawnActions.Failure) {
      process = try actions.spawn(
        [program] + arguments, environment: environment, leadsSession: true)
    } catch {
      _ = LibC.close(master)
      throw error
    }
    descriptor = master
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Kills the program if it still runs, and hangs up on all other programs on the terminal.
  deinit {
    if status == nil { ProcessEnd.kill(process) }
    close()
  }

  private static func size(rows: Int, columns: Int) -> winsize {
    winsize(
      ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0,
      ws_ypixel: 0)
  }

  // MARK: - Screen and keyboard

  /// Waits until reading is possible, or writing if `toWrite`; returns an empty set at the
  /// deadline.
  package func wait(toWrite: Bool = false, until deadline: Deadline) -> Events {
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

  /// Reads the output of the program; empty if there is none, or if the other end is closed.
  package func read() -> [UInt8] {
    var bytes: [UInt8] = Array(repeating: 0, count: 65_536)
    let count = LibC.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Writes as much as fits, and returns the number of bytes.
  package func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = bytes.withUnsafeBytes { bytes in
      LibC.write(descriptor, bytes.baseAddress, bytes.count)
    }
    return max(count, 0)
  }

  /// Gives the terminal another size. The program gets SIGWINCH.
  package func resize(rows: Int, columns: Int) {
    var size = Self.size(rows: rows, columns: columns)
    _ = cpty_resize(descriptor, &size)
  }

  /// Whether the terminal is in its usual mode: it reads whole lines and echoes them.
  package var isCooked: Bool {
    var modes = termios()
    guard tcgetattr(descriptor, &modes) == 0 else { return false }
    let flags = tcflag_t(ICANON) | tcflag_t(ECHO)
    return modes.c_lflag & flags == flags
  }

  /// Hangs up.
  package func close() {
    guard descriptor >= 0 else { return }
    _ = LibC.close(descriptor)
    descriptor = -1
  }

  // MARK: - The process

  /// What has happened to the process, as waitpid(2) says it: its end, or with the option WUNTRACED
  /// that it was stopped; `nil` if nothing has.
  package func change(_ options: Int32 = 0) -> Int32? {
    var code: Int32 = 0
    guard status == nil, waitpid(process, &code, options | WNOHANG) == process else { return nil }
    if code & 0xFF != 0x7F { status = ProcessEnd(code) }
    return code
  }

  /// Waits for the end of a process that has left the terminal or lost it; `nil` at the deadline.
  package func end(until deadline: Deadline) -> ProcessEnd? {
    while status == nil, change() == nil, !deadline.hasPassed { _ = poll(nil, 0, 1) }
    return status
  }
}
