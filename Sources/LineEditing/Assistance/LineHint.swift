/// What the line could go on with, shown faintly behind it.
package struct LineHint: Sendable, Equatable {
  /// The text behind the end of the line.
  package var text: String
  /// Whether it can be taken over into the line; other hints can only be read.
  package var isTakeable: Bool

  package init(text: String, isTakeable: Bool) {
    self.text = text
    self.isTakeable = isTakeable
  }
}
