import ParlorKit
import Platform
import RemoteTransport

/// The finished games of all players, by slots, then guesses, then time.
package struct Ranking: Sendable, Equatable {
  package let entries: [Entry]

  /// A finished game.
  package struct Entry: Sendable, Equatable {
    package let name: String
    /// The length of the code, if the service sends it.
    package let slots: Int?
    package let guesses: Int
    /// When it ended, as the service writes it: `2021-04-26 17:26:22`.
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

  /// Reads the response to `ranking`.
  init?(_ value: Value) {
    guard let rows = value.array else { return nil }
    entries = rows.compactMap(Entry.init).sorted { $0.precedes($1) }
  }
}

extension Ranking {
  /// Writes the games, one a line.
  func write(to text: inout TextWriter) {
    text.write("Ranking:")
    if entries.isEmpty { text.write(" no finished games yet.") }
    let width = entries.map { DisplayWidth.of($0.name) }.max() ?? 0
    for entry in entries {
      text.write("\n  ", entry.slots.map(String.init) ?? "?", " slots  ")
      let guesses = String(entry.guesses)
      text.write(String(repeating: " ", count: max(0, 3 - guesses.count)), guesses)
      text.write(entry.guesses == 1 ? " guess    " : " guesses  ", entry.name)
      guard !entry.time.isEmpty else { continue }
      text.write(String(repeating: " ", count: width - DisplayWidth.of(entry.name) + 2))
      text.write(Styled(.faint, entry.time))
    }
  }

  /// The games as data.
  var fields: Fields { Fields(["entries": entries.map(\.fields)]) }
}

extension Ranking.Entry {
  fileprivate var fields: Fields {
    Fields(["name": name, "slots": slots, "guesses": guesses, "time": time])
  }
}
