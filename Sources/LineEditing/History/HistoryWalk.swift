/// The way through the history by Up and Down, among the lines that begin as the typed one.
struct HistoryWalk {
  /// The line before the first step, which is shown again after the last one back.
  let typed: EditedLine
  /// The line that the last step has shown. With any other line a new walk begins.
  private(set) var shown: EditedLine
  /// What the lines begin with.
  private let prefix: [UInt8]
  /// The place of the shown line among the entries, or their number for the typed one.
  private var index: Int

  /// A walk from a typed line, which is newer than all entries.
  init(from typed: EditedLine, entries: Int) {
    self.typed = typed
    shown = typed
    prefix = typed.bytes
    index = entries
  }

  /// A walk through all lines from one that a search has found.
  init(from typed: EditedLine, found: EditedLine, at index: Int) {
    self.typed = typed
    shown = found
    prefix = []
    self.index = index
  }

  /// The next older line, or nil if there is none.
  mutating func older(in entries: [[UInt8]]) -> EditedLine? {
    let current = shown.bytes
    let found = entries[..<index].lastIndex { $0.starts(with: prefix) && $0 != current }
    return found.map { show(EditedLine(entries[$0]), at: $0) }
  }

  /// The next newer line, at last the typed one; nil after that.
  mutating func newer(in entries: [[UInt8]]) -> EditedLine? {
    guard index < entries.count else { return nil }
    let found = entries[(index + 1)...].firstIndex {
      $0.starts(with: prefix) && $0 != prefix
    }
    return found.map { show(EditedLine(entries[$0]), at: $0) } ?? show(typed, at: entries.count)
  }

  private mutating func show(_ line: EditedLine, at place: Int) -> EditedLine {
    index = place
    shown = line
    return line
  }
}
