/// A word, or the rest of a line, that could be typed next.
package struct Candidate: Sendable, Equatable {
  /// What takes the place of the word under the cursor.
  package var text: String
  /// What it means, in a few words.
  package var detail: String
  /// Whether a blank follows, because the word is complete.
  package var isComplete = true

  package init(_ text: String, _ detail: String = "", isComplete: Bool = true) {
    self.text = text
    self.detail = detail
    self.isComplete = isComplete
  }
}

/// What could be typed at a place in a line.
package struct Completion: Sendable, Equatable {
  /// The bytes of the line that a candidate replaces; they end at the cursor.
  package var range: Range<Int>
  /// The candidates, the likeliest first. All of them can be typed now: nothing that would be
  /// refused is among them.
  package var candidates: [Candidate]
}
