import LibC
import Synchronization

/// The modes of the terminal at the start of the program. They are restored however it ends.
final class TerminalModes {
  /// The terminal that is edited on; a process has one.
  private struct Terminal {
    let input: Int32
    let output: Int32
    let original: termios
    /// What turns off the modes of the output that are on, in the order in which they were turned
    /// on.
    var endings: [String] = []
  }

  private static let terminal = Mutex<Terminal?>(nil)
  /// exit(3) does not run deinitialisers.
  private static let registration: Int32 = atexit { TerminalModes.restore() }

  /// Whether libedit has the terminal, which is raw for it.
  private(set) var areRaw = false
  /// Ends the process by a signal while another program has the terminal.
  var endInBackground: (Int32) -> Void = { number in
    signal(number, SIG_DFL)
    raise(number)
  }

  /// Saves the modes of the terminal `input`; `nil` if it is not a terminal.
  init?(input: Int32, output: Int32) {
    var modes = termios()
    guard tcgetattr(input, &modes) == 0 else { return nil }
    Self.terminal.withLock { $0 = Terminal(input: input, output: output, original: modes) }
    _ = Self.registration
  }

  deinit {
    Self.restore()
    Self.terminal.withLock { $0 = nil }
  }

  /// Makes the terminal raw for libedit, also if another program has changed its modes. Bracketed
  /// paste mode marks pasted text meanwhile.
  func makeRaw(with editLine: EditLine) {
    guard !areRaw || areCooked else { return }
    areRaw = true
    editLine.makeRaw()
    if editLine.canDraw { turnOn("\u{1B}[?2004h", until: "\u{1B}[?2004l") }
  }

  /// Turns on a mode of the output until the modes are restored, or until `turnOff`.
  ///
  /// - Returns: whether it was off.
  @discardableResult
  func turnOn(_ beginning: String, until ending: String) -> Bool {
    Self.terminal.withLock { terminal in
      guard let output = terminal?.output, terminal?.endings.contains(ending) == false else {
        return false
      }
      TerminalOutput.write(beginning, to: output)
      terminal?.endings.append(ending)
      return true
    }
  }

  /// Turns off a mode of the output by its ending, if it is on.
  func turnOff(_ ending: String) {
    Self.terminal.withLock { terminal in
      guard let output = terminal?.output, terminal?.endings.contains(ending) == true else {
        return
      }
      TerminalOutput.write(ending, to: output)
      terminal?.endings.removeAll { $0 == ending }
    }
  }

  /// Turns off the echo, except of line breaks, until the modes are restored.
  ///
  /// Ctrl-Z does nothing meanwhile: after it, the shell would have turned the echo on again.
  func hideTyping() {
    Self.terminal.withLock { terminal in
      guard let held = terminal else { return }
      var modes = held.original
      modes.c_lflag = modes.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
      withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VSUSP)] = Self.noKey }
      while tcsetattr(held.input, TCSADRAIN, &modes) == -1 && errno == EINTR {}
    }
  }

  /// Reads keys one by one, without echo, until the modes are restored.
  func readKeys() {
    Self.terminal.withLock { terminal in
      guard let held = terminal else { return }
      var modes = held.original
      modes.c_lflag &= ~tcflag_t(ECHO | ICANON)
      withUnsafeMutableBytes(of: &modes.c_cc) {
        $0[Int(VMIN)] = 1
        $0[Int(VTIME)] = 0
      }
      while tcsetattr(held.input, TCSADRAIN, &modes) == -1 && errno == EINTR {}
    }
  }

  /// The value in `c_cc` for an unused key.
  private static var noKey: UInt8 {
    #if canImport(Darwin)
      0xFF
    #else
      0
    #endif
  }

  /// Whether another program has the terminal. Setting the modes would stop this one.
  var areOfOthers: Bool {
    guard let input = Self.terminal.withLock({ $0?.input }) else { return false }
    let foreground = tcgetpgrp(input)
    return foreground != -1 && foreground != getpgrp()
  }

  /// Ends the process if it is to end and cannot use the terminal.
  func endIfInBackground(_ arrived: SignalSet) {
    let pending = arrived.union(SignalRecord.arrived)
    guard !pending.isDisjoint(with: [.terminate, .hangUp]), areOfOthers else { return }
    endInBackground(pending.contains(.hangUp) ? SIGHUP : SIGTERM)
  }

  /// Whether the terminal reads whole lines, its usual mode.
  private var areCooked: Bool {
    var modes = termios()
    guard let input = Self.terminal.withLock({ $0?.input }) else { return false }
    return tcgetattr(input, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) != 0
  }

  /// Restores the modes, and keeps input that was not read.
  func restore() {
    areRaw = false
    Self.restore()
  }

  /// Does nothing in the background, where setting the modes would stop the process.
  private static func restore() {
    terminal.withLock { terminal in
      guard let held = terminal else { return }
      let foreground = tcgetpgrp(held.input)
      guard foreground == -1 || foreground == getpgrp() else { return }
      if !held.endings.isEmpty {
        TerminalOutput.write(held.endings.reversed().joined(), to: held.output)
        terminal?.endings = []
      }
      var modes = held.original
      while tcsetattr(held.input, TCSADRAIN, &modes) == -1 && errno == EINTR {}
    }
  }
}
