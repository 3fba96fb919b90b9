import LineSyntax

/// The lines of all legal moves of one state in one piece of memory, for help while a line is
/// typed.
///
/// A board of Minesweeper has thousands of legal moves. They are written once for each state, and
/// what a move would bring is only looked up for the moves that are shown.
package final class MoveIndex {
  /// The forms of moves that cannot be listed.
  package let forms: [String]
  /// The verbs of all moves and forms.
  package let verbs: Set<String>

  /// The lines, one after the other.
  private let bytes: [UInt8]
  /// Where each line ends.
  private let ends: [Int]
  private let describe: (Int) -> String

  /// - Parameters:
  ///   - bytes: the lines, one after the other without separators.
  ///   - ends: where each line ends.
  ///   - forms: the forms of moves that cannot be listed.
  ///   - describe: what the move of an index would bring.
  init(_ bytes: [UInt8], ends: [Int], forms: [String], describe: @escaping (Int) -> String) {
    self.bytes = bytes
    self.ends = ends
    self.forms = forms
    self.describe = describe
    var verbs = Set(forms.map { String($0.prefix { $0 != " " }) })
    var last: ArraySlice<UInt8> = []
    var start = 0
    for end in ends {
      let verb = bytes[start..<end].prefix { $0 != 0x20 }
      if !verb.elementsEqual(last) {
        verbs.insert(String(decoding: verb, as: UTF8.self))
        last = verb
      }
      start = end
    }
    self.verbs = verbs
  }

  /// An index of moves that are known as lines.
  convenience init(_ legal: LegalLines) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for move in legal.moves {
      bytes += Array(move.line.utf8)
      ends.append(bytes.count)
    }
    self.init(bytes, ends: ends, forms: legal.forms) { legal.moves[$0].detail }
  }

  package var count: Int { ends.count }

  /// The line of a move.
  package func line(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  /// The same as bytes.
  package func bytes(_ index: Int) -> ArraySlice<UInt8> { bytes[range(index)] }

  /// What a move would bring, in a few words.
  package func detail(_ index: Int) -> String { describe(index) }

  private func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// The indices of the moves whose lines begin with a text.
  package func moves(beginningWith prefix: String) -> [Int] {
    let prefix = Array(prefix.utf8)
    var found: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for (index, end) in ends.enumerated() {
        if end - start >= prefix.count, Self.matches(bytes, start, prefix) { found.append(index) }
        start = end
      }
    }
    return found
  }

  /// The different words that follow a text, in order, with the number of moves that have each.
  package func words(after prefix: String) -> [(word: String, count: Int)] {
    let prefix = Array(prefix.utf8)
    var places: [String: Int] = [:]
    var words: [(word: String, count: Int)] = []
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for end in ends {
        defer { start = end }
        guard end - start > prefix.count, Self.matches(bytes, start, prefix) else { continue }
        var wordEnd = start + prefix.count
        while wordEnd < end, bytes[wordEnd] != 0x20 { wordEnd += 1 }
        let word = String(decoding: bytes[start + prefix.count..<wordEnd], as: UTF8.self)
        if let place = places[word] {
          words[place].count += 1
        } else {
          places[word] = words.count
          words.append((word, 1))
        }
      }
    }
    return words
  }

  /// Whether a line is that of a legal move.
  package func contains(_ line: String) -> Bool {
    let line = Array(line.utf8)
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for end in ends {
        if end - start == line.count, Self.matches(bytes, start, line) { return true }
        start = end
      }
      return false
    }
  }

  private static func matches(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ prefix: [UInt8]
  ) -> Bool {
    // The lines of one verb differ at their ends.
    for offset in stride(from: prefix.count - 1, through: 0, by: -1)
    where bytes[start + offset] != prefix[offset] {
      return false
    }
    return true
  }
}
