import GameCatalog
import TestKit
import Testing

@testable import ParlorEngine

/// Who decides for whom.
struct SeatTests {
  let session = Session(games: GameCatalog.farkle)

  init() { session.run("new farkle Ann Bob target=1000 seed=5") }

  @Test func `a bot moves as soon as it is its turn`() {
    #expect(session.say("seat Bob random") == "Bob: the bot random\nAnn to roll.")
    session.run("roll", "hold best")
    #expect(session.say("bank").hasSuffix("\nAnn to roll."))
    #expect(session.say("seat") == "Ann: human\nBob: the bot random")
    #expect(session.say("seat 2 human") == "Bob: human\nAnn to roll.")
  }

  @Test(
    arguments: [
      "seat 0 random", "seat 3 random", "seat -1 random", "seat -9223372036854775808 random",
      "seat 9223372036854775807 random", "seat Cid random", "seat Bob", "seat Bob nobody",
      "seat Bob bank=1", "seat Bob bank=x", "seat Bob random=1", "seat Bob random now",
    ])
  func `a refused seat changes nothing`(line: String) {
    let before = session.snapshot() + [session.say("seat")]
    #expect(session.code(of: line) != nil)
    #expect(session.snapshot() + [session.say("seat")] == before)
  }

  @Test func `a new game keeps its bots`() {
    session.run("seat Bob bank=300", "new")
    #expect(session.say("seat") == "Ann: human\nBob: the bot bank=300")
  }
}
