import LibC
import LineEditing
import LineSyntax

/// A small language, for completion, ghosts and colours.
enum ProbeLanguage {
  static func apply(to editor: LineEditor) {
    editor.completer = complete
    editor.ghostSource = ghost
    editor.highlighter = highlight
    // A line with an odd number of quotes is not complete.
    editor.missingPart = { line in
      line.count { $0 == UInt8(ascii: "\"") } % 2 == 1 ? "{close the quote}" : nil
    }
  }

  private static let verbs = [
    Suggestion("bank", "keep the points"),
    Suggestion("hold", "keep some dice"),
    Suggestion("reveal", "look under a cell"),
    Suggestion("roll", "roll the dice"),
    Suggestion("rollback", "undo\u{1B}[31m the roll"),
    Suggestion("žlutá", "yellow"),
    Suggestion("žluťoučký", "yellowish"),
    Suggestion("漢字", "wide"),
    Suggestion("evil\u{1B}[2J", "not to be offered"),
  ]

  /// Suggests verbs; after `many`, a hundred numbers; after `open`, incomplete paths; after `cells`,
  /// words without details.
  private static func complete(_ line: [UInt8], _ cursor: Int) -> Completion {
    let before = String(decoding: line[..<cursor], as: UTF8.self)
    let words = before.split(separator: " ", omittingEmptySubsequences: false)
    let word = words.last ?? ""
    let suggestions: [Suggestion]
    switch words.count > 1 ? words[0] : "" {
    case "": suggestions = verbs
    case "many": suggestions = (1...100).map { Suggestion("m\($0)", "no. \($0)") }
    case "open":
      suggestions = ["files/", "folder/"].map { Suggestion($0, isComplete: false) }
    case "cells":
      suggestions = (1...9).flatMap { row in (1...4).map { Suggestion("\(row)\($0)") } }
    default: suggestions = []
    }
    return Completion(
      range: cursor - word.utf8.count..<cursor,
      suggestions: suggestions.filter { $0.text.hasPrefix(word) })
  }

  /// The rest of an earlier line with the same beginning; after `hold `, its usage; after `long`, a long text;
  /// after `wait`, `ed`, once somebody writes to the pipe named `PROBE_PIPE`.
  private static func ghost(
    _ line: [UInt8], _ earlier: [[UInt8]]
  ) -> Ghost? {
    guard !line.isEmpty else { return nil }
    if let found = earlier.first(where: { $0.count > line.count && $0.starts(with: line) }) {
      return Ghost(text: String(decoding: found[line.count...], as: UTF8.self), isInsertable: true)
    }
    switch String(decoding: line, as: UTF8.self) {
    case "hold ": return Ghost(text: "D…", isInsertable: false)
    case "long": return Ghost(text: String(repeating: " word", count: 40), isInsertable: true)
    case "wait":
      guard let pipe = getenv("PROBE_PIPE") else { return nil }
      close(open(pipe, O_RDONLY))
      return Ghost(text: "ed", isInsertable: true)
    case "bad": return Ghost(text: "\u{1B}[2J", isInsertable: true)
    default: return nil
    }
  }

  /// The first word is green if it is a verb, otherwise red; numbers are cyan.
  private static func highlight(_ line: [UInt8]) -> [(range: Range<Int>, escape: String)] {
    var highlights: [(range: Range<Int>, escape: String)] = []
    var start = 0
    for word in line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      let range = start..<start + word.count
      let text = String(decoding: word, as: UTF8.self)
      if start == 0, !word.isEmpty {
        let isVerb = verbs.contains { $0.text == text }
        highlights.append((range, "\u{1B}[\(isVerb ? 32 : 31)m"))
      } else if Int(text) != nil {
        highlights.append((range, "\u{1B}[36m"))
      }
      start = range.upperBound + 1
    }
    return highlights
  }
}
