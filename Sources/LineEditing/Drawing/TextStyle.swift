/// The colours of the editor's own (SGR, ECMA-48 8.3.117).
enum TextStyle {
  /// What is only said, not typed.
  static let faint = "\u{1B}[2m"
  /// What is chosen.
  static let reverse = "\u{1B}[7m"
}
