import GameCatalog
import LineSyntax
import ParlorKit
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

  @Test func `nobody resigns for a bot`() {
    session.run("new farkle Ann Bob dice=physical", "seat Ann best", "seat Bob human")
    #expect(session.code(of: "resign") == .notNow)
    session.run("seat Ann human")
    #expect(session.say("resign").hasPrefix("Ann leaves the game."))
    // A game of bots alone may end so.
    session.run("new farkle Ann Bob dice=physical", "seat Ann best", "seat Bob best")
    #expect(session.code(of: "resign") == nil)
  }

  @Test(arguments: [("best", true), ("max", true), ("bank=300", false)])
  func `who lets a bot play as advised has had advice`(bot: String, isAdvised: Bool) {
    session.run("seat Ann \(bot)", "seat Ann human")
    #expect(session.interpreter.currentGame?.moveCount ?? 0 > 0)
    #expect(session.interpreter.currentGame?.logged?.table.isAssisted == isAdvised)
  }

  @Test func `a new game keeps its bots`() {
    session.run("seat Bob bank=300", "new")
    #expect(session.say("seat") == "Ann: human\nBob: the bot bank=300")
  }
}

/// `new` with words for the program in place of names.
struct OpponentTests {
  private let session = Session(games: GameCatalog.games, seed: 5)

  @Test(
    arguments: [
      ("Ann best", "Ann: human\nbest: the bot best"),
      ("Ann computer", "Ann: human\ncomputer: the bot bank=300"),
      ("Ann versus", "Ann: human\ncomputer: the bot bank=300"),
      ("Ann vs Bob", "Ann: human\nBob: human"),
      ("Ann vs best", "Ann: human\nbest: the bot best"),
      ("Ann vs=best", "Ann: human\nbest: the bot best"),
      ("Ann Bob=hard", "Ann: human\nBob: the bot best"),
      ("Ann bank=500", "Ann: human\nbank: the bot bank=500"),
      ("Ann easy target=1000", "Ann: human\neasy: the bot random"),
      ("Ann \"best\"", "Ann: human\nbest: human"), ("\"best\"", "best: human"),
      ("computer", "Player: human\ncomputer: the bot bank=300"),
      ("best target=1000", "Player: human\nbest: the bot best"),
      ("Ann Bot", "Ann: human\nBot: human"),
    ])
  func `a bot in place of a name plays for that player`(words: String, seats: String) {
    session.run("new farkle \(words)")
    #expect(session.say("seat") == seats)
  }

  @Test func `Tab names the program and the difficulties`() {
    func entries(_ line: String) -> [String] {
      session.interpreter.assistant.completion(of: Array(line.utf8)[...]).suggestions.map(\.text)
    }
    let opponents = ["computer", "easy", "medium", "hard"]
    #expect(Set(entries("new farkle Ann ")).isSuperset(of: opponents))
    #expect(!entries("new farkle ").contains("computer"))
  }

  @Test(arguments: ["Ann bank=1", "Ann zzz=1", "Ann Bob=nobot", "Ann best best"])
  func `a wrong word for a bot opens nothing`(words: String) {
    #expect(session.code(of: "new farkle \(words)") != nil)
    #expect(session.say("games") == "No game is open.")
  }

  @Test func `a bot that begins plays at once`() {
    let reply = session.say("new farkle random Ann target=1000")
    #expect(reply.contains("random: the bot random"))
    #expect(reply.hasSuffix("Ann to roll."))
  }

  @Test(arguments: [("easy", "random"), ("medium", "bank=300"), ("hard", "best")])
  func `a difficulty chooses a bot`(level: String, bot: String) {
    session.run("new farkle Ann Bob")
    #expect(session.say("seat Bob \(level)").hasPrefix("Bob: the bot \(bot)\n"))
  }

  @Test func `a size of a board means the mode custom`() {
    #expect(
      session.say("new minesweeper rows=8 cols=8 mines=15").contains("custom, 8×8 with 15 mines"))
    #expect(session.say("mode").contains("custom"))
    #expect(session.code(of: "new minesweeper easy rows=8") == .badOption)
  }
}
