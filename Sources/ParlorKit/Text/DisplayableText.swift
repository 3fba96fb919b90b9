extension Unicode.Scalar {
  /// Whether the character is safe to show on a terminal.
  ///
  /// Control characters, line separators and characters that change the direction of writing are
  /// not: they could move the cursor or disguise other text.
  public var isDisplayable: Bool {
    if isASCII { return (0x20..<0x7F).contains(value) }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
  }

  /// Whether the character is visible by itself.
  package var isVisible: Bool {
    if isASCII { return (0x21..<0x7F).contains(value) }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .nonspacingMark,
      .enclosingMark, .unassigned:
      false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}

extension String {
  /// The text with a replacement character for each unsafe character. Line breaks stay.
  package var displayable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0 == "\n" || $0.isDisplayable ? $0 : "\u{FFFD}" }))
  }
}
