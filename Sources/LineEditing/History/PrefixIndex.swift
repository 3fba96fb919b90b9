/// The lines of a history in the order of their bytes, for finding those with a prefix without
/// looking at all of them.
struct PrefixIndex {
  /// A line, and its age: the greater, the newer.
  private struct Entry {
    var line: [UInt8]
    var number: Int
  }

  private var entries: [Entry] = []

  /// Replaces all lines, oldest first.
  init(_ lines: [[UInt8]] = []) {
    entries = lines.enumerated().map { Entry(line: $0.element, number: $0.offset) }
    entries.sort { $0.line.lexicographicallyPrecedes($1.line) }
  }

  /// The newest lines that begin with `prefix`, at most `limit`, newest first.
  func newest(_ limit: Int, beginningWith prefix: [UInt8]) -> [[UInt8]] {
    let start = partition { $0.lexicographicallyPrecedes(prefix) }
    let end = partition { $0.starts(with: prefix) || $0.lexicographicallyPrecedes(prefix) }
    var found: [Entry] = []
    for entry in entries[start..<max(start, end)] {
      if found.count == limit {
        guard let last = found.last, last.number < entry.number else { continue }
        found.removeLast()
      }
      let place = found.firstIndex { $0.number < entry.number } ?? found.count
      found.insert(entry, at: place)
    }
    return found.map(\.line)
  }

  /// The number of entries, from the first on, whose lines meet a condition.
  private func partition(_ condition: ([UInt8]) -> Bool) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(entries[middle].line) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
