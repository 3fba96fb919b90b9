/// What one call of `readLine` came to; a line, an interrupt and the end are different things.
package enum LineInput: Equatable, Sendable {
  /// A line as UTF-8, without its line end. Characters that were no UTF-8 have become U+FFFD.
  case line([UInt8])
  /// Ctrl-C: what was typed is thrown away, and the program goes on.
  case interrupted
  /// Ctrl-D on an empty line.
  case endOfInput
  /// The terminal is gone; nothing can be written to it any more.
  case hangUp
  /// The process was asked to end, by this signal (SIGTERM).
  case terminated(Int32)
}
