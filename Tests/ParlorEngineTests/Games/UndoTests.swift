import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `undo` and `redo`: a shorter or longer prefix of the log.
struct UndoTests {
  private let session = Session()

  init() { session.run("new pile Ann Bob limit=50 seed=4", "add 1", "add 2", "add 3", "draw 6") }

  @Test func `undo and redo go back and forth, and name the moves`() {
    #expect(session.say("undo") == "Undone: draw 6.\nBob to move.")
    #expect(session.say("undo 2") == "Undone: add 2 (Bob), add 3 (Ann).\nBob to move.")
    #expect(session.say("redo") == "Redone: add 2.\nAnn to move.")
    #expect(session.say("redo 2") == "Redone: add 3 (Ann), draw 6 (Bob).\nAnn to move.")
    #expect(session.say("undo 4") == "Undone: 4 moves.\nAnn to move.")
    #expect(session.say("log") == "new pile Ann Bob rules=plain limit=50 seed=4")
    #expect(session.say("redo 4") == "Redone: 4 moves.\nAnn to move.")
    #expect(session.say("total") == "12 of 50.")
  }

  @Test(
    arguments: [
      ("undo 5", .notNow), ("undo 1000000000", .notNow), ("redo", .notNow),
      ("undo 0", .badArgument),
    ] as [(String, ErrorCode)])
  func `undo and redo refuse to go too far`(line: String, code: ErrorCode) {
    let before = session.snapshot()
    #expect(session.code(of: line) == code)
    #expect(session.snapshot() == before)
  }

  @Test func `nothing is left to undo`() {
    session.say("undo 4")
    #expect(session.code(of: "undo") == .notNow)
    session.say("redo 2")
    #expect(session.code(of: "redo 3") == .notNow)
  }

  @Test func `a new move ends what can be redone and a refused one does not`() {
    session.run("undo 3", "add 9", "wait", "total", "show")
    #expect(session.say("redo") == "Redone: add 2.\nAnn to move.")
    session.run("undo", "add 3")
    #expect(session.code(of: "redo") == .notNow)
    #expect(session.say("log").hasSuffix("seed=4\nadd 1\nadd 3"))
  }

  /// Notes are no steps: they go with the step that follows them.
  @Test func `moves that are no steps go with the step that follows`() {
    session.run("note a", "note b", "add 1", "note c")
    #expect(session.say("undo") == "Undone: 4 moves.\nAnn to move.")
    #expect(session.say("undo") == "Undone: draw 6.\nBob to move.")
    #expect(session.say("redo") == "Redone: draw 6.\nAnn to move.")
    #expect(session.say("redo") == "Redone: 4 moves.\nBob to move.")
    #expect(session.say("undo 5") == "Undone: 8 moves.\nAnn to move.")
  }

  @Test func `notes alone cannot be undone`() {
    session.run("new pile Ann", "note a", "note b")
    #expect(session.code(of: "undo") == .notNow)
    session.run("add 1", "note c", "undo")
    #expect(session.say("log").hasSuffix("seed=0"))
  }

  @Test func `the end of a game can be undone`() {
    session.run("new pile Ann limit=5", "add 2", "add 3")
    #expect(session.code(of: "add 1") == .notNow)
    #expect(session.say("undo") == "Undone: add 3.\nAnn to move.")
    #expect(session.say("add 1") == "Ann adds 1.\nAnn to move.")
    session.say("resign")
    #expect(session.say("undo") == "Undone: resign.\nAnn to move.")
  }

  @Test func `every game has its own log`() {
    session.run("new tally", "up", "up", "use 1", "undo", "use 2", "undo", "use 1")
    #expect(session.say("redo") == "Redone: draw 6.\nAnn to move.")
    session.say("use 2")
    #expect(session.say("redo") == "Redone: up.")
  }
}
