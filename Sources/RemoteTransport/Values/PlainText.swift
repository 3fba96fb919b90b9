/// Text of strangers, made fit to be shown: one line, without anything that steers a terminal.
package enum PlainText {
  /// The most characters that are kept.
  private static let most = 400

  /// Breaks, markup such as `<br/>` and runs of blanks become one blank; control characters and
  /// those that turn the direction of writing are left out.
  package static func of(_ text: String) -> String {
    var result = ""
    var isApart = false
    var rest = text[...]
    while let character = rest.first, result.count < most {
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

  /// How many characters a break in markup takes at the beginning of a text.
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
