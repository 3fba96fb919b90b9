import GameCatalog
import ParlorKit
import TestKit
import Testing

@testable import ParlorEngine

/// `load` names the first line of a file that is not as it was saved, here one of an earlier version,
/// without a checksum.
struct DamagedSaveTests {
  private let folder: TemporaryFolder
  private let lines: [String]

  init() throws {
    folder = try TemporaryFolder()
    let session = Session(folder: folder)
    session.run("new pile Ann Bob limit=100 seed=5", "draw 2", "add 1", "clock 5s", "draw 6")
    session.say("save a")
    lines = try folder.text("a").split(separator: "\n").map(String.init).filter {
      $0 != LogSum.promise && !LogSum.isSum(Array($0.utf8)[...])
    }
  }

  /// The reply to a load of the lines, in a session in which nothing may change by it.
  private func load(_ lines: [String], end: String = "\n") throws -> String {
    try folder.add("b", lines.joined(separator: end) + end)
    let session = Session(folder: folder)
    session.run("new pile Cy", "add 1")
    let before = session.snapshot()
    let reply = session.say("load b")
    if reply.hasPrefix("error") { #expect(session.snapshot() == before) }
    return reply
  }

  @Test func `a file that is intact loads, whatever its line ends`() throws {
    let reply =
      "Game 1 (Pile: Cy) stays open; `use 1` returns to it.\n"
      + "Loaded Pile: Ann, Bob, 3 moves, from b.\nBob to move."
    #expect(try load(lines) == reply)
    #expect(try load(lines, end: "\r\n") == reply)
    #expect(try load(lines, end: "  \n\n") == reply)
    #expect(try load([lines[0], "# a remark"] + lines[1...]) == reply)
  }

  /// A piece of a line of the file, another one in its place, and what is said of the line.
  @Test(
    arguments: [
      (
        2, "seed=5", "seed=6",
        "the state after `new pile Ann Bob rules=plain limit=100 seed=6` differs "
          + "from the saved state"
      ),
      (
        2, "Ann", "Amy",
        "the state after `new pile Amy Bob rules=plain limit=100 seed=5` differs "
          + "from the saved state"
      ),
      (
        2, "limit=100", "limit=99",
        "the state after `new pile Ann Bob rules=plain limit=99 seed=5` "
          + "differs from the saved state"
      ),
      (2, "limit=100", "limit=999", "`limit` takes 5 to 100"),
      (2, "limit=100", "limit=13", "13 brings bad luck"),
      (2, "pile", "heap", "a saved game must begin with the `new` line of a known game"),
      (2, "new", "games", "a saved game must begin with the `new` line of a known game"),
      (3, "draw 2", "draw 3", "the state after `draw 3` differs from the saved state"),
      (3, "draw 2", "draw", "a log contains only moves with their outcomes"),
      (3, "draw 2", "total", "a log contains only moves with their outcomes"),
      (3, "draw 2", "wait", "a log contains only moves with their outcomes"),
      (3, "draw 2", "draw 7", "`7` is not the face of a die, 1 to 6"),
      (3, "draw 2", "undo", "there is nothing to undo"),
      (3, "draw 2", "new tally", "`new` is not a move of the game"),
      (3, "draw 2", "add 9", "`9` is not a number from 1 to 3"),
      (3, "draw 2", "draw \"2", "missing closing quote"),
      (3, "draw 2", "draw \u{1}", "a line must be UTF-8 text without control characters"),
      (4, "add 1", "add 2", "the state after `add 2` differs from the saved state"),
      (4, " # =", " #=", "the line has no digest"),
      (5, "+5.000s", "+6.000s", nil),
      (6, "draw 6", "resign", "the state after `resign` differs from the saved state"),
    ] as [(Int, String, String, String?)])
  func `a changed piece of a saved game is found`(
    line: Int, piece: String, other: String, reason: String?
  ) throws {
    var lines = lines
    lines[line - 1] = lines[line - 1].replacing(piece, with: other)
    let reply = try load(lines)
    guard let reason else {
      // A time is covered once a move has noted it.
      #expect(reply.hasPrefix("error[io]: b:6: the state after `draw 6`"))
      return
    }
    #expect(reply == "error[io]: b:\(line): \(reason)")
  }

  @Test func `changed, missing and foreign digests are errors`() throws {
    for index in lines.indices.dropFirst() {
      let command = lines[index].dropLast(12)
      for digest in ["# =00000000", "", "# =", "# =0123456", "# =0123456G", "# 01234567"] {
        var lines = lines
        lines[index] = "\(command) \(digest)"
        let reply = try load(lines)
        #expect(
          reply == "error[io]: b:\(index + 1): "
            + (digest == "# =00000000"
              ? "the state after `\(command)` differs from the saved state"
              : "the line has no digest"),
          "\(digest)")
      }
    }
  }

