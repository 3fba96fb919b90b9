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
    journal.markRecorded("a")
    session.say("clock +60s")
    #expect(journal.played == 10_000)
    session.say("amend 2 points 400")
    #expect(journal.played == 10_000)
    journal.markRecorded("a")
    session.run("clock +60s", "undo")
    journal.markRecorded("a")
    // The turn that is played again counts.
    session.run("clock +60s", "undo", "clock +2s", "points 700")
    #expect(journal.played == 12_000)
  }
}
