import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Games in one session know nothing of one another.
struct TurnsBetweenGamesTests {
  private static func next(_ session: Session) -> String {
    let legal = session.say("legal")
    return legal.contains("hold") && !legal.contains("bank") ? "hold best" : "roll"
  }

  @Test(arguments: [1, 2, 3])
  func `two games by turns get the dice that each gets alone`(seed: Int) {
    let both = Session(games: GameCatalog.farkle)
    let alone = [seed, seed + 100].map { seed in
      let session = Session(games: GameCatalog.farkle, seed: 999)
      session.say("new farkle Ann Bob seed=\(seed)")
      return session
    }
    both.run("new farkle Ann Bob seed=\(seed)", "roll")
    both.run("new farkle Ann Bob seed=\(seed + 100)", "roll")
    for session in alone { session.say("roll") }
    for turn in 0..<60 {
      let number = turn % 2
      both.say("use \(number + 1)")
      let line = Self.next(both)
      #expect(both.say(line) == alone[number].say(line))
    }
    for number in [0, 1] {
      both.say("use \(number + 1)")
      #expect(both.say("log") == alone[number].say("log"))
    }
  }

  @Test func `what another game undoes does not matter`() {
    let session = Session()
    session.run("new pile Ann limit=100 seed=1", "draw", "draw")
    let expected = session.say("log")
    let other = Session()
    other.run("set undo fresh", "new pile Ann limit=100 seed=1", "draw")
    other.run("new pile Bob seed=1", "draw", "undo", "draw", "draw", "use 1", "draw")
    #expect(other.say("log") == expected)
  }

  @Test func `equal seeds give equal draws whatever the names`() {
    let draws = ["Ann", "Bob"].map { name in
      let session = Session()
      session.run("new pile \(name) limit=100 seed=6", "draw", "draw", "draw")
      return session.say("log").split(separator: "\n").dropFirst().map(String.init)
    }
    #expect(draws[0] == draws[1])
    #expect(draws[0].count == 3)
  }
}
