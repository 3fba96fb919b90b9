import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// What players type: short forms, capitals, and slips that lead to the right line.
struct TypingTests {
  private let session = Session(games: GameCatalog.games)

  @Test(arguments: ["r 1 5 5 2 3 6", "R 155236", "ROLL 1,5,5,2,3,6", "Roll 15 52 36"])
  func `one roll has several spellings`(line: String) {
    session.run("new farkle Ann Bob dice=physical")
    session.run(line)
    #expect(session.say("log").hasSuffix("roll 1 5 5 2 3 6"))
  }

  /// Transcripts show the command itself.
  @Test(
    arguments: [
      ("r 155236", "roll 155236"), ("7  r  1", "7  roll  1"), ("R", "roll"), ("H", "hold"),
      ("SHOW", "show"), ("scores", "scores"), ("x", "x"), ("", ""), ("# r", "# r"), ("?", "?"),
      ("\"r\"", "\"r\""), ("7", "7"), ("New farkle R", "new farkle R"), ("n", "n"),
    ])
  func `transcripts show the canonical command`(line: String, shown: String) {
    session.run("new farkle Ann Bob dice=physical")
    let canonical = session.interpreter.router.canonical(Array(line.utf8)[...])
    #expect(String(decoding: canonical, as: UTF8.self) == shown)
  }

  @Test(
    arguments: [
      ("new mastermind seed=1", true), ("new minesweeper easy", true),
      (#"new mastermind secret="1 1 2 2""#, false), ("new mastermind seed=1 secert=1122", false),
    ])
  func `the history keeps no line with a secret`(line: String, isKept: Bool) {
    #expect(session.interpreter.router.mayKeep(Array(line.utf8)) == isKept)
  }

  @Test func `without a game nothing is short`() {
    #expect(session.interpreter.router.canonical(Array("r".utf8)[...]).elementsEqual("r".utf8))
    #expect(session.say("r").hasPrefix("error[no-game]"))
  }

  @Test(
    arguments: [
      ("farkle Ann Bob", "did you mean `new farkle Ann Bob`?"),
      ("farkle", "did you mean `new farkle NAME…`?"),
      ("Counter", "did you mean `new counter`?"),
      ("coun", "did you mean `new counter`?"),
      ("new frakle Ann", "did you mean `farkle`?"),
      ("new COUNTER", "did you mean `counter`?"),
      ("new chess", "games: \(GameCatalog.games.map(\.definition.name).joined(separator: ", "))"),
      ("mine", "did you mean `new minesweeper`?"),
      ("new mine", "did you mean `minesweeper`?"),
      ("open 3 4", "`new minesweeper [MODE]` opens one; `help` lists the games"),
      ("start", "`new farkle NAME…` opens one; `help` lists the games"),
      ("turn Ann", "`new counter [NAME…]` opens one; `help` lists the games"),
      (":q", "did you mean `quit`?"),
      ("new farkle Ann, Bob", "names are separated by spaces; put a name with a comma in quotes"),
      ("new farkle Ann Target=500", "did you mean `target=500`?"),
      ("new farkle Ann Target=5", "did you mean `target=5`?"),
      ("new farkle Ann X=5", "put a name with `=` in quotes"),
      ("new farkle Ann target 500", "did you mean `target=500`?"),
      ("new farkle Ann 42", "a name has 1 to 32 characters and is not all digits"),
    ])
  func `a word that is no command leads to the line that was meant`(line: String, hint: String) {
    let reply = session.say(line).split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(reply.count > 1 && reply[1] == hint, "\(reply)")
  }

  @Test(
    arguments: [
      ("+7", "Ann +7, 7 in all."), ("-25", "Ann -25, -25 in all."),
      ("+1,000", "Ann +1,000, 1,000 in all."), ("-1000000", "Ann -1,000,000, -1,000,000 in all."),
      ("add 1,000", "Ann +1,000, 1,000 in all."),
      ("+5 now", "error[bad-argument]"), ("+1000001", "error[bad-argument]"),
      ("25", "error[unknown-command]"), ("+", "error[unknown-command]"),
      ("+1,00", "error[unknown-command]"),
    ])
  func `points may have a sign`(line: String, reply: String) {
    session.run("new counter Ann Bob")
    #expect(session.say(line).withoutWords.split(separator: "\n").first.map(String.init) == reply)
  }

  /// A log keeps a name that needs quotes, and reads one that was written without them.
  @Test func `logs keep odd names`() throws {
    session.run("new farkle \"Ann, x\" \"a=b\"")
    #expect(session.say("log") == #"new farkle "Ann, x" "a=b" rules=standard seed=0"#)
    let kind = try #require(session.interpreter.session.library.known("farkle"))
    #expect(try kind.origin(of: Array("new farkle Ann, Bob".utf8)[...]).names == ["Ann,", "Bob"])
  }
}
