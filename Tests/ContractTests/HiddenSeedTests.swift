import GameCatalog
import ParlorEngine
import ParlorKit
import TestKit
import Testing

/// Sessions in real time, which hide the seeds that they draw.
struct HiddenSeedTests {
  private static let games = ["farkle Ann Bob", "minesweeper easy", "mastermind"]
  private static let moves = ["roll", "hold best", "reveal 4 4", "guess 1 1 2 2"]

  private func session(_ folder: TemporaryFolder, _ format: String = "text") -> TestSession {
    let session = TestSession(GameCatalog.games, folder: folder) {
      $0.seed = nil
      $0.clock = .real
    }
    session.say("set format \(format)")
    return session
  }

  /// What is asked of a game, in the course of which it is saved and loaded.
  private func replies(_ session: TestSession) -> [String] { Self.questions.map(session.say) }

  private static let questions = [
    "log", "state", "show", "rules", "legal", "outcomes", "actions", "games", "seed", "fair",
    "amend", "undo", "redo", "seat", "copy", "log", "close",
  ]

  @Test(arguments: ["text", "json", "csv"], games)
  func `no reply has the seed before the end`(_ format: String, _ game: String) throws {
    let folder = try TemporaryFolder()
    let session = session(folder, format)
    var replies = [session.say("new \(game)")]
    let seed = String(try #require(session.interpreter.currentGame?.origin.seed))
    for move in Self.moves {
      replies.append(session.say(move))
      // One of 1,296 codes is the one that is guessed.
      if session.interpreter.currentGame?.status.isOver ?? false { return }
      replies += self.replies(session)
    }
    session.say("save game.parlor")
    let other = self.session(folder, format)
    replies.append(other.say("load game.parlor"))
    #expect(String(other.interpreter.currentGame?.origin.seed ?? 0) == seed)
    replies += self.replies(other)
    for reply in replies { #expect(!reply.contains(seed), "\(reply)") }
    session.say("resign")
    #expect(session.say("log").contains("seed=\(seed)"))
  }

  /// A damaged line is read anew, and the error quotes nothing of it; nor does the script that it is.
  @Test(arguments: games)
  func `no damage of a saved game shows its secrets`(_ game: String) throws {
    let folder = try TemporaryFolder()
    let first = session(folder)
    first.say("new \(game)")
    let seed = String(try #require(first.interpreter.currentGame?.origin.seed))
    for move in Self.moves { first.say(move) }
    if first.interpreter.currentGame?.status.isOver ?? false { return }
    first.say("save game.parlor")
    let bytes = try folder.bytes("game.parlor")
    // The places of mines and the like, which no reply has shown.
    let secrets = [seed, "*...", "...*", ".*.", "secret="]
    var (told, errors) = ("", 0)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= place.isMultiple(of: 2) ? 1 : 4
      try folder.add("b.parlor", damaged)
      for command in ["load", "source"] {
        let reply = session(folder).say("\(command) b.parlor")
        errors += reply.hasPrefix("error") ? 1 : 0
        if told.isEmpty, secrets.contains(where: reply.contains) { told = "\(place): \(reply)" }
      }
    }
    #expect(told == "")
    #expect(errors > bytes.count)
  }

  @Test func `a seed that was given stays open`() throws {
    let session = session(try TemporaryFolder())
    #expect(session.say("new farkle Ann seed=31415926").contains("31415926"))
    #expect(session.say("log").contains("seed=31415926"))
  }

  /// Two sessions differ only in the seed that each has drawn: until something is drawn, so much as
  /// one byte that differs would tell of it.
  @Test(arguments: ["text", "json", "csv"], games)
  func `twins that differ in the drawn seed answer alike`(_ format: String, _ game: String) throws {
    let lines =
      ["new \(game)", "save game.parlor", "load game.parlor", "use 1", "set"]
      + Self.questions
    let twins = try (0..<2).map { _ in
      let folder = try TemporaryFolder()
      let session = session(folder, format)
      return (replies: lines.map(session.say), seed: session.interpreter.currentGame?.origin.seed)
    }
    #expect(twins[0].seed != twins[1].seed)
    for (line, replies) in zip(lines, zip(twins[0].replies, twins[1].replies)) {
      #expect(replies.0 == replies.1, "\(line)")
    }
  }

  /// What was hidden stays so where seeds are given, as in a prompt with `--seed`.
  @Test func `a saved game hides its seed in other sessions`() throws {
    let folder = try TemporaryFolder()
    let first = session(folder)
    first.run("new farkle Ann", "save game.parlor")
    let seed = String(try #require(first.interpreter.currentGame?.origin.seed))
    let other = TestSession(GameCatalog.games, folder: folder)
    for reply in other.run("load game.parlor", "log", "state", "rules") {
      #expect(!reply.contains(seed), "\(reply)")
    }
    #expect(other.say("new").contains("Seed 0."))
  }

  @Test func `a session with a seed shows it`() throws {
    let session = TestSession(GameCatalog.games, seed: 31_415_926) { $0.clock = .real }
    #expect(session.say("new farkle Ann").contains("31415926"))
  }
}
