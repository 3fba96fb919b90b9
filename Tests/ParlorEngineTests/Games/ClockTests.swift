import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// Games that read the clock: their logs keep the time between moves.
struct ClockTests {
  private let session = Session()

  @Test func `the time between moves is logged`() {
    session.run("clock 5s", "new pile Ann limit=100 seed=0", "clock +1.25s", "add 1", "add 2")
    session.run("clock 1m", "clock 1ms", "wait", "total", "add 9", "add 3")
    #expect(
      session.say("log")
        == """
        new pile Ann rules=plain limit=100 seed=0
        clock +1.250s
        add 1
        add 2
        clock +60.001s
        add 3
        """)
    #expect(session.say("show") == "6 of 100, time 61251.\nAnn to move.")
    session.say("clock 2s")
    #expect(session.say("state time") == "63251")
  }

  @Test func `every game has its own clock`() {
    session.run("new pile Ann", "clock 1s", "add 1", "new pile Bob", "clock 3s", "add 2")
    #expect(session.say("state time") == "3000")
    session.say("use 1")
    #expect(session.say("state time") == "4000")
    session.say("add 1")
    #expect(session.say("log").hasSuffix("clock +1.000s\nadd 1\nclock +3.000s\nadd 1"))
  }

  /// The time that was played counts, whatever was undone.
  @Test func `undo keeps the time`() {
    session.run("new pile Ann", "clock 1s", "add 1", "clock 2s", "add 2", "clock 4s")
    #expect(session.say("state time") == "7000")
    session.say("undo")
    #expect(session.say("state time") == "7000")
    session.say("clock 8s")
    #expect(session.say("state time") == "15000")
    session.say("redo")
    #expect(session.say("state time") == "15000")
    session.run("clock 16s", "add 3")
    #expect(
      session.say("log").hasSuffix(
        "clock +1.000s\nadd 1\nclock +2.000s\nadd 2\nclock +28.000s\nadd 3"))
    session.run("undo 3", "clock 1s")
    #expect(session.say("state time") == "32000")
    session.say("redo 3")
    #expect(session.say("state time") == "32000")
    session.run("goto 1", "add 2")
    #expect(session.say("log").hasSuffix("clock +1.000s\nadd 1\nclock +31.000s\nadd 2"))
    session.run("amend 1 add 2", "clock 1s", "add 1")
    #expect(
      session.say("log").hasSuffix(
        "clock +1.000s\nadd 2\nclock +31.000s\nadd 2\nclock +1.000s\nadd 1"))
  }

  @Test func `loading sets the games clock and not the sessions`() throws {
    let folder = try TemporaryFolder()
    let first = Session(folder: folder)
    first.run("new pile Ann", "clock 1h", "add 1", "clock 1.5s", "add 2", "save a")
    let second = Session(folder: folder)
    second.run("clock 10s", "load a")
    #expect(second.say("state time") == "3601500")
    #expect(second.say("clock") == "2000-01-01T00:00:10Z, virtual")
    second.run("clock 2s", "add 3", "save b")
    first.run("clock 2s", "add 3", "save c")
    #expect(try folder.text("b") == folder.text("c"))
  }

  /// A replay takes the time of the log, however long the replay itself takes.
  @Test func `a replay at a real clock is exact`() throws {
    let folder = try TemporaryFolder()
    let first = Session(folder: folder)
    first.say("new pile Ann limit=100")
    for _ in 0..<2000 { first.say("note x") }
    first.run("clock 5s", "add 1", "save a")
    let second = Session(folder: folder, clock: .real)
    #expect(second.say("load a") == "Loaded Pile: Ann, 2,001 moves, from a.\nAnn to move.")
  }

  @Test func `a saved game runs as a script at a real clock`() throws {
    let folder = try TemporaryFolder()
    let first = Session(folder: folder)
    first.run("new pile Ann", "clock 5s", "add 1", "clock 1h", "add 2", "save a")
    let second = Session(folder: folder, clock: .real)
    second.run("new pile Bob limit=100", "add 2", "record r.scenario", "source a")
    #expect(second.say("log") == first.say("log"))
    second.run("record off", "use 1", "add 1")
    // The time passes for the game of the file alone.
    #expect(try #require(Int(second.say("state time"))) < 3_600_000)
    let third = Session(folder: folder)
    third.say("source r.scenario")
    #expect(third.say("log") == first.say("log"))
  }

  @Test func `a script at a real clock moves no clock of a game that it did not open`() throws {
    let folder = try TemporaryFolder()
    try folder.add("a", "# parlor-log 1\nclock 5s\n")
    let session = Session(folder: folder, clock: .real)
    session.say("new pile Ann")
    #expect(session.say("source a").hasPrefix("error[not-now]: a:2: "))
  }

  @Test func `games without a clock log none`() {
    session.run("new tally", "clock 1s", "up", "clock 1s", "undo", "up")
    #expect(session.say("log") == "new tally seed=0\nup")
  }
}
