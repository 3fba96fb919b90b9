import LibC

extension LineEditor {
  /// Whether standard input and output are a terminal that can edit.
  package static var isUsable: Bool {
    isUsable(input: STDIN_FILENO, output: STDOUT_FILENO)
  }

  /// Whether both are terminals, and TERM names one that can move its cursor.
  ///
  /// Where this is false libedit must not be used: it prints escape sequences to a dumb terminal,
  /// and reads files byte by byte. A TERM that terminfo does not know is edited on nevertheless,
  /// after a warning of libedit's.
  package static func isUsable(input: Int32, output: Int32) -> Bool {
    guard isatty(input) == 1, isatty(output) == 1, let name = getenv("TERM") else { return false }
    return !["", "dumb", "emacs"].contains(String(cString: name))
  }
}
