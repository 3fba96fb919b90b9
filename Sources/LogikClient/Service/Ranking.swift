import ParlorKit
import Platform
import RemoteTransport

/// The finished games of all players: fewer slots first, then fewer guesses, then the earlier.
package struct Ranking: Sendable, Equatable {
  /// The games.
  package let entries: [Entry]

  /// A finished game.
  package struct Entry: Sendable, Equatable {
    /// The name of the player.
    package let name: String
    /// The length of the code; nothing if the service does not tell.
    package let slots: Int?
    /// How many guesses it took.
    package let guesses: Int
    /// When it was, as the service writes it: `2021-04-26 17:26:22`.
    package let time: String

    init?(_ value: Value) {
      guard let name = (value["name"] ?? value["participantId"])?.looseText,
        let guesses = value["score"]?.looseInteger
      else { return nil }
      self.name = name
      self.guesses = guesses
      slots = value["slots"]?.looseInteger
      time = value["timestamp"]?.looseText ?? ""
    }

    fileprivate func precedes(_ other: Entry) -> Bool {
      let (one, two) = (slots ?? .max, other.slots ?? .max)
      if one != two { return one < two }
      return guesses != other.guesses ? guesses < other.guesses : time < other.time
    }
  }

  /// Reads the answer to `ranking`.
  init?(_ value: Value) {
    guard let rows = value.array else { return nil }
    entries = rows.compactMap(Entry.init).sorted { $0.precedes($1) }
  }
}
