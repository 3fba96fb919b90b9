import LineSyntax

/// Brings earlier lines back: Up and Down, and the search with Ctrl-R.
///
/// The search of libedit is not used: it reads the text as a regular expression, and takes
/// characters such as `č` for control keys.
final class HistoryBrowser {
  /// A direction through the history.
  enum Direction {
    case older
    case newer
  }

  private let editLine: EditLine
  private let history: History
  private var walk: HistoryWalk?
  private var search: HistorySearch?
  /// The text of the previous search.
  private var formerNeedle: [Unicode.Scalar] = []
  /// The line with the last word that was inserted, and how many lines it took.
  private var lastWord: (line: EditedLine, word: [Unicode.Scalar], count: Int)?

  init(_ editLine: EditLine, _ history: History) {
    self.editLine = editLine
    self.history = history
  }

  var isSearching: Bool { search != nil }

  /// The lines that the running search finds, to show below the line.
  func menu(below line: EditedLine) -> SuggestionMenu? { search?.menu(below: line) }

  /// Starts again at the newest line.
  func reset() {
    walk = nil
    lastWord = nil
  }

  /// Runs the function of Up, or of Down.
  func move(_ direction: Direction) {
    let line = editLine.line
    let entries = history.entries
    var next = walk ?? HistoryWalk(from: line, entries: entries.count)
    if next.shown.characters != line.characters {
      next = HistoryWalk(from: line, entries: entries.count)
    }
    let found = direction == .older ? next.older(in: entries) : next.newer(in: entries)
    walk = next
    if let found {
      editLine.line = found
    }
  }

  /// Shows the oldest line, or with `.newer` the typed one again.
  func jump(_ direction: Direction) {
    let line = editLine.line
    let entries = history.entries
    var next = walk ?? HistoryWalk(from: line, entries: entries.count)
    if next.shown.characters != line.characters {
      next = HistoryWalk(from: line, entries: entries.count)
    }
    let found = direction == .older ? next.oldest(in: entries) : next.typedLine(entries.count)
    walk = next
    if let found {
      editLine.line = found
    }
  }

  /// Inserts the last word of the previous line; when repeated, that of the line before it.
  func insertLastWord() {
    var count = 0
    if let lastWord, lastWord.line == editLine.line {
      count = lastWord.count
      editLine.replace(lastWord.word.count, with: [])
    }
    guard let word = lastWord(count) else { return lastWord = nil }
    editLine.replace(0, with: word)
    lastWord = (editLine.line, word, count + 1)
  }

  /// The last word of the line that has `count` lines after it; lines without words do not count.
  func lastWord(_ count: Int) -> [Unicode.Scalar]? {
    let words = history.entries.lazy.reversed().compactMap { Self.lastWord(of: $0) }
    return words.dropFirst(count).first
  }

  private static func lastWord(of line: [UInt8]) -> [Unicode.Scalar]? {
    line.split(separator: 0x20).last.map {
      Array(String(decoding: $0, as: UTF8.self).unicodeScalars)
    }
  }

  /// Runs the function of Ctrl-R: reads keys until one of them ends the search.
  ///
  /// A key that is not a key of the search accepts the found line, and then acts as usual.
  ///
  /// - Parameter runs: whether Enter runs the found line instead of only showing it.
  /// - Returns: false if the whole line must end.
  func search(_ keys: KeyReader, runs: Bool, showPrompt: (String) -> Void) -> Bool {
    let typed = editLine.line
    var search = HistorySearch(from: typed, in: history.entries)
    defer { finish(search) }
    while true {
      self.search = search
      editLine.line = search.line
      showPrompt(search.prompt)
      guard let key = keys.next() else {
        editLine.line = typed
        return false
      }
      switch key {
      case "\u{12}": search.older(orFor: formerNeedle)
      case "\u{7F}", "\u{8}": search.removeLast()
      case "\u{7}":
        editLine.line = typed
        return true
      case "\u{1B}":
        if keys.skipPasteStart() {
          search.append(PasteQueue.line(of: keys.readPaste() ?? []))
        } else if keys.hasMore {
          keys.pushBack([key])
          return true
        } else {
          editLine.line = typed
          return true
        }
      case "\r" where !runs, "\n" where !runs: return true
      case _ where key.properties.generalCategory == .control:
        keys.pushBack([key])
        return true
      default: search.append([key])
      }
    }
  }

  private func finish(_ finished: HistorySearch) {
    walk = finished.walk
    if !finished.needle.isEmpty {
      formerNeedle = finished.needle
    }
    search = nil
  }
}

/// A walk with Up and Down through the lines that begin like the typed line.
struct HistoryWalk {
  /// The line before the first step.
  private let typed: EditedLine
  /// The line that the last step has shown. A change to any other line starts a new walk.
  private(set) var shown: EditedLine
  /// The beginning of all lines of the walk.
  private let prefix: [UInt8]
  /// The index of the shown line, or the number of entries for the typed line.
  private var index: Int

  /// A walk from a typed line, which is newer than all entries.
  init(from typed: EditedLine, entries: Int) {
    self.typed = typed
    shown = typed
    prefix = typed.bytes
    index = entries
  }

