import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `show`, `legal`, `state`, `log`, `rules`, `resign`: what is said of the current game.
struct PlayTests {
  private let session = Session()

  init() { session.run("new pile Ann Bob rules=low motto=\"so long\" seed=3", "add 2") }

  @Test func `the table is shown, and questions are answered`() {
    #expect(session.say("show") == "2 of 5, time 0.\nBob to move.")
    #expect(session.say("total") == "2 of 5.")
    #expect(session.say("wait") == "Nothing changed: waiting is no move.")
    #expect(session.say("note hello") == "Noted: hello.\nBob to move.")
  }

  @Test func `legal moves are counted`() {
    #expect(session.say("legal") == "draw\nadd 1\nadd 2\nadd 3\nnote WORD")
    #expect(session.say("legal 2") == "draw\nadd 1\nand 2 more\nnote WORD")
    #expect(session.say("legal 9223372036854775807") == session.say("legal"))
    session.say("resign")
    #expect(session.say("legal") == "There are no legal moves.")
  }

  @Test(
    arguments: [
      ("state", #"{"total":2,"turn":"Bob","time":0}"#),
      ("state total", "2"), ("state turn", "\"Bob\""), ("state time", "0"),
    ] as [(String, String)])
  func `the state and its parts can be asked for`(line: String, reply: String) {
    #expect(session.say(line) == reply)
  }

  @Test(arguments: ["state none", "state total.0", "state .", "state \"\"", "state turn.0"])
  func `parts that the state does not have are refused`(line: String) {
    #expect(
      session.code(of: line) == .badArgument)
  }

  @Test func `the log is canonical`() {
    session.run("pull 4", "undo", "add +1", "wait", "add 3", "draw 03")
    #expect(
      session.say("log")
        == "new pile Ann Bob rules=low motto=\"so long\" seed=3\nadd 2\nadd 1\ndraw 3")
  }

  @Test func `rules are shown in force and by name`() {
    #expect(
      session.say("rules")
        == """
        Pile rules: low
        limit  5          how much the pile holds
        motto  so long *  words for the table
        * differs from low
        """)
    #expect(
      session.say("rules plain")
        == """
        Pile rules: plain
        limit  20  how much the pile holds
        motto      words for the table
        """)
    #expect(session.say("rules list") == "plain  a pile of 20\nlow    a pile of 5")
    #expect(
      session.code(of: "rules nope") == .badArgument)
    session.say("new tally")
    #expect(session.code(of: "rules") == .notNow)
    #expect(session.say("rules plain").hasPrefix("Pile rules: plain\n"))
    #expect(session.say("rules list") == "plain  a pile of 20\nlow    a pile of 5")
  }

  @Test func `resigning takes a player out of the game`() {
    #expect(session.say("resign") == "Bob leaves.\nBob wins.")
    #expect(session.say("log").hasSuffix("add 2\nresign"))
    #expect(session.code(of: "resign") == .notNow)
    session.say("new tally")
    #expect(session.code(of: "resign") == .notNow)
  }
}
