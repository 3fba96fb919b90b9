import ParlorKit
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
    /// When it ended, in the form of the service: `2021-04-26 17:26:22`.
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
      let (one, two) = (slots ?? 0, other.slots ?? 0)
      if one != two { return one > two }
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
  /// The rank of each game among those with as many slots, from 1.
  private var places: [Int] {
    var counts: [Int?: Int] = [:]
    return entries.map { entry in
      counts[entry.slots, default: 0] += 1
      return counts[entry.slots] ?? 1
    }
  }

  /// Writes the first games for each number of slots, one per line.
  func write(_ limit: Int, to text: inout TextWriter) {
    text.write("Ranking:")
    if entries.isEmpty { return text.write(" no finished games yet.") }
    let shown = zip(places, entries).filter { place, _ in place <= limit }
    text.write("\n")
    Columns(
      shown.map { place, entry in
        [
          place == 1 ? entry.slots.map { "\(Plural($0, "slot"))" } ?? "? slots" : "",
          "\(place)", "\(entry.guesses)", entry.guesses == 1 ? "guess" : "guesses", entry.name,
          entry.time,
        ]
      }, [.left, .right, .right], indent: 2
    ).write(to: &text)
    let left = entries.count - shown.count
    if left > 0 { text.write("\n  and ", left, " more") }
  }

  /// The games as data.
  var fields: Fields {
    [
      "entries": .array(
        zip(places, entries).map { place, entry in
          var fields = entry.fields
          fields["place"] = .integer(place)
          return .object(fields)
        })
    ]
  }
}

extension Ranking.Entry {
  fileprivate var fields: Fields {
    Fields(["name": name, "slots": slots, "guesses": guesses, "time": time])
  }
}