  /// A walk through all lines, from one that a search has found.
  init(from typed: EditedLine, found: EditedLine, at index: Int) {
    self.typed = typed
    shown = found
    prefix = []
    self.index = index
  }

  /// Moves to the next older line and returns it; `nil` if there is none.
  mutating func older(in entries: [[UInt8]]) -> EditedLine? {
    let current = shown.bytes
    let found = entries[..<index].lastIndex { $0.starts(with: prefix) && $0 != current }
    return found.map { show(EditedLine(entries[$0]), at: $0) }
  }

  /// Moves to the next newer line, and finally to the typed one; `nil` after that.
  mutating func newer(in entries: [[UInt8]]) -> EditedLine? {
    guard index < entries.count else { return nil }
    let found = entries[(index + 1)...].firstIndex {
      $0.starts(with: prefix) && $0 != prefix
    }
    return found.map { show(EditedLine(entries[$0]), at: $0) } ?? show(typed, at: entries.count)
  }

  /// Moves to the oldest line, and returns it; `nil` if there is none.
  mutating func oldest(in entries: [[UInt8]]) -> EditedLine? {
    entries.first.map { show(EditedLine($0), at: 0) }
  }

  /// Returns to the typed line.
  mutating func typedLine(_ count: Int) -> EditedLine? { show(typed, at: count) }

  private mutating func show(_ line: EditedLine, at place: Int) -> EditedLine {
    index = place
    shown = line
    return line
  }
}

/// An incremental search backwards through the history for a literal text.
struct HistorySearch {
  /// The text to find.
  private(set) var needle: [Unicode.Scalar] = []
  /// The line before the search.
  private let typed: EditedLine
  /// The line that was found last.
  private var found: EditedLine?
  /// Whether no older line contains the needle.
  private var hasFailed = false

  private let entries: [[UInt8]]
  /// The index of the found line, or the number of entries.
  private var index: Int

  init(from typed: EditedLine, in entries: [[UInt8]]) {
    self.typed = typed
    self.entries = entries
    index = entries.count
  }

  /// The prompt during the search.
  var prompt: String {
    "(\(hasFailed ? "failed search" : "search")) `\(String(String.UnicodeScalarView(needle)))`: "
  }

  /// The line to show.
  var line: EditedLine { found ?? typed }

  /// The most lines that are listed.
  private static let listedCount = 100

  /// The lines that contain the needle, the newest first and each once; `nil` if there is only one.
  func menu(below line: EditedLine) -> SuggestionMenu? {
    guard !needle.isEmpty else { return nil }
    let bytes = Array(String(String.UnicodeScalarView(needle)).utf8)
    var seen: Set<[UInt8]> = []
    for entry in entries.reversed() where Self.lastOffset(of: bytes, in: entry) != nil {
      guard seen.count < Self.listedCount else { break }
      seen.insert(entry)
    }
    guard seen.count > 1 else { return nil }
    var found = entries.reversed().filter { seen.remove($0) != nil }
    let current = self.found?.bytes
    let selected = found.firstIndex { $0 == current }
    found = found.map { $0.map { $0 < 0x20 ? 0x20 : $0 } }
    return SuggestionMenu(
      suggestions: found.map { Suggestion(String(decoding: $0, as: UTF8.self)) }, start: 0,
      typed: line, line: line, selected: selected, mark: needle)
  }

  /// A walk with Up and Down from the found line.
  var walk: HistoryWalk? {
    found.map { HistoryWalk(from: typed, found: $0, at: index) }
  }

  /// Extends the needle. The line that was found already may match again.
  mutating func append(_ more: some Sequence<Unicode.Scalar>) {
    needle += more
    search(through: min(index, entries.count - 1))
  }

  /// Shortens the needle, and searches from the newest line on.
  mutating func removeLast() {
    guard !needle.isEmpty else { return }
    needle.removeLast()
    index = entries.count
    found = nil
    hasFailed = false
    if !needle.isEmpty {
      search(through: entries.count - 1)
    }
  }

  /// Finds an older line. If there is no needle yet, it becomes `former`.
  mutating func older(orFor former: [Unicode.Scalar]) {
    if needle.isEmpty {
      append(former)
    } else {
      search(through: index - 1)
    }
  }

  private mutating func search(through last: Int) {
    guard !needle.isEmpty else { return }
    let bytes = Array(String(String.UnicodeScalarView(needle)).utf8)
    for place in stride(from: last, through: 0, by: -1) {
      guard let start = Self.lastOffset(of: bytes, in: entries[place]) else { continue }
      var line = EditedLine(entries[place])
      line.cursor = line.characterCount(inBytes: start) ?? 0
      guard line.characters != found?.characters || place == index else { continue }
      index = place
      found = line
      hasFailed = false
      return
    }
    hasFailed = true
  }

  private static func lastOffset(of needle: [UInt8], in line: [UInt8]) -> Int? {
    guard needle.count <= line.count else { return nil }
    return (0...line.count - needle.count).last { start in
      line[start] == needle[0] && line[start..<start + needle.count].elementsEqual(needle)
    }
  }
}
