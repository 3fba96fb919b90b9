/// A word of a line: a range of its bytes and how it was written.
struct Token {
  /// Where the word stands in the line, quotes and the name of an option included.
  var range: Range<Int>
  /// Where its content stands, without quotes and without the name of an option.
  var content: Range<Int>
  /// Whether the content is quoted.
  var isQuoted = false
  /// Whether the quoted content has `\"` or `\\` in it.
  var hasEscapes = false
  /// Where the name of an option stands, if the word is one.
  var name: Range<Int>?
}
