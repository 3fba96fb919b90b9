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
  /// session only the commands, which are the lines after a prompt.
  ///
  /// - Parameter words: the words with which prompts begin.
  static func held(
    _ pasted: some Sequence<Unicode.Scalar>, after words: [String]
  ) -> [Unicode.Scalar] {
    var queue = PasteQueue()
    queue.add(pasted)
    var lines = queue.characters.split(separator: "\n", omittingEmptySubsequences: false)
    let commands = lines.compactMap { command(of: $0, after: words) }
    if !commands.isEmpty { lines = commands }
    while let last = lines.last, last.isEmpty { lines.removeLast() }
    return Array(lines.joined(separator: ["\n"]))
  }

  /// The command of a line that begins with a prompt: `> `, or `farkle Ann 250> ` for the word
  /// `farkle`; `nil` for other lines.
  package static func command(
    of line: ArraySlice<Unicode.Scalar>, after words: [String]
  ) -> ArraySlice<Unicode.Scalar>? {
    let line = line.drop { $0 == " " }
    guard let end = line.firstIndex(of: ">"), line[(end + 1)...].first == " " else { return nil }
    let word = line[..<end].prefix { $0 != " " }
    guard word.isEmpty || words.contains(where: { $0.unicodeScalars.elementsEqual(word) }) else {
      return nil
    }
    return line[(end + 2)...]
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
