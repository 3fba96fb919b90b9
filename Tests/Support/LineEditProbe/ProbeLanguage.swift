import LineEditing

/// A small language: enough to see completion, hints and colours.
enum ProbeLanguage {
  static var assistance: LineAssistance {
    LineAssistance(complete: complete, hint: hint, highlight: highlight)
  }

  private static let verbs = [
    LineCandidate(text: "bank", detail: "keep the points"),
    LineCandidate(text: "hold", detail: "keep some dice"),
    LineCandidate(text: "reveal", detail: "look under a cell"),
    LineCandidate(text: "roll", detail: "roll the dice"),
    LineCandidate(text: "rollback", detail: "undo\u{1B}[31m the roll"),
    LineCandidate(text: "žlutá", detail: "yellow"),
    LineCandidate(text: "žluťoučký", detail: "yellowish"),
    LineCandidate(text: "漢字", detail: "wide"),
    LineCandidate(text: "evil\u{1B}[2J", detail: "not to be offered"),
  ]

  /// Verbs; after `many`, a hundred numbers; after `open`, folders that go on; after `cells`,
  /// words without details.
  private static func complete(_ line: [UInt8], _ cursor: Int) -> LineCompletion {
    let before = String(decoding: line[..<cursor], as: UTF8.self)
    let words = before.split(separator: " ", omittingEmptySubsequences: false)
    let word = words.last ?? ""
    let candidates: [LineCandidate]
    switch words.count > 1 ? words[0] : "" {
    case "": candidates = verbs
    case "many": candidates = (1...100).map { LineCandidate(text: "m\($0)", detail: "no. \($0)") }
    case "open":
      candidates = ["files/", "folder/"].map { LineCandidate(text: $0, isComplete: false) }
    case "cells":
      candidates = (1...9).flatMap { row in (1...4).map { LineCandidate(text: "\(row)\($0)") } }
    default: candidates = []
    }
    return LineCompletion(
      range: cursor - word.utf8.count..<cursor,
      candidates: candidates.filter { $0.text.hasPrefix(word) })
  }

  /// An earlier line that begins alike; after `hold `, how it goes on; after `long`, very much.
  private static func hint(
    _ line: [UInt8], _ earlier: LineAssistance.EarlierLines
  ) -> LineHint? {
    guard !line.isEmpty else { return nil }
    if let found = earlier.first(where: { $0.count > line.count && $0.starts(with: line) }) {
      return LineHint(text: String(decoding: found[line.count...], as: UTF8.self), isTakeable: true)
    }
    switch String(decoding: line, as: UTF8.self) {
    case "hold ": return LineHint(text: "D…", isTakeable: false)
    case "long": return LineHint(text: String(repeating: " word", count: 40), isTakeable: true)
    case "bad": return LineHint(text: "\u{1B}[2J", isTakeable: true)
    default: return nil
    }
  }

  /// The first word green if it is a verb, and else red; numbers cyan.
  private static func highlight(_ line: [UInt8]) -> [LineHighlight] {
    var highlights: [LineHighlight] = []
    var start = 0
    for word in line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      let range = start..<start + word.count
      let text = String(decoding: word, as: UTF8.self)
      if start == 0, !word.isEmpty {
        let isVerb = verbs.contains { $0.text == text }
        highlights.append(LineHighlight(range: range, escape: "\u{1B}[\(isVerb ? 32 : 31)m"))
      } else if Int(text) != nil {
        highlights.append(LineHighlight(range: range, escape: "\u{1B}[36m"))
      }
      start = range.upperBound + 1
    }
    return highlights
  }
}
