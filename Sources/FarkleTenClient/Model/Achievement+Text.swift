import ParlorKit

extension Achievements {
  /// Writes those that were earned, then the others.
  func write(to text: inout TextWriter) {
    text.write("Achievements: ", Styled(.treasure, Grouped(score)), " points.")
    for achievement in all.filter(\.isEarned) + all.filter({ !$0.isEarned }) {
      text.write("\n  ", achievement.isEarned ? "* " : "  ")
      text.write(Styled(achievement.isEarned ? .strong : .faint, achievement.text))
      if achievement.points > 0 { text.write(", ", achievement.points) }
      if let date = achievement.date { text.write("  ", Styled(.faint, date)) }
    }
  }

  /// The achievements as data.
  var fields: Fields {
    [
      "score": .integer(score),
      "achievements": .array(
        all.map {
          .object([
            "id": .integer($0.id), "text": .string($0.text), "points": .integer($0.points),
            "earned": .bool($0.isEarned), "date": .optional($0.date),
          ])
        }),
    ]
  }
}
