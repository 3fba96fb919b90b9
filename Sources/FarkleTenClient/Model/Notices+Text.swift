import ParlorKit

extension AchievementNotice {
  /// Writes the notice.
  func write(to text: inout TextWriter) {
    text.write(Styled(.treasure, "Achievement"), ": ", self.text)
    if points > 0 { text.write(", ", Styled(.treasure, points), " points") }
    text.breakSentence()
  }

  /// The notice as data.
  var fields: Fields {
    ["id": .integer(id), "text": .string(text), "points": .integer(points)]
  }
}

extension LevelNotice {
  /// Writes the notice.
  func write(to text: inout TextWriter) {
    text.write(Styled(.good, "You have reached level \(level)."))
    if let reward { text.write(" ", reward) }
  }

  /// The notice as data.
  var fields: Fields { ["level": .integer(level), "reward": .optional(reward)] }
}

extension TextWriter {
  /// Ends a sentence, unless its last word did so.
  fileprivate mutating func breakSentence() {
    if let last = bytes.last, !Array(".!?".utf8).contains(last) { write(".") }
  }
}
