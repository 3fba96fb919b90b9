package import Platform

/// Returns the completions of a line at the cursor, which is a byte offset into its UTF-8.
///
/// The editor calls it, like the other two, on its own thread within `readLine`, between two keys:
/// it has a few milliseconds. Suggestions with control characters are not offered.
package typealias Completer = (_ line: [UInt8], _ cursor: Int) -> Completion

/// Returns the hint for a line with the cursor at its end. `history` holds the earlier lines, the
/// newest first and without repeats.
package typealias Hinter =
  (_ line: [UInt8], _ history: ReversedCollection<[[UInt8]]>) -> Hint?

/// Returns the coloured parts of a line: byte ranges, and the escape sequence (SGR) that starts
/// the colour. The editor ends it.
package typealias Highlighter = (_ line: [UInt8]) -> [(range: Range<Int>, escape: String)]
