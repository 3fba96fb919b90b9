import ParlorKit

/// What a session reports that keeps its games.
extension HostEvent {
  package static func resumed(_ games: [GameLine]) -> Self {
    Self("resumed", ["games": .array(games.map { .object($0.fields) })]) { text in
      let most = 10
      var lines = games.prefix(most).map {
        "Game \($0.number), \($0.name), resumes after \($0.count).\($0.turn.sentence)"
      }
      if games.count > most {
        lines.append("And \((games.count - most).grouped) more games resume; `games` lists them.")
      }
      text.write(lines, separator: "\n")
    }
  }

  package static func notKept(reason: String) -> Self {
    Self("not-kept", ["reason": .string(reason)], isNotice: true) {
      $0.write("Cannot save the games, which are now only in memory: ", reason, ".")
    }
  }

  package static var keptAgain: Self {
    Self("kept-again", isNotice: true) { $0.write("The games are saved again.") }
  }

  package static func resultsNotKept(reason: String) -> Self {
    Self("results-not-kept", ["reason": .string(reason)], isNotice: true) {
      $0.write("Cannot save results yet: ", reason, ".")
    }
  }

  package static var resultsKeptAgain: Self {
    Self("results-kept-again", isNotice: true) { $0.write("All results are saved now.") }
  }

  package static func setAside(path: String, reason: String) -> Self {
    Self("set-aside", ["path": .string(path), "reason": .string(reason)], isNotice: true) {
      $0.write("Moved a damaged journal to ", path, ": ", reason, ".")
    }
  }

  package static func otherJournal(path: String) -> Self {
    Self("other-journal", ["path": .string(path)], isNotice: true) {
      $0.write("Another journal of an unfinished game, with other moves, is now ", path, ".")
    }
  }

  /// An older journal of a game that has ended.
  package static func goesOnAnew(game number: Int) -> Self {
    Self("goes-on-anew", ["game": .integer(number)], isNotice: true) {
      $0.write("The game of an older journal has ended since, and goes on as another game.")
    }
  }

  package static func notOpened(reason: String) -> Self {
    Self("not-opened", ["reason": .string(reason)], isNotice: true) {
      $0.write("Some journals of unfinished games stay where they are: ", reason, ".")
    }
  }

  package static func tornAside(path: String, of file: String) -> Self {
    Self("torn-aside", ["path": .string(path)], isNotice: true) {
      $0.write("Moved the incomplete last line of ", file, " to ", path, ".")
    }
  }

  package static func leftAlone(reason: String) -> Self {
    Self("left-alone", ["reason": .string(reason)], isNotice: true) {
      $0.write("Cannot resume a journal, which stays in its place: ", reason, ".")
    }
  }

  package static func salvaged(_ game: GameLine) -> Self {
    Self("salvaged", game.fields, isNotice: true) {
      $0.write("Game ", game.number, ", ", game.name, ", resumes from before the damage.")
    }
  }

  package static func journalEndsEarly(_ game: GameLine) -> Self {
    Self("journal-ends-early", game.fields, isNotice: true) {
      $0.write(
        "Game ", game.number, ", ", game.name, ", resumes from a journal that ends early: later ",
        "moves may be lost.")
    }
  }

  /// What of a game does not count.
  package enum Uncounted {
    case fromNowOn, all, correction
  }

  package static func notCounted(reason: String, game: Int?, _ part: Uncounted = .all) -> Self {
    var noted: Fields = ["reason": .string(reason)]
    if let game { noted["game"] = .integer(game) }
    if part == .correction { noted["correction"] = true }
    let fields = noted
    return Self("not-counted", fields, isNotice: true) { text in
      switch part {
      case .fromNowOn: text.write("From now on, ", game.map { "game \($0)" } ?? "this game")
      case .all: text.write(game.map { "Game \($0)" } ?? "This game")
      case .correction: text.write("The correction of ", game.map { "game \($0)" } ?? "this game")
      }
      text.write(" does not count: ", reason, ".")
    }
  }
}
