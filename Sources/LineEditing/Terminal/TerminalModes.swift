import LibC
import Synchronization

/// The modes of the terminal at the start of the program. They are restored however it ends.
final class TerminalModes {
  /// The terminal that is edited on; a process has one.
  private struct Terminal {
    let input: Int32
    let output: Int32
    let original: termios
    /// What turns off the modes of the output that are on, in the order in which they were turned on.
    var endings: [String] = []
  }

  private static let terminal = Mutex<Terminal?>(nil)
  /// exit(3) does not run deinitialisers.
  private static let registration: Int32 = atexit { TerminalModes.restore() }

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

  /// Turns on bracketed paste mode, which marks pasted text, until the modes are restored.
  func bracketPastes() { turnOn("\u{1B}[?2004h", until: "\u{1B}[?2004l") }

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

  /// Whether the terminal reads whole lines, its usual mode.
  var areCooked: Bool {
    var modes = termios()
    guard let input = Self.terminal.withLock({ $0?.input }) else { return false }
    return tcgetattr(input, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) != 0
  }

  /// Restores the modes, and keeps input that was not read.
  func restore() {
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
