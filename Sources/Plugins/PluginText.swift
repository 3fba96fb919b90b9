import ParlorKit

/// A text of a plugin that is safe to show: no control characters, no blank lines, no blanks at the
/// ends of lines, and no line that looks like a command or an error of a transcript.
struct PluginText: Sendable, TextWritable {
  /// The text without colours.
  let plain: String
  /// The text with colours, if it has some.
  private let styled: String?

  /// The escape sequences that a text may have, and what is shown for them.
  private static let styles = Style.allCases.reduce(into: [Style.end: Style.end]) {
    $0[$1.startInPlugins] = $1.start
    $0[$1.start] = $1.start
  }

  private static let maxBytes = 1 << 18

  /// Removes unsafe parts of a text.
  init(_ text: String) {
    guard
      text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 >= 0xC2 }) || text.last == " "
        || text.hasPrefix(">") || text.hasPrefix("error[") || text.utf8.count > Self.maxBytes
    else {
      plain = text
      styled = nil
      return
    }
    var plain: [String] = []
    var styled: [String] = []
    let kept = String(decoding: text.utf8.prefix(Self.maxBytes), as: UTF8.self)
    for line in kept.split(separator: "\n") {
      let (bare, coloured) = Self.cleaned(line)
      guard !bare.allSatisfy({ $0 == " " }) else { continue }
      let mark = bare.hasPrefix("> ") || bare.hasPrefix("error[") ? "  " : ""
      plain.append(mark + Self.trimmed(bare))
      styled.append(mark + Self.trimmed(coloured))
    }
    self.plain = plain.joined(separator: "\n")
    let all = styled.joined(separator: "\n")
    self.styled = all == self.plain ? nil : all
  }

  /// A text on one line, without colours.
  static func line(_ text: String) -> String {
    PluginText(text).plain.split(separator: "\n").joined(separator: " ")
  }

  /// Whether a text is shown unchanged, except for a line break at its end.
  static func isClean(_ text: String) -> Bool {
    let cleaned = PluginText(text)
    let shown = cleaned.styled ?? cleaned.plain
    let text = styles.reduce(text) { $0.replacing($1.key, with: $1.value) }
    return text == shown || text == shown + "\n"
  }

  func write(to text: inout TextWriter) {
    text.write(text.isStyled ? styled ?? plain : plain)
  }

  /// A line without control characters: without colours, and with them.
  private static func cleaned(_ line: Substring) -> (String, String) {
    var (plain, styled) = ("", "")
    var isOpen = false
    var rest = line.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\u{1B}", let (code, style) = style(at: rest) {
        styled += style
        isOpen = style != Style.end
        rest = rest.dropFirst(code.unicodeScalars.count)
        continue
      }
      rest.removeFirst()
      guard scalar.isDisplayable else { continue }
      plain.unicodeScalars.append(scalar)
      styled.unicodeScalars.append(scalar)
    }
    return (plain, isOpen ? styled + Style.end : styled)
  }

  private static func style(
    at text: Substring.UnicodeScalarView
  ) -> (key: String, value: String)? {
    styles.first { text.starts(with: $0.key.unicodeScalars) }
  }

  private static func trimmed(_ line: String) -> String {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
