/// The completions of a line that is being typed.
public struct Completion: Sendable, Equatable {
  /// The bytes of the line that a suggestion replaces; the range ends at the cursor.
  public var range: Range<Int>
  /// The possible continuations, in the order in which to list them.
  public var suggestions: [Suggestion]

  package init(range: Range<Int>, suggestions: [Suggestion]) {
    self.range = range
    self.suggestions = suggestions
  }
}

/// A word, or the rest of a line, that could be typed next.
public struct Suggestion: Sendable, Equatable {
  /// The text that replaces the range of the completion.
  public var text: String
  /// A few words that explain it; may be empty.
  public var detail: String
  /// Whether the word is complete, so that a space follows it.
  public var isComplete: Bool

  package init(_ text: String, _ detail: String = "", isComplete: Bool = true) {
    self.text = text
    self.detail = detail
    self.isComplete = isComplete
  }
}

/// A continuation of a line, shown dimmed behind the cursor.
package struct Ghost: Sendable, Equatable {
  /// The text behind the end of the line.
  package var text: String
  /// Whether a key can insert the text. A usage form such as `D…` is only for reading.
  package var isInsertable: Bool

  package init(text: String, isInsertable: Bool) {
    self.text = text
    self.isInsertable = isInsertable
  }
}
