import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `batch` and `step`: what they refuse, and that a refused line changes nothing.
struct BatchTests {
  private let session = TestSession(GameCatalog.games)

  @Test func `a refused step names the game and changes nothing`() {
    session.run("batch 2 mastermind slots=2 colors=2 seed=1", "step 0 1")
    let before = session.say("step 0 0")
    session.run("batch 2 mastermind slots=2 colors=2 seed=1", "step 0 1")
    #expect(
      session.code(of: "step 0 4") == .badArgument)
    #expect(session.problem(with: "step 0 4")?.range == 7..<8)
    #expect(
      session.code(of: "step 0") == .badArgument)
    #expect(
      session.code(of: "step 0 x") == .badArgument)
    #expect(session.say("step 0 0") == before)
  }

  @Test func `an action that is not legal is an error`() {
    session.say("batch 2 farkle Ann Bob seed=1")
    #expect(
      session.code(of: "step 0 1") == .illegalMove)
    session.say("batch 1 minesweeper easy seed=1")
    session.say("step 81")
    #expect(
      session.code(of: "step 0") == .illegalMove
    )
  }

  @Test func `what cannot be stepped is refused`() throws {
    let client = session
    #expect(
      client.code(of: "batch 17 farkle Ann") == .limit)
    let session = TestSession(GameCatalog.games, folder: try TemporaryFolder())
    #expect(session.code(of: "step 0") == .notNow)
    #expect(session.code(of: "batch 2 counter Ann") == .badArgument)
    #expect(session.say("batch 2 farkle Ann dice=physical").hasPrefix("error[bad-argument]"))
    #expect(
      session.code(of: "batch 1021 farkle Ann") == .limit
    )
    #expect(session.code(of: "batch 1020 farkle Ann legal=off") == nil)
    #expect(session.code(of: "batch 0 farkle Ann") == .badArgument)
    #expect(session.code(of: "batch farkle Ann") == .badArgument)
    #expect(session.code(of: "batch 2 chess") == .badArgument)
    #expect(session.code(of: "batch 2") == .badArgument)
    #expect(session.problem(with: "batch 2 farkle Ann target=1")?.range == 26..<27)
    #expect(session.problem(with: "batch 2 farkle Ann legal=some")?.range == 25..<29)
  }

  @Test func `arrays go to a new file only, and to none in a session without files`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.add("mine", "kept")
    let session = TestSession(GameCatalog.games, folder: folder)
    session.say("batch 2 farkle Ann seed=1 into=arrays")
    let before = try folder.bytes("arrays")
    #expect(before.count == 2 * (4 * (4 + 20) + 116))
    session.say("step 0 0")
    #expect(try folder.bytes("arrays").count == before.count)
    #expect(try folder.bytes("arrays") != before)
    #expect(session.code(of: "batch 2 farkle Ann into=mine") == .io)
    #expect(session.code(of: "batch 2 farkle Ann into=none/arrays") == .io)
    #expect(try folder.text("mine") == "kept")
    // The games before go on.
    #expect(session.code(of: "step 0 0") == .illegalMove)
    #expect(self.session.code(of: "batch 2 farkle Ann into=arrays") == .notNow)
    // While all actions are legal, the file has room for the bits that say which ones are.
    session.say("batch 3 mastermind slots=2 colors=2 seed=1 into=codes")
    #expect(try folder.bytes("codes").count == 3 * (4 * (4 + 41) + 1))
  }

  @Test func `a batch hides its seed where games do`() {
    let session = TestSession(GameCatalog.games) { $0.hidesSeeds = true }
    #expect(session.say("batch 1 farkle Ann Bob").contains(#""seed":null"#))
    #expect(session.say("batch 1 farkle Ann Bob seed=1").contains(#""seed":1"#))
  }

  @Test func `a batch is no open game`() {
    session.say("new farkle Ann seed=3")
    let before = session.snapshot()
    session.run("batch 2 farkle Ann Bob seed=1", "step 0 0")
    #expect(session.snapshot() == before)
  }

  @Test func `the limit ends games`() {
    session.say("batch 1 minesweeper easy seed=1 limit=2 legal=off")
    #expect(session.say("step 81").contains("\"done\":[0]"))
    #expect(session.say("step 81").contains("\"done\":[2]"))
    #expect(session.say("step 81").contains("\"done\":[0]"))
  }

  @Test func `a mask has a digit for each action`() {
    let reply = session.say("batch 1 farkle Ann seed=1 legal=mask")
    #expect(reply.contains("\"legal\":[\"1" + String(repeating: "0", count: 924) + "\"]"))
  }

  @Test func `seeds follow those of the session`() {
    session.run("seed 7", "batch 3 farkle Ann")
    #expect(session.say("seed") == "The next game has seed 10.")
  }

  @Test func `outcomes have weights`() {
    session.say("new farkle Ann seed=3")
    let lines = session.say("outcomes roll").split(separator: "\n")
    #expect(lines.count == 462)
    #expect(lines.first == "roll 1 1 1 1 1 1    1  in 46,656")
    #expect(session.say("outcomes").split(separator: "\n") == lines)
    #expect(session.code(of: "outcomes hold 1") == .notNow)
    #expect(session.code(of: "outcomes jump") == .badArgument)
    session.say("resign")
    #expect(session.code(of: "outcomes") == .notNow)
    session.say("new counter Ann")
    #expect(
      session.say("outcomes").split(separator: "\n").last == "roll 6  1  in 6")
  }
}
