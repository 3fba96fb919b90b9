import ParlorKit
import RemoteTransport

/// An achievement, earned or not.
package struct Achievement: Sendable, Equatable {
  /// The number of the achievement.
  package var id: Int
  /// Its name or its condition.
  package var text: String
  /// The points that it brings.
  package var points: Int
  /// Whether the player has it.
  package var isEarned: Bool
  /// When it was earned, in the service's format.
  package var date: String?

  init?(_ value: Value) {
    guard let notice = AchievementNotice(value) else { return nil }
    id = notice.id
    text = notice.text
    points = notice.points
    isEarned = value["earned"]?.looseFlag ?? false
    // The service also sends a date for unearned ones.
    date = isEarned ? value["formatteddate"]?.something?.looseText : nil
  }
}

/// The achievements of a player.
package struct Achievements: Sendable, Equatable {
  /// In the order of the service.
  package var all: [Achievement]
  /// The points of those that were earned.
  package var score: Int

  /// Reads the response to `getachievements`.
  init?(_ value: Value) {
    guard let all = value.element(0)?.array else { return nil }
    self.all = all.compactMap(Achievement.init)
    score = value.element(1)?.looseInteger ?? 0
  }
}

extension Achievements {
  /// Writes the earned ones, then the others.
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

/// A new achievement of the player.
package struct AchievementNotice: Sendable, Equatable {
  /// The number of the achievement.
  package var id: Int
  /// Its name or its condition.
  package var text: String
  /// The points that it brings.
  package var points: Int

  /// Reads the notice of a lobby or a game, if there is one.
  init?(_ value: Value?) {
    guard let value = value?.something, let id = value["achievementid"]?.looseInteger else {
      return nil
    }
    self.id = id
    let title = (value["title"]?.something ?? value["name"]?.something)?.looseText
    let parts = [title, value["description"]?.something?.looseText].compactMap { $0 }
    text = parts.isEmpty ? "Achievement \(id)" : parts.joined(separator: ": ")
    points = (value["worth"] ?? value["xp_reward"])?.looseInteger ?? 0
  }
}

/// A new level of the player.
package struct LevelNotice: Sendable, Equatable {
  package var level: Int
  /// Its reward, if any.
  package var reward: String?

  /// Reads the notice of a lobby or a game, if there is one.
  init?(_ value: Value?) {
    guard let value = value?.something,
      let level = (value["playerlevel"] ?? value["new_level"])?.looseInteger
    else { return nil }
    self.level = level
    reward = value["rewardstring"]?.something?.looseText
  }
}

extension AchievementNotice {
  /// The notice as an event.
  var event: RemoteEvent {
    RemoteEvent("achievement", ["id": id, "text": text, "points": points]) { writer in
      writer.write(Styled(.treasure, "Achievement"), ": ", text)
      if points > 0 { writer.write(", ", Styled(.treasure, points), " points") }
      writer.endSentence()
    }
  }
}

extension LevelNotice {
  /// The notice as an event.
  var event: RemoteEvent {
    RemoteEvent("level", ["level": level, "reward": reward]) { text in
      text.write(Styled(.good, "You have reached level \(level)."))
      if let reward { text.write(" ", reward) }
    }
  }
}

extension TextWriter {
  /// Writes a full stop, unless the text already ends in a mark.
  fileprivate mutating func endSentence() {
    if let last = bytes.last, !Array(".!?".utf8).contains(last) { write(".") }
  }
}
