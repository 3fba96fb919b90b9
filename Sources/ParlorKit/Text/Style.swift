/// The roles of text; a terminal shows them as colours.
public enum Style: Sendable, CaseIterable {
  /// Important: names, results.
  case strong
  /// Unimportant.
  case faint
  /// Good news: points, wins.
  case good
  /// Bad news: losses, errors.
  case bad
  /// Worth noticing.
  case notice
  /// Numbers in a typed line.
  case number
  /// Quoted words in a typed line.
  case quoted
  /// Waiting for the player.
  case awaited
  /// Over and done.
  case done
  /// Earned once and for all.
  case treasure

  /// The parameters of the SGR sequence (ECMA-48, 8.3.117).
  ///
  /// Each colour has a contrast of at least 3 with black, white and both backgrounds of Solarized, in the palettes of
  /// xterm, VGA, Tango and Solarized. Of the 16 colours that themes change, only 35 and 91 have.
  private var code: String {
    switch self {
    case .strong: "1"
    case .faint: "2"
    case .good: "38;5;28"
    case .bad: "91"
    case .notice: "38;5;136"
    case .number: "38;5;30"
    case .quoted: "35"
    case .awaited: "38;5;166"
    case .done: "38;5;33"
    case .treasure: "1;38;5;136"
    }
  }

  /// The escape sequence that turns the style on.
  public var start: String { "\u{1B}[\(code)m" }

  /// The escape sequence that turns the style on in texts of plugins. It never changes: hosts and plugins may be of
  /// different versions.
  package var startInPlugins: String {
    switch self {
    case .strong, .faint, .quoted: start
    case .good: "\u{1B}[32m"
    case .bad: "\u{1B}[31m"
    case .notice: "\u{1B}[33m"
    case .number: "\u{1B}[36m"
    case .awaited: "\u{1B}[38;5;208m"
    case .done: "\u{1B}[34m"
    case .treasure: "\u{1B}[38;5;221m"
    }
  }

  /// The escape sequence that turns every style off.
  public static let end = "\u{1B}[0m"
}

/// Text in a style.
public struct Styled<Content: TextWritable>: TextWritable {
  private let style: Style
  private let content: Content

  /// Content in a style.
  public init(_ style: Style, _ content: Content) {
    self.style = style
    self.content = content
  }

  /// Writes the content, between escape codes if the writer is styled.
  public func write(to text: inout TextWriter) {
    if text.isStyled { text.write(style.start) }
    content.write(to: &text)
    if text.isStyled { text.write(Style.end) }
  }
}
