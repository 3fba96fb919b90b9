import LibC
import Synchronization

/// The terminal's modes as the program found them, put back on every way out of it.
final class TerminalModes {
  /// The one terminal a process edits on.
  private struct Terminal {
    let input: Int32
    let output: Int32
    let original: termios
    var bracketsPastes = false
  }

  private static let terminal = Mutex<Terminal?>(nil)
  /// exit(3) runs no deinitialisers.
  private static let registration: Int32 = atexit { TerminalModes.restore() }

  /// Notes the modes of the terminal `input`; nil if it is none.
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

  /// Asks the terminal to tell pasted text from typed text, until the modes are restored.
  func bracketPastes() {
    Self.terminal.withLock { terminal in
      guard let output = terminal?.output else { return }
      TerminalOutput.write("\u{1B}[?2004h", to: output)
      terminal?.bracketsPastes = true
    }
  }

  /// Shows nothing of what is typed but the end of the line, until the modes are restored.
  ///
  /// Nor does Ctrl-Z stop the process meanwhile: it would go on with a terminal that echoes.
  func hideTyping() {
    Self.terminal.withLock { terminal in
      guard let held = terminal else { return }
      var modes = held.original
      modes.c_lflag = modes.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
      withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VSUSP)] = Self.noKey }
      while tcsetattr(held.input, TCSADRAIN, &modes) == -1 && errno == EINTR {}
    }
  }

  /// What stands for no key in `c_cc`.
  private static var noKey: UInt8 {
    #if canImport(Darwin)
      0xFF
    #else
      0
    #endif
  }

  /// Whether the terminal reads whole lines, as it does for most programs.
  var areCooked: Bool {
    var modes = termios()
    guard let input = Self.terminal.withLock({ $0?.input }) else { return false }
    return tcgetattr(input, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) != 0
  }

  /// Puts the modes back; typed input that was not read stays for who reads next.
  func restore() {
    Self.restore()
  }

  /// In the background the terminal is another program's, and setting it would stop this one.
  private static func restore() {
    terminal.withLock { terminal in
      guard let held = terminal else { return }
      let foreground = tcgetpgrp(held.input)
      guard foreground == -1 || foreground == getpgrp() else { return }
      if held.bracketsPastes {
        TerminalOutput.write("\u{1B}[?2004l", to: held.output)
        terminal?.bracketsPastes = false
      }
      var modes = held.original
      while tcsetattr(held.input, TCSADRAIN, &modes) == -1 && errno == EINTR {}
    }
  }
}
