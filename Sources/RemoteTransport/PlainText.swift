/// Makes untrusted text safe to show: one line, without control characters for the terminal.
package enum PlainText {
  /// In characters.
  private static let maxLength = 400

  /// Line breaks, `<br/>` and runs of blanks become one blank; control characters and those that
  /// change the direction of text are removed.
  package static func of(_ text: String) -> String {
    var result = ""
    var isApart = false
    var rest = text[...]
    while let character = rest.first, result.count < maxLength {
      if let tag = tag(rest) {
        rest = rest.dropFirst(tag)
        isApart = true
        continue
      }
      rest = rest.dropFirst()
      if character.isWhitespace {
        isApart = true
        continue
      }
      let kept = character.unicodeScalars.filter { !isHidden($0) }
      guard !kept.isEmpty else { continue }
      if isApart, !result.isEmpty { result += " " }
      isApart = false
      result.unicodeScalars.append(contentsOf: kept)
    }
    return result
  }

  /// The length of a `<br>` at the start of a text.
  private static func tag(_ text: Substring) -> Int? {
    let start = text.prefix(6).lowercased()
    return ["<br>", "<br/>", "<br />"].first { start.hasPrefix($0) }?.count
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
