import Platform

extension LineEditor {
  /// The function of Tab: inserts what all candidates begin with; if there is nothing to insert,
  /// lists them, and then inserts one after the other.
  func complete() {
    if menu?.line == buffer.line {
      return cycle(1)
    }
    let line = buffer.line
    guard let completion = completer?(line.bytes, line.byteCursor) else { return }
    let candidates = completion.suggestions.filter {
      $0.text.unicodeScalars.allSatisfy { !$0.isControl }
    }
    guard completion.range.upperBound == line.byteCursor,
      let start = line.characterCount(inBytes: completion.range.lowerBound), !candidates.isEmpty
    else { return }
    let word = String(String.UnicodeScalarView(line.characters[start..<line.cursor]))
    if candidates.count == 1 {
      return insert(candidates[0], from: start)
    }
    let prefix = Self.commonPrefix(of: candidates.map(\.text))
    if prefix.unicodeScalars.count > word.unicodeScalars.count, prefix.hasPrefix(word) {
      return buffer.replace(line.cursor - start, by: prefix.unicodeScalars)
    }
    menu = CompletionMenu(candidates: candidates, start: start, typed: line, line: line)
    listIfPlain()
  }

  /// The function of Shift-Tab: inserts the candidate before.
  func completeBackwards() {
    if menu?.line == buffer.line {
      cycle(-1)
    }
  }

  /// The function of Ctrl-G: takes the list away, and what was inserted from it.
  func dismissMenu() {
    if let menu, menu.line == buffer.line {
      buffer.set(menu.typed)
    }
    menu = nil
  }

  private func cycle(_ step: Int) {
    guard var menu else { return }
    menu.select(step)
    buffer.set(menu.typed)
    if let selected = menu.selected {
      insert(menu.candidates[selected], from: menu.start)
    }
    menu.line = buffer.line
    self.menu = menu
  }

  private func insert(_ candidate: Suggestion, from start: Int) {
    let line = buffer.line
    let isFollowed = !line.isAtEnd && line.characters[line.cursor] == " "
    let blank = candidate.isComplete && !isFollowed ? " " : ""
    buffer.replace(line.cursor - start, by: (candidate.text + blank).unicodeScalars)
  }

  /// Prints the list where the terminal cannot take it away again.
  private func listIfPlain() {
    guard !isCapable, let menu else { return }
    let list = CandidateList(
      menu.candidates, columns: size.columns, rows: size.rows - 1, hasColor: false)
    let rows = list.rows().map { $0.map(\.text).joined() }
    unsent += "\n" + rows.joined(separator: "\n") + "\n"
    drawPlainly()
  }

  /// Ends between characters as they are seen, not within one.
  private static func commonPrefix(of texts: [String]) -> String {
    guard var prefix = texts.first else { return "" }
    for text in texts.dropFirst() {
      prefix = String(zip(prefix, text).prefix { $0 == $1 }.map(\.0))
    }
    return prefix
  }
}
