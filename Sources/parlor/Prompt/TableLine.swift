import LineSyntax
import ParlorKit

/// A line that is typed at a table. The cursor is at its end.
struct TableLine {
  /// The line as it stands.
  private(set) var text: String
  private var choice: Choice?

  /// Texts of which one takes the place of the end of the line.
  private struct Choice {
    /// The text that was typed, and its part that stays.
    var typed: String
    var kept: String
    var entries: [Suggestion]
    var selected: Int?
    /// Whether the entries are earlier lines that contain the typed text, which further keys change.
    var isSearch: Bool
  }

  init(_ text: String) { self.text = text }

  /// Adds typed or pasted text.
  mutating func type(_ added: String, _ earlier: () -> [String]) {
    guard let choice, choice.isSearch else { return self = TableLine(text + added) }
    search(for: choice.typed + added, earlier())
  }

  /// Removes the last character, in a search of the text that is searched for; returns whether the line
  /// stays open.
  mutating func erase(_ earlier: () -> [String]) -> Bool {
    if let choice, choice.isSearch {
      search(for: String(choice.typed.dropLast()), earlier())
      return true
    }
    defer { self = TableLine(String(text.dropLast())) }
    return !text.isEmpty
  }

  /// Ends a search or closes the list of Tab, with the text that was typed; returns whether there was one.
  mutating func dismiss() -> Bool {
    guard let choice else { return false }
    self = TableLine(choice.typed)
    return true
  }

  /// Tab: completes the line as far as it is certain, then shows a list, and then selects its entries in turn.
  mutating func complete(by step: Int, _ completer: (ArraySlice<UInt8>) -> Completion) {
    if let choice, !choice.isSearch { return select(by: step) }
    let bytes = Array(text.utf8)
    let completion = completer(bytes[...])
    let entries = completion.suggestions.filter {
      $0.text.unicodeScalars.allSatisfy(\.isDisplayable)
    }
    guard let first = entries.first, completion.range.upperBound == bytes.count else { return }
    let kept = String(decoding: bytes[..<completion.range.lowerBound], as: UTF8.self)
    let word = String(decoding: bytes[completion.range], as: UTF8.self)
    let common = entries.dropFirst().reduce(first.text) { $0.commonPrefix(with: $1.text) }
    if entries.count == 1 {
      self = TableLine(kept + first.typed)
    } else if common.count > word.count, common.hasPrefix(word) {
      self = TableLine(kept + common)
    } else {
      choice = Choice(typed: text, kept: kept, entries: entries, isSearch: false)
    }
  }

  /// Ctrl-R: looks for earlier lines that contain the text, and again for an older one.
  mutating func search(_ earlier: () -> [String]) {
    if let choice, choice.isSearch {
      if (choice.selected ?? 0) + 1 < choice.entries.count { select(by: 1) }
    } else {
      search(for: text, earlier())
    }
  }

  private mutating func search(for wanted: String, _ earlier: [String]) {
    var seen: Set<String> = []
    let found = earlier.reversed().filter { $0.contains(wanted) && seen.insert($0).inserted }
    choice = Choice(
      typed: wanted, kept: "", entries: found.map { Suggestion($0, isComplete: false) },
      isSearch: true)
    text = wanted
    if !found.isEmpty { select(by: 1) }
  }

  private mutating func select(by step: Int) {
    guard var choice, !choice.entries.isEmpty else { return }
    let count = choice.entries.count
    let selected = ((choice.selected ?? (step > 0 ? -1 : count)) + step + count) % count
    choice.selected = selected
    text = choice.kept + choice.entries[selected].typed
    self.choice = choice
  }

  /// The rows of what can be chosen, if there is a choice.
  ///
  /// - Parameters:
  ///   - mark: the mark before the one that is chosen.
  ///   - most: how many entries there may be.
  func list(mark: String, most: Int) -> [String] {
    guard let choice else { return [] }
    let count = choice.entries.count
    let start = max(0, min((choice.selected ?? 0) - most / 2, count - most))
    let end = min(start + most, count)
    var rows = (start..<end).map { index in
      let entry = choice.entries[index]
      let detail = entry.detail.isEmpty ? "" : "  " + entry.detail
      return (index == choice.selected ? mark : " ") + " " + entry.text + detail
    }
    if end - start < count { rows.append("  \(end - start) of \(count)") }
    if choice.isSearch {
      rows.insert(
        count == 0
          ? "No earlier line has `\(choice.typed)`." : "Earlier lines with `\(choice.typed)`:",
        at: 0)
    }
    return rows
  }
}

extension Suggestion {
  /// The text as it is put into a line.
  fileprivate var typed: String { text + (isComplete ? " " : "") }
}

extension String {
  /// The beginning that two texts have in common.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