  @Test func `lines left out or doubled are found`() throws {
    for index in lines.indices.dropFirst(2) where !lines[index].hasPrefix("clock") {
      var shorter = lines
      shorter.remove(at: index)
      let reply = try load(shorter)
      // Without its last line a log is a shorter game.
      #expect(reply.hasPrefix("error[io]: b:\(index + 1): the state") == (index < lines.count - 1))
      var longer = lines
      longer.insert(lines[index], at: index)
      #expect(try load(longer).hasPrefix("error[io]: b:\(index + 2): the state"))
    }
  }

  @Test(
    arguments: [
      ("", "b:1: not a saved game: the first line is not `# parlor-log 1`"),
      ("new pile Ann", "b:1: not a saved game: the first line is not `# parlor-log 1`"),
      ("# parlor-log 2", "b has version 2, but this program reads only version 1"),
      ("# parlor-log x", "b:1: not a saved game: the first line is not `# parlor-log 1`"),
      ("# parlor-log 1", "b:1: the file contains no game"),
      ("# parlor-log 1\n# undo-epoch -1", "b:2: the undo epoch is not a number"),
      ("# parlor-log 1\n# undo-epoch 4294967296", "b:2: the undo epoch is not a number"),
      ("# parlor-log 1\n# undo-epoch x", "b:2: the undo epoch is not a number"),
      (
        "# parlor-log 1\nadd 1 # =00000000",
        "b:2: a saved game must begin with the `new` line of a known game"
      ),
    ] as [(String, String)])
  func `a file that is not a saved game is refused`(text: String, reason: String) throws {
    #expect(try load(text.split(separator: "\n").map(String.init)) == "error[io]: \(reason)")
  }

  @Test func `the largest undo epoch is kept`() throws {
    let session = Session(folder: folder)
    try folder.add(
      "c", ([lines[0], "# undo-epoch 4294967295"] + lines[1...]).joined(separator: "\n"))
    session.run("load c", "set undo fresh")
    #expect(session.say("undo") == "Undone: draw 6.\nAnn to move.")
  }

  /// Damage that removes the marks of a file that hides something, and breaks a line with a secret: no error
  /// shows it.
  @Test func `no damage of a file without its checksum shows a secret`() throws {
    let session = Session(games: GameCatalog.games, folder: folder)
    session.run("new minesweeper easy seed=5", "reveal 1 1")
    session.say("save m")
    let lines = try folder.text("m").split(separator: "\n").filter { !$0.hasPrefix("# sum") }
    let text = lines.joined(separator: "\n")
    let rows = try #require(text.split(separator: "layout=").last).split(separator: "/")
    let layout = try #require(rows.dropFirst(3).first)
    let broken = lines.map { line in
      line.hasPrefix("reveal")
        ? String(line).replacing("/", with: " ", maxReplacements: 1) : String(line)
    }.joined(separator: "\n")
    for damaged in [broken, text.replacing(" # =", with: " x# =")] {
      try folder.add("d", damaged + "\n")
      let reply = session.say("load d")
      #expect(reply.hasPrefix("error") && !reply.contains(layout), "\(reply)")
    }
    let hidden = "# parlor-log 1\n# seed-hidden\nnew farkle Ann seed=4711\nroll\n"
    for (name, damaged) in [
      ("a", hidden.replacing("seed=", with: "se,d=")),
      ("b", hidden.replacing("seed=4", with: "seed=\n4")),
    ] {
      try folder.add(name, damaged)
      let reply = session.say("source \(name)")
      #expect(reply.contains("error") && !reply.contains("711"), "\(reply)")
    }
    let owner = TestSession(GameCatalog.games, folder: folder) { $0.hidesSeeds = true }
    owner.run("new farkle Ann seed=4711", "roll")
    owner.say("save h")
    let saved = try folder.lines("h")
    let place = try #require(saved.firstIndex { $0.hasPrefix("new ") })
    for lines in [
      Array(saved[place...]), ["", "# x"] + saved[1...].filter { $0 != "# seed-hidden" },
      saved.filter { $0 != "# seed-hidden" && !$0.hasPrefix("# sum") },
    ] {
      try folder.add("e", lines: lines)
      let reply = session.say("source e")
      #expect(reply.hasPrefix("error") && !reply.contains("4711"), "\(reply)")
    }
    try folder.add("c", "\n" + hidden)
    session.say("source c")
    #expect(session.say("log").contains("seed=?"))
  }
}
