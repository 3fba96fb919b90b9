/// What could be typed at a place in a line.
package struct LineCompletion: Sendable, Equatable {
  /// The bytes that a candidate replaces; they end at the cursor.
  package var range: Range<Int>
  /// The candidates, in the order in which they are to be listed.
  package var candidates: [LineCandidate]

  package init(range: Range<Int>, candidates: [LineCandidate]) {
    self.range = range
    self.candidates = candidates
  }
}

/// Something that could be typed next.
package struct LineCandidate: Sendable, Equatable {
  /// What takes the place of the replaced bytes. One with control characters is never offered.
  package var text: String
  /// What it means, in a few words; may be empty.
  package var detail: String
  /// Whether a blank follows it.
  package var isComplete: Bool

  package init(text: String, detail: String = "", isComplete: Bool = true) {
    self.text = text
    self.detail = detail
    self.isComplete = isComplete
  }
}
