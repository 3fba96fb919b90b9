import ParlorEngine

/// The meaning of patterns in expected replies, in the words of the manual.
enum PatternMeaning {
  static let placeholders: [(String, String)] = [
    ("<int>", "an integer, with or without commas between thousands"),
    ("<float>", "a number with or without a fraction"),
    ("<dice>", "faces of dice"),
    ("<duration>", "a span of time, such as 10s or 0:42"),
    ("<date>", "a date, with or without a time of day"),
    ("<word>", "anything without a blank"),
  ]

  static let suffixes: [(String, String)] = [
    ("(re)", "the whole line matches a regular expression"),
    ("(glob)", "the whole line matches a glob: `*` is any text, `?` any character"),
    ("(esc)", "the line has the escapes \\t, \\e, \\xHH and \\\\"),
    ("(literal)", "the text itself, even if it looks like a pattern"),
    ("(?)", "the line may be missing"),
    ("(*)", "any number of such lines"),
    ("(+)", "at least one such line"),
    ("(3 times)", "exactly that many such lines"),
  ]

  /// The meaning of a place in an expected line, and the bytes that have it.
  static func of(_ line: ArraySlice<UInt8>, at offset: Int) -> (Range<Int>, String)? {
    var start = line.startIndex
    while let placeholder = TranscriptSyntax.nextPlaceholder(in: line, from: start) {
      start = placeholder.range.upperBound
      if placeholder.range.contains(offset) { return (placeholder.range, meaning(of: placeholder)) }
    }
    if let ending = TranscriptSyntax.ending(of: line) {
      let range = ending.body.endIndex..<line.endIndex
      if range.contains(offset) || offset == line.endIndex {
        return (range, meaning(of: ending))
      }
    }
    return TranscriptSyntax.marker(of: line).map {
      (line.startIndex..<line.endIndex, meaning(of: $0))
    }
  }

  private static func meaning(of placeholder: TranscriptSyntax.Placeholder) -> String {
    func kind(_ kind: TranscriptSyntax.PlaceholderKind) -> String {
      placeholders.first { $0.0 == "<\(kind.rawValue)>" }?.1 ?? kind.rawValue
    }
    switch placeholder.content {
    case .typed(let type): return "matches \(kind(type))"
    case .capture(let name, let type): return "matches \(kind(type)), and captures it as `\(name)`"
    case .use(let sum):
      let names = sum.terms.map { "`\($0.name)`" }.joined(separator: " and ")
      return sum.single == nil ? "a sum with the value of \(names)" : "the value of \(names)"
    }
  }

  private static func meaning(of ending: TranscriptSyntax.Ending) -> String {
    let known = suffixes.first { $0.0 == "(\(ending.word))" }?.1
    if let known { return known }
    if let suggestion = ending.suggestion { return "unknown suffix; did you mean `\(suggestion)`?" }
    let notation = ending.notation.flatMap { notation in
      suffixes.first { $0.0 == "(\(notation.rawValue))" }?.1
    }
    let count: String? =
      switch ending.count {
      case .optional: "it may be missing"
      case .any: "any number of such lines"
      case .many: "at least one such line"
      case .times(let number): "exactly \(number) such lines"
      case nil: nil
      }
    return [notation, count].compactMap(\.self).joined(separator: "; ")
  }

  private static func meaning(of marker: TranscriptSyntax.Marker) -> String {
    switch marker {
    case .anyLines: "any lines, or none"
    case .absent: "no line of the reply contains this text"
    case .unordered: "the lines up to `(end)` in any order"
    case .end: "the end of the lines in any order"
    case .known: "the command is expected to fail, for this reason"
    case .error: "any error of this code"
    case .json: "the value at this path of a reply in JSON"
    case .misspelled(let suggestion): "did you mean `\(suggestion)`?"
    }
  }
}
