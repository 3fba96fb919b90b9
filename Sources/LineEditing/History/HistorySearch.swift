/// An incremental search backwards through the history for a literal text.
struct HistorySearch {
  /// The line before the search, which comes back if it is given up.
  let typed: EditedLine
  /// What is looked for.
  private(set) var needle: [Unicode.Scalar] = []
  /// The line that was found last.
  private(set) var found: EditedLine?
  /// Nothing older has the needle.
  private(set) var hasFailed = false

  private let entries: [[UInt8]]
  /// The place of the found line, or the number of entries.
  private var index: Int

  init(from typed: EditedLine, in entries: [[UInt8]]) {
    self.typed = typed
    self.entries = entries
    index = entries.count
  }

  /// What is prompted with meanwhile.
  var prompt: String {
    "(\(hasFailed ? "failed search" : "search")) `\(String(String.UnicodeScalarView(needle)))`: "
  }

  /// The line to show.
  var line: EditedLine { found ?? typed }

  /// A walk with Up and Down from the found line.
  var walk: HistoryWalk? {
    found.map { HistoryWalk(from: typed, found: $0, at: index) }
  }

  /// Looks for more; the line that was found already may have it too.
  mutating func append(_ more: some Sequence<Unicode.Scalar>) {
    needle += more
    search(through: min(index, entries.count - 1))
  }

  /// Looks for less, from the newest line on.
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

  /// Looks for an older line; if there is no needle yet, with `former`.
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
      guard let start = Self.place(of: bytes, in: entries[place]) else { continue }
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

  /// The offset of the last occurrence.
  private static func place(of needle: [UInt8], in line: [UInt8]) -> Int? {
    guard needle.count <= line.count else { return nil }
    return (0...line.count - needle.count).last { start in
      line[start] == needle[0] && line[start..<start + needle.count].elementsEqual(needle)
    }
  }
}
