package import MastermindGame
package import ParlorKit

/// What happens at the service, besides what happens in any game of Mastermind.
package enum LogikEvent: Event {
  /// A service is connected.
  case connected(String)
  /// Somebody is logged in.
  case loggedIn(String)
  /// A recording has begun.
  case recording(String)
  /// A recording has ended.
  case recorded(String)
  /// A game has begun.
  case started(MastermindRules)
  /// The code is found, after so many guesses.
  case solved(guesses: Int)
  /// So many of the guesses that got no answer have counted.
  case lostCounted(Int)
  /// The ranking.
  case ranking(Ranking)

  /// The stable name of the kind of event.
  package var type: String {
    switch self {
    case .connected: "connected"
    case .loggedIn: "logged-in"
    case .recording: "recording"
    case .recorded: "recorded"
    case .started: "started"
    case .solved: "solved"
    case .lostCounted: "lost-counted"
    case .ranking: "ranking"
    }
  }

  /// The data of the event.
  package var fields: Fields {
    switch self {
    case .connected(let address): ["service": .string(address)]
    case .loggedIn(let user): ["user": .string(user)]
    case .recording(let file), .recorded(let file): ["file": .string(file)]
    case .started(let rules): ["slots": .integer(rules.slots), "colors": .integer(rules.colors)]
    case .solved(let guesses): ["guesses": .integer(guesses)]
    case .lostCounted(let count): ["count": .integer(count)]
    case .ranking(let ranking): ["entries": .array(ranking.entries.map { .object($0.fields) })]
    }
  }

  /// Writes the event.
  package func write(to text: inout TextWriter) {
    switch self {
    case .connected(let address): text.write("Connected to ", address, ".")
    case .loggedIn(let user): text.write("Logged in as ", Styled(.strong, user), ".")
    case .recording(let file): text.write("Recording in ", file, ".")
    case .recorded(let file): text.write("Recorded in ", file, ".")
    case .started(let rules): text.write(Styled(.strong, "A new code"), ": ", rules, ".")
    case .solved(let guesses):
      text.write(Styled(.good, "Solved"), " in ", Plural(guesses, "guess", "guesses"), ".")
    case .lostCounted(let count):
      text.write(
        Styled(.notice, count == 1 ? "A guess" : "\(count) guesses"),
        " that got no answer counted all the same.")
    case .ranking(let ranking): ranking.write(to: &text)
    }
  }
}

extension Ranking {
  /// Writes the games, one a line.
  fileprivate func write(to text: inout TextWriter) {
    text.write("Ranking:")
    if entries.isEmpty { text.write(" nobody yet.") }
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
}

extension Ranking.Entry {
  /// The game as data.
  fileprivate var fields: Fields {
    [
      "name": .string(name), "slots": slots.map { .integer($0) } ?? .null,
      "guesses": .integer(guesses), "time": .string(time),
    ]
  }
}
