extension Unicode.Scalar {
  /// Whether the character is safe to show on a terminal.
  ///
  /// Control characters, line separators and characters that change the direction of writing are
  /// not: they could move the cursor or disguise other text.
  package var isDisplayable: Bool {
    if isASCII { return (0x20..<0x7F).contains(value) }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
  }
}
