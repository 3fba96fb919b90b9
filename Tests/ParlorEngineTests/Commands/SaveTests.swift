import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `save` and `load`: a saved game is the game.
struct SaveTests {
  private let folder = try? TemporaryFolder()

  @Test func `the file is a script with digests`() throws {
    let folder = try #require(folder)
    let session = Session(folder: folder)
    session.run("new pile Ann \"Bob Lee\" seed=5", "clock +2s", "add 2", "draw 3", "note x")
    #expect(session.say("save a.parlor") == "Saved Pile: Ann, Bob Lee, 3 moves, to a.parlor.")
    let lines = try folder.text("a.parlor").split(separator: "\n").map(String.init)
    #expect(
      lines.dropLast().map { $0.replacing(/# =[0-9A-F]{8}$/, with: "# =XXXXXXXX") } == [
        "# parlor-log 1",
        "# checked by the sum in the last line",
        #"new pile Ann "Bob Lee" rules=plain seed=5 # =XXXXXXXX"#,
        "clock +2.000s # =XXXXXXXX",
        "add 2 # =XXXXXXXX",
        "draw 3 # =XXXXXXXX",
        "note x # =XXXXXXXX",
      ])
    let commands = lines.filter { !$0.hasPrefix("#") }.map { $0.dropLast(12) }
    #expect(session.say("log") == commands.joined(separator: "\n"))
    #expect(try folder.names == ["a.parlor"])
  }

