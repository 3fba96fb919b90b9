import GameCatalog
import ParlorEngine
import ParlorKit
import TestKit
import Testing

/// Sessions that hide the seeds that nobody gave, as servers and agents have them.
struct HiddenSeedTests {
  private static let games = ["farkle Ann Bob", "minesweeper easy", "mastermind"]
  private static let moves = ["roll", "hold best", "reveal 4 4", "guess 1 1 2 2"]

  private func session(_ folder: TemporaryFolder, _ format: String = "text") -> TestSession {
    let session = TestSession(GameCatalog.games, folder: folder) {
      $0.seed = nil
      $0.clock = .real
      $0.hidesSeeds = true
    }
    session.say("set format \(format)")
    return session
  }

  /// What is asked of a game, in the course of which it is saved and loaded.
  private func replies(_ session: TestSession) -> [String] {
    let questions = [
      "log", "state", "show", "rules", "legal", "outcomes", "actions", "games", "seed", "fair",
      "amend", "undo", "redo", "seat", "copy", "log", "close",
    ]
    return questions.map(session.say)
  }

  @Test(arguments: ["text", "json", "csv"], games)
  func `no reply has the seed before the end`(_ format: String, _ game: String) throws {
    let folder = try TemporaryFolder()
    let session = session(folder, format)
    var replies = [session.say("new \(game)")]
    let seed = String(try #require(session.interpreter.currentGame?.origin.seed))
    for move in Self.moves {
      replies.append(session.say(move))
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

  @Test func `a seed that was given stays open`() throws {
    let session = session(try TemporaryFolder())
    #expect(session.say("new farkle Ann seed=31415926").contains("31415926"))
    #expect(session.say("log").contains("seed=31415926"))
  }
}
