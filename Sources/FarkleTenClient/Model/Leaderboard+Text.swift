import ParlorKit

extension Leaderboard {
  /// Writes the board, a player a line.
  func write(to text: inout TextWriter) {
    text.write("Leaderboard, ", tier.rawValue, ":")
    if entries.isEmpty { text.write(" nobody yet.") }
    for entry in entries { entry.write(to: &text) }
    if let own, !entries.contains(where: \.isMe) { own.write(to: &text) }
  }

  /// The board as data.
  var fields: Fields {
    [
      "tier": .string(tier.rawValue), "entries": .array(entries.map { .object($0.fields) }),
      "own": own.map { .object($0.fields) } ?? .null,
    ]
  }
}

extension Leaderboard.Entry {
  /// Writes the entry after a line break.
  fileprivate func write(to text: inout TextWriter) {
    let place = rank.map(String.init) ?? "-"
    text.write("\n  ", String(repeating: " ", count: max(0, 3 - place.count)), place, "  ")
    text.write(Styled(isMe ? .strong : .faint, name), "  ", score)
    text.write(" in ", Plural(games, "game"))
  }

  /// The entry as data.
  var fields: Fields {
    [
      "rank": .optional(rank), "name": .string(name), "score": .string(score),
      "games": .integer(games), "me": .bool(isMe),
    ]
  }
}
