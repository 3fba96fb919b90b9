import Fuzzing
import ParlorEngine
package import ParlorKit

/// Looks for what a game hides in everything that a session says.
package enum Secrets {
  static func check(_ game: any Game, _ faults: inout Faults) {
    guard game.definition.traits.contains(.hidesDraws) else { return }
    for seed in [7_654_321_987, 8_123_456_789_012] {
      for command in leaks(of: game, seed: seed, moves: 12).sorted() {
        faults.add("`\(command)` tells what is hidden")
      }
    }
  }

  /// Plays a game whose seed the user did not give, asks all there is to ask, in every format, and
  /// returns the commands whose replies held a secret before the end.
  ///
  /// Secrets are the seed, and every value of an option in a saved move.
  package static func leaks(of game: any Game, seed: Int, moves: Int) -> Set<String> {
    var settings = Settings(games: [game])
    settings.seed = seed
    let session = Interpreter(settings)
    var opening = Opening(of: game.definition, seed: UInt64(seed)).line
    opening = opening.replacing(" seed=\(seed)", with: "")
    var leaks: Set<String> = []
    var picker = Chance(seed: UInt64(seed), draw: 1)
    var said: [(command: String, text: String)] = [("new", session.say(opening))]
    var secrets: Set<String> = [String(seed)]
    for _ in 0..<moves {
      guard let open = session.currentGame?.logged, !open.status.isOver else { break }
      for format in ReplyFormat.allCases {
        session.say("set format \(format.rawValue)")
        for command in ["show", "state", "log", "games", "legal", "rules", "help", "undo", "redo"] {
          said.append((command, session.say(command)))
        }
        for number in 1...max(1, open.moveCount) {
          guard let move = Self.typed(number, of: open) else { continue }
          for line in [
            "amend \(number) \(move)", "undo", "redo", "undo 2", "redo 2", "amend", "undo",
          ] {
            said.append((String(line.prefix { $0 != " " }), session.say(line)))
          }
          for line in ["amend insert \(number) \(move)", "amend delete \(number)"] {
            let count = open.moveCount
            said.append(("amend", session.say(line)))
            if open.moveCount == count { continue }
            for line in ["undo", "redo", "undo"] { said.append((line, session.say(line))) }
          }
        }
      }
      open.forEachLine { line, _ in
        guard !line.hasPrefix("new ") else { return }
        for word in line.split(separator: " ") {
          let parts = word.split(separator: "=", maxSplits: 1)
          if parts.count == 2 { secrets.insert(String(parts[1])) }
        }
      }
      if session.play(atMost: 1, &picker) == 0 { break }
    }
    for (command, text) in said where secrets.contains(where: { text.contains($0) }) {
      leaks.insert(command)
    }
    return leaks
  }

  /// A move of the log as it was typed, without its outcome.
  private static func typed(_ number: Int, of game: any LoggedGame) -> String? {
    var lines: [String] = []
    game.forEachLine { line, _ in if !line.hasPrefix("clock ") { lines.append(line) } }
    guard lines.indices.contains(number) else { return nil }
    return lines[number].split(separator: " ").filter { !$0.contains("=") }.joined(separator: " ")
  }
}

extension Interpreter {
  /// The reply to a line as a transcript shows it.
  @discardableResult
  fileprivate func say(_ line: String) -> String {
    String(decoding: transcribe(Array(line.utf8)[...]).text, as: UTF8.self)
  }

  /// Plays moves that are legal, picked at random, by typing them.
  ///
  /// - Returns: how many were played.
  @discardableResult
  package func play(atMost count: Int, _ picker: inout Chance) -> Int {
    for played in 0..<count {
      guard let game = currentGame, !game.status.isOver else { return played }
      let moves = game.legalMoves().moves.map(\.line)
      guard !moves.isEmpty else { return played }
      say(moves[picker.index(moves.count)])
    }
    return count
  }
}
