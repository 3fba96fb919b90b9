/// Pasted characters that the editor has yet to take, as if they were typed.
package struct PasteQueue {
  /// What a terminal sends before and after pasted text, when it was asked to.
  static let begin = "\u{1B}[200~"
  static let end = "\u{1B}[201~"

  private var characters: [Unicode.Scalar] = []
  private var taken = 0

  package init() {}

  /// Adds what was pasted. Line ends become Enter, a tab becomes a blank, and other control
  /// characters are left out: pasted text is text, not keys.
  package mutating func add(_ pasted: some Sequence<Unicode.Scalar>) {
    var before: Unicode.Scalar = " "
    for scalar in pasted {
      switch scalar {
      // A line end of two characters, in either order: the terminal driver swaps them.
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

  /// What was pasted as one line.
  static func line(of pasted: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    var queue = PasteQueue()
    queue.add(pasted)
    return queue.characters.map { $0 == "\n" ? " " : $0 }
  }

  package mutating func next() -> Unicode.Scalar? {
    guard taken < characters.count else {
      clear()
      return nil
    }
    taken += 1
    return characters[taken - 1]
  }

  package mutating func clear() {
    characters = []
    taken = 0
  }
}
