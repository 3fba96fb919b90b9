import LibC

/// The terminal that the program may have been started from.
package enum Terminal {
  /// Whether a person types at standard input and reads standard output.
  package static var isInteractive: Bool { isatty(0) == 1 && isatty(1) == 1 }

  /// The rows of the terminal at standard output; nothing if they cannot be told.
  package static var rows: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
    return Int(size.ws_row)
  }

  /// Whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
