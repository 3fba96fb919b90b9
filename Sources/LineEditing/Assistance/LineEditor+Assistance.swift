import Platform

/// A hint that is on the screen, and the line it belongs to.
struct ShownHint {
  var line: EditedLine
  var hint: Hint
}

/// What the assistance said of a line, so that it is asked once for each.
struct Advice {
  var characters: [Unicode.Scalar]
  var styles: [String]?
  var hint: Hint?
  var hasHint = false
}

extension LineEditor {
  /// The colour of each character of `line`; nil if there are none.
  func styles(of line: EditedLine) -> [String]? {
    guard !line.characters.isEmpty else { return nil }
    consult(on: line)
    return advice?.styles
  }

  /// What `line` could go on with; nothing that cannot be shown on one row.
  func hint(for line: EditedLine) -> Hint? {
    consult(on: line)
    if advice?.hasHint == false {
      let hint = hinter?(line.bytes, history.entries.reversed())
      let isText = hint?.text.unicodeScalars.allSatisfy { !$0.isControl } ?? false
      advice?.hint = isText ? hint : nil
      advice?.hasHint = true
    }
    return advice?.hint
  }

  private func consult(on line: EditedLine) {
    guard advice?.characters != line.characters else { return }
    let styles = usesColor ? Self.styles(of: line, highlighter?(line.bytes) ?? []) : nil
    advice = Advice(characters: line.characters, styles: styles)
  }

  private static func styles(
    of line: EditedLine, _ highlights: [(range: Range<Int>, escape: String)]
  ) -> [String]? {
    guard !highlights.isEmpty else { return nil }
    let length = line.bytes.count
    var ofBytes = Array(repeating: "", count: length)
    for highlight in highlights {
      for byte in highlight.range.clamped(to: 0..<length) {
        ofBytes[byte] = highlight.escape
      }
    }
    var start = 0
    return line.characters.map { scalar in
      defer { start += UTF8.width(scalar) }
      return ofBytes[start]
    }
  }

  /// Takes the hint over, or one word of it; false if none is on the screen.
  func takeHint(oneWord: Bool = false) -> Bool {
    let line = buffer.line
    guard let shownHint, shownHint.line == line, shownHint.hint.isInsertable else { return false }
    let text = Array(shownHint.hint.text.unicodeScalars)
    var end = text.count
    if oneWord {
      let start = text.firstIndex { $0 != " " } ?? text.count
      end = text[start...].firstIndex(of: " ") ?? text.count
    }
    buffer.replace(0, by: text[..<end])
    return true
  }
}

extension Unicode.Scalar {
  /// A character that does something to a terminal rather than being seen: of C0 and C1, or of the
  /// kind that turns the direction of writing.
  var isControl: Bool {
    if isPlain { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    default: false
    }
  }
}