  /// The file is a script, and these words mean something else to `new`.
  @Test func `names that would mean something else have quotes`() throws {
    let folder = try #require(folder)
    let names = ["fair", "best", "vs", "computer", "Ann"]
    let session = TestSession(GameCatalog.games, folder: folder)
    session.run(
      "new farkle " + names.map { "\"\($0)\"" }.joined(separator: " "), "roll", "save a")
    let script = try folder.lines("a")
    #expect(script.contains { $0.hasPrefix(#"new farkle "fair" "best""#) })
    let other = TestSession(GameCatalog.games, folder: folder)
    for line in script { other.say(line) }
    #expect(other.interpreter.currentGame?.players == names)
    #expect(session.say("log") == other.say("log"))
    #expect(
      TestSession(GameCatalog.games, folder: folder).say("load a").hasPrefix(
        "Loaded Farkle: fair, best"))
  }

  /// Digests are promised to be readable by later versions, so one file stands here as it was.
  @Test func `a file of old is still the same`() throws {
    let folder = try #require(folder)
    let session = Session(folder: folder)
    session.run("new pile Ann Bob rules=low seed=5", "draw 2", "add 1", "save a")
    let file = try folder.text("a")
    #expect(
      file == """
        # parlor-log 1
        # checked by the sum in the last line
        new pile Ann Bob rules=low seed=5 # =C636EAFA
        draw 2 # =485376B3
        add 1 # =6E048C6F
        # sum 6e5f0ba4e71b6ceb

        """)
    // Earlier versions wrote no checksum of the file.
    try folder.add("b", file.replacing(/# (checked|sum) .*\n/, with: ""))
    #expect(try folder.lines("b").count == 4)
    let other = Session(folder: folder)
    #expect(other.say("load b").hasPrefix("Loaded Pile: Ann, Bob, 2 moves, from b."))
    other.say("save c")
    #expect(try folder.text("c") == file)
  }

  /// Everything after a load is as if the game had gone on, whatever the session's own seed is.
  @Test(arguments: [0, 1, 99, Seed.max])
  func `loading is going on`(seed: Int) throws {
    let folder = try #require(folder)
    let games: [any Game] = GameCatalog.farkle + [Pile()]
    let first = Session(games: games, seed: 3, folder: folder)
    first.run("new farkle Ann Bob Cy rules=patch target=5000", "roll", "hold best", "roll", "undo")
    first.say("save f")
    let second = Session(games: games, seed: seed, folder: folder)
    second.run("new pile Ann", "add 1")
    #expect(
      second.say("load f").hasPrefix(
        "Game 1 (Pile: Ann) stays open; `use 1` returns to it.\n"
          + "Loaded Farkle: Ann, Bob, Cy, 2 moves, from f. Ann's turn.\n"))
    #expect(second.say("seed") == "The next game has seed \(seed == Seed.max ? 0 : seed + 1).")
    for line in ["state", "log", "legal", "show", "roll", "hold best", "roll", "undo 4", "log"] {
      #expect(first.say(line) == second.say(line))
    }
    #expect(second.say("save g") == "Saved Farkle: Ann, Bob, Cy, 1 move, to g.")
    first.say("save h")
    #expect(try folder.text("g") == folder.text("h"))
  }

  @Test func `the undo epoch is saved`() throws {
    let folder = try #require(folder)
    let first = Session(folder: folder)
    first.run("set undo fresh", "new pile Ann limit=100", "draw", "undo", "draw", "undo", "add 1")
    first.say("save a")
    let lines = try folder.lines("a")
    #expect(lines[0] == "# parlor-log 1" && lines[2] == "# undo-epoch 2")
    #expect(lines[3].hasPrefix("new pile Ann"))
    let second = Session(seed: 77, folder: folder)
    second.say("load a")
    #expect(first.run("draw", "draw", "log") == second.run("draw", "draw", "log"))
  }

  @Test func `a saved game is a script of the same log`() throws {
    let folder = try #require(folder)
    let first = Session(games: GameCatalog.farkle + [Pile()], folder: folder)
    first.run("new pile \"a;b\" \"c=d\" \"#e\" motto=\"\\\"x\\\"\" limit=100", "clock 90s", "draw")
    first.run("clock 0.5s", "note words", "add 2", "resign", "save a.parlor")
    let log = first.say("log")
    let second = Session(games: GameCatalog.farkle + [Pile()], seed: 8, folder: folder)
    second.say("source a.parlor")
    #expect(second.say("log") == log)
    #expect(
      first.interpreter.currentGame?.logged?.digest
        == second.interpreter.currentGame?.logged?.digest)
  }

  @Test func `loading closes what is finished or unmoved and saving overwrites`() throws {
    let folder = try #require(folder)
    let session = Session(folder: folder)
    session.run("new pile Ann", "add 1", "save a", "add 2", "save a")
    #expect(session.say("load a").hasPrefix("Game 1 (Pile: Ann) stays open"))
    session.say("new tally")
    #expect(
      session.say("load a")
        == "Loaded Pile: Ann, 2 moves, from a.\nAnn to move.")
    session.say("resign")
    session.say("load a")
    #expect(
      session.say("games") == "  1  Pile: Ann  2 moves\n  2  Pile: Ann  2 moves\n"
        + "* 5  Pile: Ann  2 moves")
  }

  /// The canonical `new` line says more than what was typed, and is a line itself: with the
  /// longest names that are accepted, the saved game can be read.
  @Test func `games with the longest names are read again`() throws {
    let folder = try #require(folder)
    let session = Session(games: GameCatalog.farkle, folder: folder)
    let names = (0..<8).map { "\"" + String(repeating: "\\\"", count: 31) + "\($0)\"" }
    let long = (0..<8).map { String(repeating: "🎲", count: 31) + "\($0)" }
    let marks = (0..<8).map { "\($0)x" + String(repeating: "\u{301}", count: 63) }
    for names in [names, long, marks] {
      #expect(session.code(of: "new farkle " + names.joined(separator: " ")) == nil)
      session.say("save a")
      #expect(Session(games: GameCatalog.farkle, folder: folder).code(of: "load a") == nil)
      #expect(Session(games: GameCatalog.farkle, folder: folder).code(of: "source a") == nil)
    }
    // One line of 4,096 bytes with one name is no game that could not be read again.
    let start = "new farkle a"
    let line = start + String(repeating: "\u{301}", count: (4096 - start.utf8.count) / 2)
    #expect(line.utf8.count == 4096)
    #expect(session.code(of: line) == .badArgument)
  }

  @Test func `a file that cannot be written or read is an error`() throws {
    let folder = try #require(folder)
    let session = Session(folder: folder)
    #expect(session.code(of: "save a") == .noGame)
    session.say("new tally")
    #expect(session.code(of: "save .") == .io)
    #expect(
      session.code(of: "save a/b") == .io)
    #expect(session.code(of: "load a") == .io)
    #expect(session.code(of: "load .") == .io)
    #expect(session.code(of: "save") == .badArgument)
    #expect(session.code(of: #"save """#) == .badArgument)
    #expect(try folder.names == [])
  }
}
