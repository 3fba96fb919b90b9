/// Pasted characters that wait to be read, as if they were typed.
package struct PasteQueue {
  /// The sequences that a terminal sends around pasted text in bracketed paste mode.
  static let start = "\u{1B}[200~"
  static let end = "\u{1B}[201~"

  private var characters: [Unicode.Scalar] = []
  private var readCount = 0

  package init() {}

  /// Adds pasted text. A line break becomes Enter, a tab becomes a space, and other control
  /// characters are dropped: pasted text must not act as keys.
  package mutating func add(_ pasted: some Sequence<Unicode.Scalar>) {
    var before: Unicode.Scalar = " "
    for scalar in pasted {
      switch scalar {
      // A line break of two characters. The terminal driver may have swapped them.
      case "\n" where before == "\r", "\r" where before == "\n":
        before = " "
        continue
      case "\n", "\r": characters.append("\n")
      case "\t": characters.append(" ")
      case _ where scalar.properties.generalCategory == .control: break
      default: characters.append(scalar)
      }
      before = scalar
    }
  }

  /// Pasted text as it is inserted for review before Enter: without trailing line breaks, and for a
  /// transcript only the commands, which are the lines after `> `.
  static func held(_ pasted: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    var queue = PasteQueue()
    queue.add(pasted)
    var lines = queue.characters.split(separator: "\n", omittingEmptySubsequences: false)
    let mark: [Unicode.Scalar] = [">", " "]
    if lines.contains(where: { $0.starts(with: mark) }) {
      lines = lines.filter { $0.starts(with: mark) }.map { $0.dropFirst(mark.count) }
    }
    while let last = lines.last, last.isEmpty { lines.removeLast() }
    return Array(lines.joined(separator: ["\n"]))
  }

  /// Pasted text as one line.
  static func line(of pasted: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    var queue = PasteQueue()
    queue.add(pasted)
    return queue.characters.map { $0 == "\n" ? " " : $0 }
  }

  package mutating func next() -> Unicode.Scalar? {
    guard readCount < characters.count else {
      clear()
      return nil
    }
    readCount += 1
    return characters[readCount - 1]
  }

  package mutating func clear() {
    characters = []
    readCount = 0
  }
}
