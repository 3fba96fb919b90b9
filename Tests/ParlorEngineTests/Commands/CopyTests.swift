import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `copy` opens the position of a game as a game of its own.
struct CopyTests {
  private let session = Session()

  init() { session.run("new pile Ann Bob limit=60 seed=2", "add 2", "draw", "add 1") }

  @Test func `both games stay open and go their own way`() {
    let before = session.say("log")
    #expect(session.say("copy").hasPrefix("Game 2 is a copy of game 1."))
    #expect(session.say("log") == before)
    session.run("add 3", "undo 3")
    #expect(session.say("total") == "2 of 60.")
    session.say("use 1")
    #expect(session.say("log") == before)
    session.say("copy")
    #expect(session.say("games").hasSuffix("3 moves"))
  }

  @Test func `it draws afresh or the same`() {
    func draws() -> String {
      session.run("draw", "draw", "draw", "draw")
      return session.say("total")
    }
    session.say("copy draws=same")
    let same = draws()
    session.run("use 1", "copy")
    let fresh = draws()
    session.say("use 1")
    #expect(draws() == same)
    #expect(fresh != same)
  }

  @Test func `the copy can be saved and loaded`() throws {
    let folder = try TemporaryFolder()
    let session = Session(folder: folder)
    session.run("new pile Ann Bob limit=60", "draw", "copy", "draw", "save c")
    let log = session.say("log")
    session.say("load c")
    #expect(session.say("log") == log)
  }

  @Test func `it needs a game`() {
    #expect(Session().say("copy").hasPrefix("error[no-game]"))
    #expect(session.say("copy draws=other").hasPrefix("error[bad-option]"))
  }
}
