import LineSyntax
import ParlorKit

/// Suggestions on the screen, from which more Tabs choose.
struct SuggestionMenu {
  var suggestions: [Suggestion]
  /// The number of characters before those that a suggestion replaces.
  var start: Int
  var typed: EditedLine
  /// The current line. A change to any other line closes the menu.
  var line: EditedLine
  /// The index of the suggestion that is in the line.
  var selected: Int?
  /// A text that is marked wherever it stands in a suggestion. Each suggestion then has a row.
  var mark: [Unicode.Scalar] = []

  /// Selects the suggestion `step` places further, from the last one on to the first.
  mutating func select(_ step: Int) {
    let count = suggestions.count
    let target = selected.map { $0 + step } ?? (step > 0 ? step - 1 : count - 1)
    selected = (target % count + count) % count
  }
}

/// Completes words with Tab: inserts the common beginning of all suggestions, then lists them, then
/// inserts one after another.
final class CompletionController {
  var completer: Completer?

  private let editLine: EditLine
  private var menu: SuggestionMenu?

  init(_ editLine: EditLine) {
    self.editLine = editLine
  }

  /// Closes the menu, without a change to the line.
  func reset() {
    menu = nil
  }

  /// The menu to show below `line`; a menu for another line is closed.
  func menu(below line: EditedLine) -> SuggestionMenu? {
    if menu?.line != line {
      menu = nil
    }
    return menu
  }

  /// Runs the function of Tab, and returns the menu if it opens one.
  func complete() -> SuggestionMenu? {
    let line = editLine.line
    if menu?.line == line {
      cycle(1)
      return nil
    }
    guard let completion = completer?(line.bytes, line.byteCursor) else { return nil }
    let suggestions = completion.suggestions.filter {
      $0.text.unicodeScalars.allSatisfy(\.isDisplayable)
    }
    guard completion.range.upperBound == line.byteCursor,
      let start = line.characterCount(inBytes: completion.range.lowerBound),
      let first = suggestions.first
    else { return nil }
    if suggestions.count == 1 {
      insert(first, from: start)
      return nil
    }
    let word = String(String.UnicodeScalarView(line.characters[start..<line.cursor]))
    let prefix = Self.commonPrefix(of: suggestions.map(\.text))
    if prefix.unicodeScalars.count > word.unicodeScalars.count, prefix.hasPrefix(word) {
      editLine.replace(line.cursor - start, with: prefix.unicodeScalars)
      return nil
    }
    menu = SuggestionMenu(suggestions: suggestions, start: start, typed: line, line: line)
    return menu
  }

  /// Runs the function of Shift-Tab: inserts the previous suggestion.
  func completeBackwards() {
    _ = move(by: -1)
  }

  /// Whether there is a menu for the line.
  var isOpen: Bool { menu != nil && menu?.line == editLine.line }

  /// Closes the menu if a suggestion was selected, which stays in the line.
  ///
  /// - Returns: whether there was one.
  func takeSelected() -> Bool {
    guard isOpen, menu?.selected != nil else { return false }
    menu = nil
    return true
  }

  /// Inserts the suggestion `step` places further, if there is a menu.
  func move(by step: Int) -> Bool {
    guard isOpen else { return false }
    cycle(step)
    return true
  }

  /// Inserts the suggestion in the column to the right or to the left, if the menu has columns.
  ///
  /// - Parameter height: the number of rows of the menu.
  func moveSideways(_ direction: Int, height: Int) -> Bool {
    guard isOpen, let menu, menu.suggestions.count > height else { return false }
    let target = (menu.selected ?? (direction > 0 ? -height : 0)) + direction * height
    guard menu.suggestions.indices.contains(target) else { return true }
    cycle(target - (menu.selected ?? -1))
    return true
  }

  /// Runs the function of Ctrl-G and Escape: closes the menu, and removes the text that it
  /// inserted.
  func dismiss() {
    if let menu, menu.line == editLine.line {
      editLine.line = menu.typed
    }
    menu = nil
  }

  private func cycle(_ step: Int) {
    guard var menu else { return }
    menu.select(step)
    editLine.line = menu.typed
    if let selected = menu.selected {
      insert(menu.suggestions[selected], from: menu.start)
    }
    menu.line = editLine.line
    self.menu = menu
  }

  private func insert(_ suggestion: Suggestion, from start: Int) {
    let line = editLine.line
    let isFollowed = !line.isAtEnd && line.characters[line.cursor] == " "
    let space = suggestion.isComplete && !isFollowed ? " " : ""
    editLine.replace(line.cursor - start, with: (suggestion.text + space).unicodeScalars)
  }

  /// The common beginning, in whole visible characters.
  private static func commonPrefix(of texts: [String]) -> String {
    guard var prefix = texts.first else { return "" }
    for text in texts.dropFirst() {
      prefix = String(zip(prefix, text).prefix { $0 == $1 }.map(\.0))
    }
    return prefix
  }
}
