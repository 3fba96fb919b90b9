import Platform

/// Candidates that are on the screen, to be chosen from by more Tabs.
struct CompletionMenu {
  var candidates: [Suggestion]
  /// How many characters are before those that a candidate replaces.
  var start: Int
  /// The line as it was typed.
  var typed: EditedLine
  /// The line as it is now; with any other line the menu is gone.
  var line: EditedLine
  /// The candidate that is in the line.
  var selected: Int?

  /// Selects the next candidate, or the one before; after the last one comes the first.
  mutating func select(_ step: Int) {
    let count = candidates.count
    selected = selected.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
  }
}
