import ParlorKit
import Platform
import TestKit
import Testing

@testable import ParlorEngine

/// `record`: the session as a scenario.
struct RecordTests {
  private let folder: TemporaryFolder
  private let session: Session

  init() throws {
    folder = try TemporaryFolder()
    session = Session(folder: folder)
  }

  @Test func `the file holds commands and replies`() throws {
    #expect(session.say("record") == "The session is not being recorded.")
    #expect(session.say("record a.scenario") == "Recording to a.scenario.")
    #expect(session.say("record") == "Recording to a.scenario.")
    session.run("new pile Ann", "", "# remark", "  add 2 ", "add 9", "echo ...")
    #expect(session.say("record off") == "Recorded 4 commands to a.scenario.")
    session.say("add 3")
    #expect(
      try folder.text("a.scenario") == """
        > new pile Ann
        Pile of 20: Ann.
        Ann to move.
        >   add 2
        Ann adds 2.
        Ann to move.
        > add 9
        error[bad-argument]: `9` is not a number from 1 to 3
          usage: add N
        > echo ...
        ... (literal)

        """)
  }

  @Test(arguments: [true, false])
  func `a file that is gone ends the recording`(isReplaced: Bool) throws {
    session.run("record a.scenario", "new pile Ann")
    FileSystem.remove(folder["a.scenario"])
    if isReplaced { try folder.add("a.scenario", "mine\n") }
    session.run("add 2")
    #expect(session.say("record") == "The session is not being recorded.")
    #expect((try? folder.text("a.scenario")) == (isReplaced ? "mine\n" : nil))
  }

  @Test func `nothing is lost that was replied`() throws {
    session.run("record a", "echo one")
    #expect(try folder.text("a") == "> echo one\none\n")
    session.say("seed 4")
    #expect(try folder.text("a") == "> echo one\none\n> seed 4\n")
  }

  @Test func `only time that has passed is recorded`() throws {
    let session = Session(folder: folder, clock: .real)
    session.run("new pile Ann limit=100", "record a")
    for _ in 0..<200 { session.say("total") }
    let lines = try folder.text("a").split(separator: "\n")
    #expect(lines.count { $0 == "> total" } == 200)
    // Most commands follow within the same millisecond.
    #expect(!lines.contains("> clock +0.000s"))
  }

  @Test func `the seed stands first`() throws {
    session.run("seed 7", "record a", "new tally")
    #expect(try folder.text("a") == "> seed 7\n> new tally\n")
  }

  /// The prompt hides what it has drawn, and so does the scenario.
  @Test(arguments: ["text", "json"])
  func `a game with a hidden seed replays as it was`(format: String) throws {
    let session = TestSession([Pile(), Tally()], folder: folder) {
      $0.clock = .real
      $0.seed = nil
    }
    session.run("set format \(format)", "record a", "new tally", "log", "state")
    let text = try folder.text("a")
    #expect(text.contains(/> seed [0-9]+ hidden\n(\.\.\.\n)?> new tally\n/))
    #expect(text.contains("seed=?"))
    let replay = Session(folder: folder)
    var replies = ""
    for line in text.split(separator: "\n") where line.hasPrefix("> ") {
      replies += "\(line)\n"
      let reply = replay.say(String(line.dropFirst(2)))
      if !reply.isEmpty { replies += line.hasPrefix("> seed ") ? "...\n" : "\(reply)\n" }
    }
    #expect(replies == text)
  }

  /// A seed that is hidden when the recording begins is so in its first lines, too.
  @Test func `a recording begins with the seed that is hidden`() throws {
    session.run("seed 9 hidden", "record a", "new tally", "log")
    #expect(try folder.text("a").hasPrefix("> seed 9 hidden\n"))
    #expect(try folder.text("a").hasSuffix("> new tally\n> log\nnew tally seed=?\n"))
  }

  /// What depends on files is recorded as the moves that it brought, and what failed is left out.
  @Test func `the files of the session are not needed`() throws {
    session.run("new pile Ann seed=3", "add 2", "save f", "record a", "load f", "load g", "add 1")
    #expect(
      try folder.text("a").hasSuffix(
        "...\n> add 2\n...\n> new pile Ann rules=plain seed=3\n...\n> add 2\n...\n"
          + "> add 1\nAnn adds 1.\nAnn to move.\n"))
  }

  /// Games of earlier numbers are gone, and the numbers stay.
  @Test func `games keep their numbers`() throws {
    session.run("new pile Ann", "add 1", "new pile Bob", "add 1", "close 1", "new pile Cy", "close")
    session.run("record a", "games", "new tally", "games", "record off")
    let other = Session(folder: folder)
    let text = try folder.text("a")
    for part in text.split(separator: "> ").dropLast() {
      other.say(String(part.prefix { $0 != "\n" }))
    }
    #expect(other.say("games") == session.say("games"))
  }

  @Test func `one recording runs at a time, and replaces no file unasked`() throws {
    #expect(session.code(of: "record off") == .notNow)
    try folder.add("a", "precious")
    #expect(session.code(of: "record a") == .io)
    #expect(try folder.text("a") == "precious")
    session.say("record b")
    #expect(session.code(of: "record c") == .notNow)
    #expect(try folder.names == ["a", "b"])
  }

  @Test func `the lines of a file that is run are recorded`() throws {
    try folder.add("s", "new pile Ann\nadd 2\nadd 9\n")
    session.run("record a", "source s", "total")
    #expect(session.say("record off") == "Recorded 4 commands to a.")
    #expect(
      try folder.text("a") == """
        > new pile Ann
        Pile of 20: Ann.
        Ann to move.
        > add 2
        Ann adds 2.
        Ann to move.
        > add 9
        error[bad-argument]: `9` is not a number from 1 to 3
          usage: add N
        > total
        2 of 20.

        """)
  }

  /// A recording run again in a fresh session replies the same, whatever was set before it began.
  @Test(arguments: [
    [], ["seed 9"], ["set format json"], ["set legal off"], ["set undo fresh"], ["clock +1h"],
    ["seed 3", "set format json", "set undo forbid", "clock 5s", "set legal off"],
  ])
  func `a recording runs again`(before: [String]) throws {
    for line in before { session.say(line) }
    session.say("record a.scenario")
    for line in [
      "new pile Ann Bob limit=30", "draw", "undo", "draw", "add 9", "draw 6", "draw 6", "draw 6",
      "draw 6", "add 3", "add 3", "clock", "new", "undo", "state", "log",
    ] { session.say(line) }
    session.say("record off")
    let recorded = try folder.text("a.scenario")
    #expect(Replay.transcript(of: recorded, in: Session(folder: folder)) == recorded)
  }
}
