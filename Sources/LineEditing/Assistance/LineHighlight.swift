/// A part of a line, and how it is to be shown.
package struct LineHighlight: Sendable, Equatable {
  /// The bytes.
  package var range: Range<Int>
  /// The escape sequence (SGR) that begins the colour; the editor ends it.
  package var escape: String

  package init(range: Range<Int>, escape: String) {
    self.range = range
    self.escape = escape
  }
}
