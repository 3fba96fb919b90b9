import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `set undo`: what becomes of draws that are taken back.
struct UndoPolicyTests {
  private let session = Session()

  init() { session.say("new pile Ann limit=100 seed=12") }

  private func draws(_ count: Int) -> [String] { (0..<count).map { _ in session.say("draw") } }

  @Test func `the same draws come again`() {
    let first = draws(10)
    session.say("undo 10")
    #expect(draws(10) == first)
    session.run("undo 3", "add 1")
    #expect(draws(3) == Array(first[7...]))
  }

  @Test func `fresh draws are others each time`() {
    session.say("set undo fresh")
    var seen: Set<[String]> = []
    for round in 0..<5 {
      seen.insert(draws(12))
      session.say("undo 12")
      #expect(session.interpreter.currentGame?.logged?.epoch == UInt32(round + 1))
    }
    #expect(seen.count == 5)
  }

  @Test func `fresh draws do not depend on what was undone`() {
    session.run("set undo fresh", "draw", "undo")
    let first = draws(5)
    let other = Session()
    other.run("new pile Ann limit=100 seed=12", "set undo fresh", "add 1", "draw", "undo 2")
    #expect(first == (0..<5).map { _ in other.say("draw") })
  }

  @Test func `redo tells the draws that were made`() {
    session.run("set undo fresh", "draw", "draw")
    let log = session.say("log")
    session.run("undo 2", "redo 2")
    #expect(session.say("log") == log)
  }

  @Test func `forbid keeps draws and nothing else`() {
    session.run("set undo forbid", "add 1", "draw", "add 2", "add 3")
    let draw = session.say("log").split(separator: "\n")[2]
    #expect(session.say("undo 2") == "Undone: add 2, add 3.\nAnn to move.")
    let before = session.snapshot()
    #expect(
      session.code(of: "undo") == .notNow)
    #expect(session.code(of: "undo 2") == .notNow)
    #expect(session.snapshot() == before)
    #expect(session.say("redo 2") == "Redone: add 2, add 3.\nAnn to move.")
    #expect(session.code(of: "undo 3") == .notNow)
    #expect(session.code(of: "undo 5") == .notNow)
    session.say("set undo same")
    #expect(session.say("undo 3") == "Undone: \(draw), add 2, add 3.\nAnn to move.")
  }

  /// What was given was not drawn.
  @Test func `forbid lets given outcomes be undone`() {
    session.run("set undo forbid", "draw 3")
    #expect(session.say("undo") == "Undone: draw 3.\nAnn to move.")
    session.run("draw", "add 1")
    #expect(session.code(of: "amend 1 add 1") == .notNow)
    #expect(session.code(of: "amend 2 add 2") == nil)
  }

  /// The k-th drawing move takes the k-th draws, whether those before were made or given.
  @Test func `given outcomes count as draws`() {
    let drawn = draws(3)
    session.run("undo 3", "draw 1", "draw 1")
    #expect(session.say("draw") == drawn[2])
  }

  /// Neither other moves, nor questions, nor refusals take draws.
  @Test func `only draws count as draws`() {
    let drawn = draws(2)
    session.run("undo 2", "add 1", "note x", "wait", "total", "add 9", "draw 7", "legal", "show")
    #expect(draws(2) == drawn)
  }
}

/// `set undo ask`: who has seen a draw has a say in what becomes of it.
struct TakebackTests {
  private static let opening = "new pile Ann Bob limit=100 seed=12"

  private func session(_ lines: String...) -> Session {
    let session = Session()
    for line in ["set undo ask", Self.opening] + lines { session.say(line) }
    return session
  }

  @Test func `sessions that draw seeds in real time ask`() {
    func policy(_ configure: @escaping (inout Settings) -> Void) -> Bool {
      TestSession([Pile()], configure: configure).say("set undo").hasPrefix("undo = ask")
    }
    #expect(policy { ($0.seed, $0.clock) = (nil, .real) })
    #expect(policy { $0.hidesSeeds = true })
    #expect(policy { $0.guardsChance = true })
    #expect(!policy { $0.clock = .real })
    #expect(!policy { $0.seed = nil })
    #expect(!policy { ($0.seed, $0.clock, $0.undoPolicy) = (nil, .real, .same) })
  }

  @Test func `a draw comes back otherwise, and only if the others agree`() {
    let session = session("draw")
    let log = session.say("log")
    let before = session.position
    #expect(session.say("undo").contains("`undo yes` agrees"))
    #expect(session.position == before)
    #expect(session.say("undo no") == "The move stays.")
    #expect(session.code(of: "undo yes") == .notNow)
    session.say("undo")
    #expect(session.say("undo yes").hasPrefix("Undone: draw "))
    #expect(session.interpreter.currentGame?.logged?.epoch == 1)
    #expect(session.code(of: "undo yes") == .notNow)
    // The draw is that of the next epoch, as `set undo fresh` has it.
    session.say("draw")
    let other = Session()
    other.run("set undo fresh", Self.opening, "draw", "undo", "draw")
    #expect(session.say("log") == other.say("log"))
    #expect(session.say("log") != log)
  }

  @Test func `a request holds for one position`() {
    let session = session("draw", "undo", "add 1")
    #expect(session.code(of: "undo yes") == .notNow)
    #expect(session.code(of: "undo no") == .notNow)
    session.run("undo 2", "undo yes")
    #expect(session.position[1] == 0)
    #expect(session.code(of: "undo yes") == .notNow)
  }

  @Test func `what draws nothing is taken back at once`() {
    let session = session("draw", "add 1", "add 2")
    #expect(session.say("undo 2").hasPrefix("Undone: add 1"))
    #expect(session.interpreter.currentGame?.logged?.epoch == 0)
  }

  @Test(arguments: ["goto 0", "amend 1 add 1", "amend delete 1", "amend insert 1 add 1"])
  func `no other command gets round the others`(line: String) {
    let session = session("draw", "add 1")
    let before = session.snapshot()
    #expect(session.code(of: line) == .notNow)
    #expect(session.snapshot() == before)
  }

  @Test func `the host decides before a draw is seen`() {
    let session = session("add 1")
    session.run("set undo same", "set undo ask", "draw")
    for policy in ["same", "fresh", "forbid"] {
      #expect(session.code(of: "set undo \(policy)") == .notNow)
    }
    // A recording begins with it.
    #expect(session.code(of: "set undo ask") == nil)
    #expect(session.say("set undo").hasPrefix("undo = ask"))
    session.say("resign")
    session.say("resign")
    #expect(session.code(of: "set undo same") == nil)
  }

  @Test(arguments: [["new pile Ann limit=100 seed=12"], [opening, "seat Bob random"]])
  func `one person at the table asks nobody`(lines: [String]) {
    let session = Session()
    for line in ["set undo ask"] + lines { session.say(line) }
    session.say("draw")
    let log = session.say("log")
    #expect(session.say("undo").hasPrefix("Undone: "))
    #expect(session.interpreter.currentGame?.logged?.epoch == 0)
    session.say("draw")
    #expect(session.say("log").split(separator: "\n")[1] == log.split(separator: "\n")[1])
  }
}
