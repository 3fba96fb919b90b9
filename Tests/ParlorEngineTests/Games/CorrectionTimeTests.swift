import GameCatalog
import ParlorKit
import Platform
import TestKit
import Testing

@testable import ParlorEngine

/// How long a game was played that is corrected after its end.
struct CorrectionTimeTests {
  @Test func `the time between the end and a correction does not count`() throws {
    let session = TestSession(GameCatalog.games)
    session.run("new farkle Ann Bob dice=physical target=500", "points 600")
    let game = try #require(session.interpreter.currentGame?.logged)
    let journal = GameJournal(
      game, at: Timestamp(milliseconds: 0), exclusion: nil, keepsLines: false)
    game.journal = journal
    session.run("clock +10s", "points 300")
    journal.markRecorded("a", revision: 1)
    session.say("clock +60s")
    #expect(journal.played == 10_000)
    session.say("amend 2 points 400")
    #expect(journal.played == 10_000)
    journal.markRecorded("a", revision: 2)
    session.run("clock +60s", "undo")
    journal.markRecorded("a", revision: 3)
    // The turn that is played again counts.
    session.run("clock +60s", "undo", "clock +2s", "points 700")
    #expect(journal.played == 12_000)
  }

  /// The time of the file, which says the same, is lost with a copy or by a kill.
  @Test func `the lines of a journal say how long a game was open`() throws {
    let session = TestSession(GameCatalog.games)
    session.say("new farkle Ann Bob dice=physical target=500")
    let game = try #require(session.interpreter.currentGame?.logged)
    let journal = GameJournal(
      game, at: Timestamp(milliseconds: 0), exclusion: nil, keepsLines: true)
    game.journal = journal
    func lines(after milliseconds: Int64) -> String {
      journal.complete(at: Timestamp(milliseconds: milliseconds))
      defer { journal.markWritten() }
      return String(decoding: journal.news, as: UTF8.self)
    }
    session.run("clock +10s", "points 600")
    #expect(lines(after: 10_000).contains("# resumed 10000 10000\n"))
    session.run("clock +0.999s", "undo")
    #expect(!lines(after: 10_999).contains("# resumed"))
    session.run("clock +0.001s", "redo", "points 300")
    #expect(lines(after: 11_000).contains("# resumed 11000 11000\n"))
    journal.markRecorded("a", revision: 1)
    session.run("clock +60s", "player rename Bob Cy")
    #expect(lines(after: 71_000).contains("# resumed 71000 11000\n"))
  }
}
