import LineSyntax
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `new`, `games`, `use`, `close`: several games in one session.
struct OpenGamesTests {
  private let session = Session()

  @Test func `opening a game says who plays and who moves`() {
    #expect(session.say("new pile Ann Bob") == "Pile of 20: Ann, Bob.\nAnn to move.")
    #expect(session.say("new tally") == "")
    #expect(session.say("games") == "* 2  Tally  0 moves")
  }

  @Test func `options may stand before the words`() {
    #expect(
      session.say("new limit=7 pile rules=low Ann") == "Pile of 7: Ann.\nAnn to move.")
  }

  @Test func `an unfinished game stays open and a finished or unmoved one does not`() {
    #expect(
      session.run("new pile Ann rules=low", "new pile Bob", "add 1", "new tally", "games") == [
        "Pile of 5: Ann.\nAnn to move.",
        "Pile of 20: Bob.\nBob to move.",
        "Bob adds 1.\nBob to move.",
        "Game 2 (Pile: Bob) stays open; `use 2` returns to it.",
        "  2  Pile: Bob  1 move\n* 3  Tally      0 moves",
      ])
    session.run("use 2", "resign")
    #expect(session.say("games") == "* 2  Pile: Bob  2 moves, over\n  3  Tally      0 moves")
    session.say("new tally")
    #expect(session.say("games") == "  3  Tally  0 moves\n* 4  Tally  0 moves")
  }

  @Test func `a game whose moves are all undone stays open`() {
    session.run("new pile Bob", "add 1", "undo")
    #expect(
      session.say("new tally") == "Game 1 (Pile: Bob) stays open; `use 1` returns to it.")
    #expect(session.say("games") == "  1  Pile: Bob  0 moves\n* 2  Tally      0 moves")
  }

  @Test func `new alone opens the same again with fresh chance`() {
    session.run("new pile Ann \"Bob Lee\" rules=low limit=6 motto=\"a b\" seed=9", "add 1")
    #expect(
      session.say("new")
        == "Game 1 (Pile: Ann, Bob Lee) stays open; `use 1` returns to it.\n"
        + "Pile of 6: Ann, Bob Lee.\nAnn to move.")
    #expect(
      session.say("log") == "new pile Ann \"Bob Lee\" rules=low limit=6 motto=\"a b\" seed=0")
    session.say("new")
    #expect(
      session.say("log") == "new pile Ann \"Bob Lee\" rules=low limit=6 motto=\"a b\" seed=1")
  }

  @Test func `games are chosen and closed`() {
    session.run("new pile Ann", "add 1", "new pile Bob", "add 2", "new tally", "up")
    #expect(session.say("use 1") == "Game 1, Pile: Ann.\nAnn to move.")
    #expect(session.say("switch 2") == "Game 2, Pile: Bob.\nBob to move.")
    #expect(session.say("close 1") == "Closed game 1 (Pile: Ann); `load closed=1` opens it again.")
    #expect(
      session.say("close")
        == "Closed game 2 (Pile: Bob); `load closed=1` opens it again.\nGame 3, Tally.")
    #expect(session.say("close 3") == "Closed game 3 (Tally); `load closed=1` opens it again.")
    #expect(session.say("games") == "No game is open.")
    #expect(session.run("new tally", "games") == ["", "* 4  Tally  0 moves"])
  }

  @Test func `the last twenty closed games can be opened again`() throws {
    let session = Session(folder: try TemporaryFolder())
    for _ in 0..<21 { session.run("new tally", "up", "close") }
    #expect(session.code(of: "load closed=21") != nil)
    #expect(session.code(of: "load closed=20") == nil)
    #expect(session.say("log") == "new tally seed=1\nup")
  }

  @Test func `the rest of a longer number is suggested behind a number`() {
    for _ in 0..<11 { session.run("new tally", "up") }
    let assistant = session.interpreter.assistant
    #expect(assistant.ghost(for: Array("use 1".utf8)[...], history: [])?.text == "0")
  }

  @Test func `a thousand games are the most`() {
    for _ in 0..<1000 { session.run("new tally", "up") }
    let before = session.snapshot()
    #expect(
      session.code(of: "new tally") == .limit)
    #expect(session.code(of: "new pile Ann") == .limit)
    #expect(session.code(of: "new") == .limit)
    #expect(session.snapshot() == before)
    #expect(session.say("seed") == "The next game has seed 1000.")
    session.say("close 500")
    #expect(
      session.say("new tally") == "Game 1000 (Tally) stays open; `use 1000` returns to it.")
    // The current game was not moved, so the next one takes its place.
    #expect(session.say("new tally") == "")
    #expect(session.interpreter.currentGame?.number == 1002)
    #expect(session.say("up") == "")
    #expect(session.code(of: "new tally") == .limit)
  }

  @Test func `seeds of games follow one another`() {
    session.run("seed 41", "new tally", "up", "new tally seed=7", "up", "new tally")
    #expect(session.say("log") == "new tally seed=42")
    #expect(session.say("seed") == "The next game has seed 43.")
    session.run("seed 9007199254740991", "new tally")
    #expect(session.say("log") == "new tally seed=9007199254740991")
    #expect(session.say("seed") == "The next game has seed 0.")
  }
}
