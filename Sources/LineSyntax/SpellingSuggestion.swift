/// Which known words a mistyped one may have been meant for.
package enum SpellingSuggestion {
  /// Known words at most two edits away (one, for words of five letters or fewer), nearest
  /// first, at most three; if none is one edit away, rather those that begin with the word.
  package static func nearest(to word: String, among known: [String]) -> [String] {
    guard word.utf8.count <= 32 else { return [] }
    let reach = word.utf8.count <= 5 ? 1 : 2
    var seen: Set<String> = []
    let ranked = known.filter { seen.insert($0).inserted }.enumerated()
      .map { (distance(word, $0.element), $0.offset, $0.element) }
      .filter { $0.0 <= reach }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    if ranked.first.map({ $0.0 <= 1 }) != true {
      let longer = known.filter {
        word.utf8.count > 1 && $0.hasPrefix(word) && seen.remove($0) != nil
      }
      if !longer.isEmpty { return longer }
    }
    return ranked.prefix(3).map(\.2)
  }

  /// The number of insertions, deletions, substitutions and swaps of neighbours between two words
  /// (optimal string alignment; Boytsov, "Indexing Methods for Approximate Dictionary
  /// Searching", section 2).
  package static func distance(_ one: String, _ other: String) -> Int {
    let (a, b) = (Array(one.unicodeScalars), Array(other.unicodeScalars))
    var rows = [Array(0...b.count)]
    for i in 1..<max(1, a.count + 1) {
      var row = [i]
      for j in 1..<max(1, b.count + 1) {
        var best = min(rows[i - 1][j], row[j - 1]) + 1
        best = min(best, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
